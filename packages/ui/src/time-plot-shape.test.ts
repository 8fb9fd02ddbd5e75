import { expect, test } from "vitest";
import {
  isolatedPoints,
  gapsIn,
  indexAfterKey,
  nearestIndex,
  peakOf,
  stackedColumns,
  ticksFor,
} from "./time-plot-shape.ts";

const times = (...at: number[]) => Float64Array.from(at);
const columns = (...values: number[]) => [
  Float64Array.from(values.keys()),
  Float64Array.from(values),
];

test("the point nearest to an instant is found, also outside the range of the points", () => {
  const at = times(10, 20, 40);
  expect([0, 14, 16, 29, 31, 99].map((one) => nearestIndex(at, one))).toEqual([0, 0, 1, 1, 2, 2]);
  expect(nearestIndex(times(), 5)).toBe(-1);
});

test("a line breaks at gaps, and an isolated point is drawn as a dot", () => {
  const at = times(0, 1, 2, 9, 20, 21);
  expect(gapsIn(at, 3)).toEqual([3, 4]);
  expect(gapsIn(times(0, 3), 3)).toEqual([]);
  expect(isolatedPoints(at, 3)).toEqual([3]);
  expect(isolatedPoints(times(0, 9, 18), 3)).toEqual([0, 1, 2]);
  expect([isolatedPoints(times(), 3), isolatedPoints(times(0, 1), 3)]).toEqual([[], []]);
});

test("the axis includes the limit unless the values are far below it", () => {
  const top = (peak: number, reach: Parameters<typeof ticksFor>[1]) =>
    ticksFor(columns(0, peak), reach).at(-1);
  expect(top(4, { least: 1, limit: 5 })).toBe(6);
  expect(top(40, { least: 1, limit: 500 })).toBe(40);
  expect(top(51, { least: 1, limit: 500 })).toBe(600);
  expect(top(7, { least: 1, limit: 5 })).toBe(8);
  expect(top(0.2, { least: 10, most: 100 })).toBe(10);
  expect(top(130, { least: 10, most: 100 })).toBe(100);
  expect(ticksFor(columns(1, 2), { least: 4, whole: true })).toEqual([0, 1, 2, 3, 4]);
  expect(peakOf([times(900, 901), times(1, 2), times(5, 3)])).toBe(5);
});

test("keys move by one point, by a tenth of the points or to an end, never beyond", () => {
  const after = (key: string, index: number) => indexAfterKey(key, { index, points: 100 });
  expect(
    ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"].map((key) => after(key, 50)),
  ).toEqual([49, 51, 60, 40, 0, 99]);
  expect([after("ArrowLeft", 0), after("ArrowRight", 99), after("Tab", 5)]).toEqual([0, 99, null]);
  expect(indexAfterKey("End", { index: -1, points: 0 })).toBe(null);
});

test("stacked series begin where the one below ends, and the scale reaches their sum", () => {
  const stacked = stackedColumns([times(0, 1), times(1, 3), times(2, 0), times(0, 4)]);
  expect(stacked.map((column) => [...column])).toEqual([
    [0, 1],
    [1, 3],
    [3, 3],
    [3, 7],
  ]);
  expect(peakOf(stacked)).toBe(7);
  expect(stackedColumns([])).toEqual([times()]);
});
