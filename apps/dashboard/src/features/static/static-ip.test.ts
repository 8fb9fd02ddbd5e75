import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { staticIpRow } from "./testing/static-ip.ts";
import { addressOf, lineOf, statusOf } from "./static-ip.ts";

beforeAll(() => i18next.init({ lng: "en", resources: {} }));

test("an IP past its end is expired and one that does not respond unreachable, whatever its remaining time (spec/static#expiry)", () => {
  const dead = { reachable: false, remainingHours: 2 };
  expect(statusOf(staticIpRow({ ...dead, expired: true }), "static")).toBe("expired");
  expect(statusOf(staticIpRow(dead), "static")).toBe("unreachable");
  expect(statusOf(staticIpRow(), "static")).toBe("active");
});

test("a long-term IP ends soon from three days before its end, a short-term IP from six hours (spec/static#expiry)", () => {
  const of = (remainingHours: number, term: "static" | "short") =>
    statusOf(staticIpRow({ remainingHours }), term);
  expect([of(73, "static"), of(72, "static")]).toEqual(["active", "expiring"]);
  expect([of(7, "short"), of(6, "short")]).toEqual(["active", "expiring"]);
});

test("an IPv6 address is written in brackets before its port", () => {
  const row = staticIpRow({ host: "2001:db8::7", port: 443 });
  expect(addressOf(row)).toBe("[2001:db8::7]:443");
  expect(lineOf(row, "{host}:{port}:{user}:{password}")).toBe(
    "[2001:db8::7]:443:shopper1:Secret99",
  );
});

test("without an open port the address is only the host (spec/static#ports)", () => {
  const row = staticIpRow({ port: 0, ports: [] });
  expect(addressOf(row)).toBe("198.51.100.7");
  expect(lineOf(row, "{host}:{port}:{user}:{password}")).toBe("198.51.100.7");
});
