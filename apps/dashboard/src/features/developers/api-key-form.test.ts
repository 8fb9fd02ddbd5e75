import { expect, it } from "vitest";
import { isLimit, keyAdditionOf, validateNetworks } from "./api-key-form.ts";

const typed = { name: "billing", scopes: "read", lifetime: "never" };
const now = Date.parse("2026-11-25T12:00:00Z");

it("sends only what was filled in", () => {
  expect(keyAdditionOf(typed, now)).toEqual({
    name: "billing",
    scopes: ["read"],
  });
});

it("sends an expiry as a timestamp; a chosen day counts completely (UTC)", () => {
  const at = (more: object) => keyAdditionOf({ ...typed, ...more }, now).expiresAt;
  expect(at({ lifetime: "30" })).toBe("2026-12-25T12:00:00.000Z");
  expect(at({ lifetime: "date", expiresAt: "2026-12-31" })).toBe("2027-01-01T00:00:00.000Z");
});

it("sends networks as a list, and a limit in cents", () => {
  const more = { ips: "203.0.113.7,\n 198.51.100.0/24", maxCents: 1_234, scopes: "read,buy" };
  expect(keyAdditionOf({ ...typed, ...more }, now)).toEqual({
    name: "billing",
    scopes: ["read", "buy"],
    ips: ["203.0.113.7", "198.51.100.0/24"],
    maxCents: 1_234,
  });
});

it.each([
  ["", null],
  ["203.0.113.7 2001:db8::/48", null],
  ["203.0.113.7, office", { bad: "office" }],
  ["203.0.113.0/33", { bad: "203.0.113.0/33" }],
  [Array.from({ length: 21 }, (_, n) => `203.0.113.${n}`).join(","), "many"],
])("validates the networks %j", (typed, fault) => {
  expect(validateNetworks(typed)).toEqual(fault);
});

it("accepts any amount as a limit, or none", () => {
  expect(["", "0", "12.5", "10000000"].every(isLimit)).toBe(true);
  expect(["-1", "10000000.01", "x"].some(isLimit)).toBe(false);
});
