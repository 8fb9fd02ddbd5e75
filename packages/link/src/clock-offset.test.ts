import { expect, test } from "vitest";
import { ClockOffset } from "./clock-offset.ts";

test("The clock offset is that of the shortest round trip, and follows changes of the clock", () => {
  const clock = new ClockOffset();
  const heard: number[] = [];
  clock.onChange((aheadMs) => heard.push(aheadMs));
  clock.sample(10_000, 400, 10_300);
  clock.sample(20_000, 10, 20_005);
  expect(heard).toEqual([-100, 0]);
  for (let at = 0; at < 20; at += 1) clock.sample(30_000, 30, 30_015 + (at % 2) * 10);
  expect(clock.aheadMs).toBe(0);
  clock.sample(40_000, 10, 130_005);
  expect(clock.aheadMs).toBe(-90_000);
});
