import { expect, test } from "vitest";
import { planOf, portOf } from "./testing/unlimited-port.ts";
import {
  addressOf,
  endpointOf,
  fieldsOf,
  planPhase,
  ownLineOf,
  stateOf,
  untilRotationMs,
} from "./port.ts";

const minute = 60_000;
const at = Date.parse("2026-11-22T15:00:00Z");
const turns = (nextRotationAt: string | null, rotationMinutes = 10) => ({
  nextRotationAt,
  rotationMinutes,
});

test("the time until the next exit continues from rotation to rotation without a request", () => {
  const row = turns("2026-11-22T15:03:00Z");
  expect(untilRotationMs(row, at)).toBe(3 * minute);
  expect(untilRotationMs(row, at + 3 * minute - 1)).toBe(1);
  expect(untilRotationMs(row, at + 3 * minute)).toBe(10 * minute);
  expect(untilRotationMs(row, at + 28 * minute)).toBe(5 * minute);
  expect(untilRotationMs(turns(null), at)).toBeNull();
});

test("a clock that is behind never shows more than one rotation interval", () => {
  expect(untilRotationMs(turns("2026-11-22T15:03:00Z", 1), at)).toBe(minute);
});

test("a plan runs, ends, and closes 24 hours later (spec/unlimited#expiry)", () => {
  const plan = planOf({ expiresAt: "2026-11-22T15:00:00Z", closesAt: "2026-11-23T15:00:00Z" });
  expect(planPhase(plan, at - 1)).toBe("running");
  expect(planPhase(plan, at)).toBe("ended");
  expect(planPhase({ ...plan, status: "expired" }, at - 1)).toBe("ended");
  expect(planPhase(plan, at + 86_400_000)).toBe("closed");
});

test("a port is open, not open yet, refuses with 402, or is closed", () => {
  const [open, shut] = [portOf(), portOf({ open: false })];
  expect([stateOf(open, "running"), stateOf(shut, "running")]).toEqual(["open", "notOpen"]);
  expect([stateOf(open, "ended"), stateOf(open, "closed")]).toEqual(["refuses", "closed"]);
});

test("a port's line uses its own format, with an IPv6 host in brackets", () => {
  const row = portOf({
    host: "2001:db8::1",
    country: "DE",
    format: "{user}@{host}:{port} {country}",
  });
  expect(addressOf(row)).toBe("[2001:db8::1]:26001");
  expect(ownLineOf(row)).toBe("crawler1@[2001:db8::1]:26001 DE");
  expect(fieldsOf(row)).toMatchObject({ user: "crawler1", password: "Secret99", city: "" });
  expect(endpointOf(row, "socks5")).toEqual({
    protocol: "socks5",
    host: "2001:db8::1",
    port: 26_001,
    username: "crawler1",
    password: "Secret99",
  });
});
