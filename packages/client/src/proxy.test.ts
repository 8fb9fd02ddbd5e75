import { formatUsername, parseUsername } from "@turnpike/rules/username.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { proxyUrl, proxyUsername } from "./client.ts";

const account = "account1";
const place = fc.constantFrom(
  "São Paulo",
  "Los Angeles",
  "Łódź",
  "Straße",
  "T-Mobile",
  "90001",
  "ßæœøłđðþı",
);

describe("a proxy's user name", () => {
  it("has the format that the gateway reads", () => {
    const fields = {
      account,
      country: "us",
      state: "New York",
      city: "São Paulo",
      postal: "90001",
    };
    const name = proxyUsername({ ...fields, isp: "AT&T", asn: 7018, sid: "abc", minutes: 10 });
    expect(name).toBe(
      "account1-region-US-st-newyork-city-saopaulo-zip-90001-isp-att-asn-7018-sid-abc-t-10",
    );
    expect(proxyUsername({ account, strict: true })).toBe("account1-strict-1");
    expect(proxyUsername({ account })).toBe(account);
  });

  it("spells letters without a removable accent as the inventory does", () => {
    for (const city of "ßæœøłđðþıéÅ")
      expect(proxyUsername({ account, city })).toBe(
        formatUsername({ name: account, filter: { city } }),
      );
  });

  it("equals that of the product's own generator, for any input", () => {
    const fields = {
      country: fc.constantFrom("US", "de"),
      state: place,
      city: place,
      postal: place,
      isp: place,
      asn: fc.integer({ min: 1, max: 4_294_967_295 }),
      sid: fc.stringMatching(/^[A-Za-z0-9]{1,32}$/),
      minutes: fc.integer({ min: 1, max: 1440 }),
      strict: fc.boolean(),
    };
    const anything = fc.record(fields, { requiredKeys: [] });
    fc.assert(
      fc.property(anything, (asked) => {
        const { sid, minutes, strict, ...filter } = asked;
        const more = {
          ...(sid === undefined ? {} : { sid }),
          ...(minutes === undefined ? {} : { minutes }),
          ...(strict === undefined ? {} : { strict }),
        };
        const name = proxyUsername({ account, ...asked });
        expect(name).toBe(formatUsername({ name: account, filter, ...more }));
        expect(parseUsername(name).ok).toBe(true);
      }),
    );
  });

  it.each([
    [{ account: "short" }],
    [{ account: "with-hyphen" }],
    [{ account, sid: "a-b" }],
    [{ account, sid: "x".repeat(33) }],
    [{ account, minutes: 0 }],
    [{ account, minutes: 1441 }],
    [{ account, minutes: 1.5 }],
    [{ account, city: "東京" }],
    [{ account, asn: -1 }],
    [{ account, asn: 1.5 }],
    [{ account, asn: Number.NaN }],
    [{ account, asn: 4_294_967_296 }],
  ])("that the gateway would reject throws: %j", (asked) => {
    expect(() => proxyUsername(asked)).toThrow(TypeError);
  });
});

it("a proxy's URL is accepted by HTTP libraries and curl", () => {
  const where = { host: "gate.example", port: 7000, account, password: "p@ss:w/rd" };
  expect(proxyUrl({ ...where, country: "DE" })).toBe(
    "http://account1-region-DE:p%40ss%3Aw%2Frd@gate.example:7000",
  );
  expect(proxyUrl({ ...where, host: "2001:db8::1", protocol: "socks5" })).toBe(
    "socks5h://account1:p%40ss%3Aw%2Frd@[2001:db8::1]:7000",
  );
});
