import i18next from "i18next";
import { beforeAll, expect, test } from "vitest";
import { formatCountdown, formatTimeLeft, remainingMs } from "./time-left.ts";

beforeAll(() => i18next.init({ lng: "en", resources: {} }));
const hour = 3_600_000;
const now = Date.parse("2026-11-20T08:00:00Z");
const endsIn = (ms: number, remainingHours = Math.ceil(ms / hour)) => ({
  expiresAt: new Date(now + ms).toISOString(),
  remainingHours,
});

test("the remaining time follows this clock, but stays within the hour that the product reported", () => {
  expect(remainingMs(endsIn(5.5 * hour), now)).toBe(5.5 * hour);
  expect(remainingMs(endsIn(5.5 * hour), now + 60_000)).toBe(5.5 * hour - 60_000);
  // A clock that is a day slow, or a day fast.
  expect(remainingMs(endsIn(5.5 * hour), now - 24 * hour)).toBe(6 * hour);
  expect(remainingMs(endsIn(5.5 * hour), now + 24 * hour)).toBe(5 * hour);
  expect(remainingMs(endsIn(-hour, 0), now)).toBe(0);
});

test("the remaining time is shown in days and hours, on the last day in hours and minutes", () => {
  expect(formatTimeLeft(30 * 24 * hour - 1000)).toBe("30 days");
  expect(formatTimeLeft(2 * 24 * hour + 3 * hour)).toBe("2 days, 3 hours");
  expect(formatTimeLeft(5 * hour + 12 * 60_000 - 1000)).toBe("5 hours, 12 minutes");
  expect(formatTimeLeft(24 * hour)).toBe("1 day");
  expect(formatTimeLeft(0)).toBe("1 minute");
});

test("a countdown is formatted like a clock, rounded up", () => {
  expect([0, 1, 60_000, 201_000, 3_727_000].map(formatCountdown)).toEqual([
    "0:00",
    "0:01",
    "1:00",
    "3:21",
    "1:02:07",
  ]);
});
