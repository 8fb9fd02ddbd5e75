import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { everySecond, everySeconds } from "./every-second.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("shares one timer among all that run every few seconds, in the same seconds", () => {
  const ran: Record<string, number[]> = { one: [], two: [], four: [] };
  const note = (name: string) => () => ran[name]?.push(Date.now());
  const ends = [everySecond(note("one")), everySeconds(2, note("two"))];
  vi.advanceTimersByTime(1_500);
  ends.push(everySeconds(4, note("four")));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(8_000);
  expect([ran["one"]?.length, ran["two"]?.length, ran["four"]?.length]).toEqual([9, 4, 2]);
  expect(ran["two"]).toEqual(expect.arrayContaining(ran["four"] ?? []));
  ends[0]?.();
  vi.advanceTimersByTime(2_000);
  expect(ran["one"]).toHaveLength(9);
  for (const end of ends) end();
  expect(vi.getTimerCount()).toBe(0);
});
