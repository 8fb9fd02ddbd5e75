import { expect, test } from "vitest";
import { GAP_MS, highest, layerPaths, nearest, runsOf } from "./moving-shape.ts";

const point = (at: number, ...values: number[]) => ({ at, values });

test("layers are stacked", () => {
  const run = [point(0, 1, 2), point(1000, 3, 0)];
  const scale = { xOf: (at: number) => at / 10, yOf: (value: number) => 100 - value };
  expect(highest(run)).toBe(3);
  expect(highest([])).toBe(0);
  expect(layerPaths(run, 0, scale)).toEqual({
    edge: "M0,99L100,97",
    area: "M0,99L100,97L100,100L0,100Z",
  });
  expect(layerPaths(run, 1, scale).area).toBe("M0,97L100,97L100,97L0,99Z");
});

test("points are joined unless the time between them is too long", () => {
  const points = [point(0), point(1000), point(1000 + GAP_MS), point(1001 + 2 * GAP_MS)];
  expect(runsOf(points).map((run) => run.length)).toEqual([3, 1]);
  expect(runsOf([])).toEqual([]);
});

test("the pointer finds the nearest point", () => {
  const points = [point(0), point(1000), point(2000)];
  expect(nearest(points, 1400)?.at).toBe(1000);
  expect(nearest(points, 99_999)?.at).toBe(2000);
  expect(nearest([], 0)).toBeUndefined();
});
