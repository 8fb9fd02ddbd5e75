import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { staticIpRow } from "./testing/static-ip.ts";
import { addressOf, lineOf, statusOf } from "./static-ip.ts";

beforeAll(() => i18next.init({ lng: "en", resources: {} }));

test("what has ended is expired, what does not answer unreachable, whatever the time left (spec/static#expiry)", () => {
  const dead = { reachable: false, remainingHours: 2 };
  expect(statusOf(staticIpRow({ ...dead, expired: true }), "static")).toBe("expired");
  expect(statusOf(staticIpRow(dead), "static")).toBe("unreachable");
  expect(statusOf(staticIpRow(), "static")).toBe("active");
});

test("the long term ends soon from three days on, the short term from six hours on (spec/static#expiry)", () => {
  const of = (remainingHours: number, term: "static" | "short") =>
    statusOf(staticIpRow({ remainingHours }), term);
  expect([of(73, "static"), of(72, "static")]).toEqual(["active", "expiring"]);
  expect([of(7, "short"), of(6, "short")]).toEqual(["active", "expiring"]);
});

test("an IPv6 address stands in brackets before its port", () => {
  const row = staticIpRow({ host: "2001:db8::7", port: 443 });
  expect(addressOf(row)).toBe("[2001:db8::7]:443");
  expect(lineOf(row, "{host}:{port}:{user}:{password}")).toBe(
    "[2001:db8::7]:443:shopper1:Secret99",
  );
});

test("while no port is open the address is the bare host (spec/static#ports)", () => {
  const row = staticIpRow({ port: 0, ports: [] });
  expect(addressOf(row)).toBe("198.51.100.7");
  expect(lineOf(row, "{host}:{port}:{user}:{password}")).toBe("198.51.100.7");
});
