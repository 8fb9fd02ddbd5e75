import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readLogin, readUsername } from "./login.ts";
import { describeFault, formatUsername, parseUsername } from "@turnpike/rules/username.ts";

/** Returns what is requested in our own grammar; if refused, what is wrong. */
function asked(username: string, password = "secret123"): string {
  const login = readLogin(username, password);
  if (!login.username.ok) return describeFault(login.username);
  expect(login.password).toBe("secret123");
  const { minutes, minutesGiven, sid } = login.username;
  const lasts = minutesGiven || (sid !== null && minutes !== 3) ? { minutes } : {};
  return formatUsername({ ...login.username, minutes: undefined as never, ...lasts });
}

/** The table of docs/gateway.md: another provider's notation, and how it is parsed. */
const table: [provider: string, username: string, ours: string, password?: string][] = [
  [
    "Bright Data",
    "brd-customer-acme01-zone-resi-country-us-state-ny-session-r4",
    "acme01-region-US-st-newyork-sid-r4",
  ],
  ["Bright Data, as Luminati", "lum-customer-acme01-zone-z1-country-de", "acme01-region-DE"],
  [
    "Oxylabs",
    "customer-acme01-cc-US-st-us_california-city-los_angeles-sessid-abc-sesstime-10",
    "acme01-region-US-st-california-city-losangeles-sid-abc-t-10",
  ],
  [
    "Oxylabs, 10 minutes unsaid",
    "customer-acme01-cc-DE-sessid-abc",
    "acme01-region-DE-sid-abc-t-10",
  ],
  [
    "Decodo",
    "user-acme01-country-us-city-new_york-session-x1-sessionduration-30",
    "acme01-region-US-city-newyork-sid-x1-t-30",
  ],
  ["Webshare", "acme01-US-rotate", "acme01-region-US"],
  ["Webshare, sticky", "acme01-de-7", "acme01-region-DE-sid-7"],
  [
    "SOAX",
    "package-acme01-country-us-region-texas-isp-comcast-sessionid-x-sessionlength-300",
    "acme01-region-US-st-texas-isp-comcast-sid-x-t-5",
  ],
  ["NetNut", "acme01-res-us-sid-123456", "acme01-region-US-sid-123456"],
  ["NetNut, anywhere", "acme01-res-any", "acme01"],
  [
    "922, Luna, PyProxy",
    "user-acme01-zone-custom-region-us-st-ohio-city-dayton-session-abc-sessTime-10",
    "acme01-region-US-st-ohio-city-dayton-sid-abc-t-10",
  ],
  ["Smartproxy.org", "acme01_area-DE_session-x_life-30", "acme01-region-DE-sid-x-t-30"],
  ["Smartproxy.org", "smart-acme01_area-US_city-new_york", "acme01-region-US-city-newyork"],
  ["DataImpulse", "acme01__cr.us;city.berlin;sessid.a1", "acme01-region-US-city-berlin-sid-a1"],
  [
    "IPRoyal",
    "acme01",
    "acme01-region-US-city-newyork-sid-sgn34f3e-t-120",
    "secret123_country-us_city-newyork_session-sgn34f3e_lifetime-2h",
  ],
  [
    "PacketStream",
    "acme01",
    "acme01-region-US-sid-abc",
    "secret123_country-UnitedStates_session-abc",
  ],
  ["PacketStream, Germany", "acme01", "acme01-region-DE", "secret123_country-Germany"],
  ["PacketStream, Vietnam", "acme01", "acme01-region-VN", "secret123_country-Vietnam"],
  ["ours", "acme01-cc-US-sessid-abc-sesstime-10", "acme01-region-US-sid-abc-t-10"],
];

describe("User names of other providers' customers (spec/gateway#other-providers)", () => {
  it.each(table)("%s: %s", (_provider, username, ours, password) => {
    expect(asked(username, password)).toBe(ours);
  });

  it.each([
    ["customer-acme01-cc-US-sesstim-10", 'unknown parameter "sesstim" in the user name'],
    ["customer-acme01-cc-US,DE", '"cc-US,DE" is no value'],
    ["customer-acme01-sessid-a_b", '"sessid-a_b" is no value'],
    ["customer-acme01-cc-US-cc-DE", 'parameter "cc" is given twice'],
    ["customer-acme01-cc", 'parameter "cc" has no value'],
    ["package-acme01-country-zz", '"country-zz" is no value'],
    ["acme01-regin-US", 'unknown parameter "regin" in the user name, did you mean "region"?'],
    ["acme01-country-us-region-texas", 'parameter "region" is given twice'],
    ["brd-customer-a-zone-z1", "the user name does not begin with a sub-account's name"],
    ["x_area-DE", "the user name does not begin with a sub-account's name"],
  ])("%s is refused: %s", (username, fault) => {
    expect(asked(username)).toContain(fault);
  });

  it("A fault in a foreign user name still returns the account name: credentials are checked first", () => {
    expect(readUsername("customer-acme01-cc-US-x-1")).toMatchObject({ ok: false, name: "acme01" });
    expect(readUsername("acme01-x-1")).toMatchObject({ ok: false, name: "acme01" });
  });

  it("Parameters in both user name and password are not parsed, so the password is wrong", () => {
    const { username, password } = readLogin("acme01-region-DE", "secret123_country-us");
    expect([username.ok, password]).toEqual([true, "secret123_country-us"]);
  });

  it("A user name that our own grammar accepts is always parsed by it", () => {
    const words = ["customer", "user", "acme01", "region", "cc", "US", "sid", "t", "10", "zone"];
    const text = fc.array(fc.constantFrom(...words), { maxLength: 9 }).map((all) => all.join("-"));
    fc.assert(
      fc.property(text, (username) => {
        const own = parseUsername(username);
        expect(own.ok ? readUsername(username) : own).toEqual(own);
      }),
      { numRuns: 5_000 },
    );
  });

  it("No input throws, and any accepted user name can be rewritten in our own grammar", () => {
    const words = [
      ..."customer brd lum user package account smart rotate any zone resi region state city us de".split(
        " ",
      ),
      ..."session sessid sessTime sessionlength life area __ cr.us ; _ - . a,b texas 7 301".split(
        " ",
      ),
    ];
    const piece = fc.oneof(
      fc.constantFrom(...words),
      fc.string({ maxLength: 12 }),
      fc.constant("acme01"),
    );
    const glue = fc.constantFrom("-", "_", "", "__", ";", ".");
    const text = fc
      .array(fc.tuple(piece, glue), { maxLength: 14 })
      .map((all) => all.flat().join(""));
    fc.assert(
      fc.property(text, text, (username, password) => {
        const login = readLogin(username, password);
        expect(password.startsWith(login.password)).toBe(true);
        if (!login.username.ok) return void describeFault(login.username);
        const { ok: _, ...request } = login.username;
        const written = formatUsername(request);
        expect(parseUsername(written)).toMatchObject({ ok: true, filter: request.filter });
      }),
      { numRuns: 20_000 },
    );
  });
});
