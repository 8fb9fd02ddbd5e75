/** Timers of an idle process. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { everySecond } from "@turnpike/net/every-second.ts";
import { AdaptiveInterval } from "./adaptive-interval.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("Work is run often while there is some, and once a second while there is none", () => {
  let [runs, more] = [0, true];
  const pace = new AdaptiveInterval(100, () => {
    runs += 1;
    return more;
  });
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(10);
  more = false;
  vi.advanceTimersByTime(100);
  runs = 0;
  vi.advanceTimersByTime(5_000);
  expect(runs).toBe(5);
  // Work found by the slow check runs often again, as does work that is announced.
  more = true;
  vi.advanceTimersByTime(2_000);
  expect(runs).toBeGreaterThan(15);
  more = false;
  vi.advanceTimersByTime(200);
  runs = 0;
  more = true;
  pace.wake();
  vi.advanceTimersByTime(300);
  expect(runs).toBe(3);
  pace.stop();
  vi.advanceTimersByTime(5_000);
  expect([runs, vi.getTimerCount()]).toEqual([3, 0]);
});

test("All once-a-second checks share one timer, which stops with the last of them", () => {
  const runs = [0, 0, 0];
  const stops = runs.map((_, at) =>
    everySecond(() => {
      runs[at] = (runs[at] ?? 0) + 1;
    }),
  );
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2_000);
  stops[0]?.();
  vi.advanceTimersByTime(1_000);
  expect(runs).toEqual([2, 3, 3]);
  for (const stop of stops) stop();
  expect(vi.getTimerCount()).toBe(0);
});
