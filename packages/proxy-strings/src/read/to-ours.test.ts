import { expect, test } from "vitest";
import { readProxies } from "./proxy.ts";
import { toOurEndpoint } from "./to-ours.ts";
import { parseUsername } from "@turnpike/rules/username.ts";

const gateways = [
  { host: "old.example.com", port: 7001, protocols: ["http"] as const },
  { host: "gw.example.com", port: 7000, protocols: ["http", "socks5"] as const },
];
const by = { account: "shopper1", password: "Secret12", gateways };
function ours(text: string, more: Partial<Parameters<typeof toOurEndpoint>[1]> = {}) {
  const [read] = readProxies(text).proxies;
  const made = read && toOurEndpoint(read, { ...by, ...more });
  if (!made) throw new Error(`${text} is not read`);
  return made;
}
const lost = (text: string) => ours(text).lost.map(({ part, why }) => `${part.value} ${why}`);

test("place, session and minutes are converted, with the sub-account's credentials (spec/gateway#user-name)", () => {
  const text =
    "customer-a-cc-US-st-us_california-city-los_angeles-sessid-abc-sesstime-10:p@pr.oxylabs.io:7777";
  expect(ours(text)).toMatchObject({
    endpoint: {
      protocol: "http",
      host: "old.example.com",
      port: 7001,
      username: "shopper1-region-US-st-california-city-losangeles-sid-abc-t-10",
      password: "Secret12",
    },
    lost: [],
    usualMinutes: null,
  });
  expect(parseUsername(ours(text).endpoint.username)).toMatchObject({ ok: true });
});

test("the first gateway that supports the protocol is used", () => {
  expect(ours("socks5h://a:b@1.2.3.4:1080").endpoint).toMatchObject({
    protocol: "socks5",
    port: 7000,
  });
  expect(ours("a:b@1.2.3.4:1080", { protocol: "socks5" }).endpoint.port).toBe(7000);
  const none = { gateways: gateways.slice(0, 1) };
  expect(ours("socks5://a:b@1.2.3.4:1080", none).endpoint).toMatchObject({ protocol: "http" });
  const [read] = readProxies("a:b@1.2.3.4:80").proxies;
  expect(read && toOurEndpoint(read, { ...by, gateways: [] })).toBeNull();
});

test("a session without minutes gets the other provider's default", () => {
  const { endpoint, usualMinutes } = ours("customer-a-sessid-abc:p@pr.oxylabs.io:7777");
  expect([endpoint.username, usualMinutes]).toEqual(["shopper1-sid-abc-t-10", 10]);
  expect(ours("a-session-abc:p@1.2.3.4:80").endpoint.username).toBe("shopper1-sid-abc");
});

test("parameters without an equivalent are listed, each with its reason", () => {
  expect(lost("brd-customer-a-zone-resi-country-us-foo-bar:p@brd.superproxy.io:1")).toEqual([
    "resi zone",
    "foo-bar unknown",
  ]);
  expect(lost("geo.iproyal.com:1:a:p_country-us,gb_lifetime-10m")).toEqual([
    "us,gb onlyFirst",
    "10m noSession",
  ]);
  expect(lost("customer-a-cc-US-cc-DE-asn-x:p@pr.oxylabs.io:1")).toEqual([
    "DE twice",
    "x badValue",
  ]);
  expect(ours("customer-a-cc-US-cc-DE:p@pr.oxylabs.io:1").endpoint.username).toBe(
    "shopper1-region-US",
  );
  expect(ours("acme-rotate:p@p.webshare.io:80").endpoint.username).toBe("shopper1");
});

test("session ids are reduced to at most 32 letters and digits, minutes to our range", () => {
  const { username } = ours(
    `customer-a-sessid-${"x_1".repeat(20)}-sesstime-9999:p@pr.oxylabs.io:1`,
  ).endpoint;
  expect(username).toBe(`shopper1-sid-${"x1".repeat(16)}-t-1440`);
  expect(parseUsername(username)).toMatchObject({ ok: true });
});

test("a chosen place replaces the parsed one", () => {
  const filter = { country: "DE", city: "berlin" };
  expect(ours("customer-a-cc-US-sessid-q:p@pr.oxylabs.io:1", { filter }).endpoint.username).toBe(
    "shopper1-region-DE-city-berlin-sid-q-t-10",
  );
});

test("strict is kept only with a session", () => {
  const text = (session: string) =>
    `a-country-US${session}-sessionmode-norotate:p@x.joinmassive.com:1`;
  expect(ours(text("-session-5")).endpoint.username).toBe("shopper1-region-US-sid-5-t-15-strict-1");
  expect(ours(text("")).endpoint.username).toBe("shopper1-region-US");
  expect(ours("a-session-5-sessionmode-strict:p@x.joinmassive.com:1").asked.strict).toBe(false);
});
