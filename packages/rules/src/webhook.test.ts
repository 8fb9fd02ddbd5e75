import { expect, test } from "vitest";
import { isDelivered, maxDeliveryAttempts, retryAfterMs, switchesOff } from "./webhook.ts";

const day = 86_400_000;

test("A delivery is attempted ten times, retried after 5 s, 30 s, 5 min, 30 min, 2, 5, 10, 14 and 20 hours", () => {
  const waits = Array.from({ length: maxDeliveryAttempts }, (_, at) => retryAfterMs(at + 1, 0.5));
  const seconds = [5, 30, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000];
  expect(waits).toEqual([...seconds.map((each) => each * 1_000), null]);
});

test("Waits vary randomly by at most a tenth", () => {
  expect(retryAfterMs(2, 0)).toBe(27_000);
  expect(retryAfterMs(2, 0.999_999)).toBe(33_000);
});

test("A webhook failing for five days is disabled, by the fifth or a later attempt of a delivery", () => {
  const failed = { status: 500, tries: 5, failingSince: 0, now: 5 * day };
  expect(switchesOff(failed)).toBe("failing");
  expect(switchesOff({ ...failed, now: 5 * day - 1 })).toBeNull();
  expect(switchesOff({ ...failed, tries: 4 })).toBeNull();
  expect(switchesOff({ ...failed, status: 0 })).toBe("failing");
});

test("410 disables a webhook at once", () => {
  expect(switchesOff({ status: 410, tries: 1, failingSince: 7, now: 7 })).toBe("gone");
  expect(switchesOff({ status: 404, tries: 1, failingSince: 7, now: 7 })).toBeNull();
});

test("Only a 2xx status counts as delivered", () => {
  const arrived = [0, 101, 199, 200, 204, 299, 300, 304, 404, 500].filter(isDelivered);
  expect(arrived).toEqual([200, 204, 299]);
});
