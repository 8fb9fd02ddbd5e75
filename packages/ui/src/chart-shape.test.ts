import { expect, test } from "vitest";
import { labelledPoints, labelRoom, smoothPath, textPx, ticksTo } from "./chart-shape.ts";

test("ticks are round, start at 0 and reach the highest value", () => {
  expect(ticksTo(58_508_739)).toEqual([0, 2e7, 4e7, 6e7]);
  expect(ticksTo(100)).toEqual([0, 25, 50, 75, 100]);
  expect(ticksTo(7)).toEqual([0, 2, 4, 6, 8]);
  expect(ticksTo(0)).toEqual([0]);
  expect(ticksTo(2)).toEqual([0, 0.5, 1, 1.5, 2]);
  expect([1, 2, 9, 12].map((most) => ticksTo(most, { whole: true }))).toEqual([
    [0, 1],
    [0, 1, 2],
    [0, 3, 6, 9],
    [0, 5, 10, 15],
  ]);
  for (const most of [1, 3, 9.99, 123, 4567, 8.8e12]) {
    const ticks = ticksTo(most);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
    expect(ticks.length).toBeLessThanOrEqual(6);
  }
});

test("the newest point always has a label, and the other labels have room", () => {
  expect(labelledPoints({ points: 30, width: 600, label: 100 })).toEqual([4, 9, 14, 19, 24, 29]);
  expect(labelledPoints({ points: 3, width: 600, label: 100 })).toEqual([0, 1, 2]);
  expect(labelledPoints({ points: 30, width: 50, label: 100 })).toEqual([29]);
  expect(labelledPoints({ points: 0, width: 600, label: 100 })).toEqual([]);
});

test("Chinese characters are measured at their drawn width", () => {
  expect(textPx("Nov 23")).toBeCloseTo(6 * 6.6);
  expect(textPx("11月23日")).toBeCloseTo(4 * 6.6 + 2 * 12);
});

test("labels keep a distance from each other, including the last one at the edge", () => {
  for (const longest of [10, 40, 52, 90]) {
    const room = labelRoom(longest);
    expect(room - longest).toBeGreaterThanOrEqual(24);
    // The previous label extends by half its width to the right, the last one fully to the left.
    expect(room - longest / 2 - longest).toBeGreaterThanOrEqual(12);
  }
});

test("a smooth line passes through its points and never leaves their range", () => {
  const dots = [0, 0, 90, 100, 20, 20].map((y, at) => ({ x: at * 10, y }));
  const path = smoothPath(dots);
  for (const { x, y } of dots) expect(path).toContain(`${x},${y}`);
  const heights = [...path.matchAll(/,(-?[\d.]+)/g)].map(([, y]) => Number(y));
  expect(Math.min(...heights)).toBe(0);
  expect(Math.max(...heights)).toBe(100);
  expect(smoothPath([])).toBe("");
  expect(smoothPath([{ x: 1, y: 2 }])).toBe("M1,2");
});
