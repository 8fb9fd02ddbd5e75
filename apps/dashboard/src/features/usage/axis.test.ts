import { ticksTo } from "@turnpike/ui/chart-shape.ts";
import { expect, test } from "vitest";
import { axisText } from "./amounts.ts";

test.each([
  [227, "megabyte"],
  [3_400, "megabyte"],
  [999_000_000, "megabyte"],
  [12_345_000_000_000, "gigabyte"],
] as const)("no two steps of an axis up to %i bytes look the same", (most, unit) => {
  const steps = ticksTo(most).map((tick) => axisText(tick, unit));
  expect(new Set(steps).size).toBe(steps.length);
});

test("a step has no superfluous digits", () => {
  expect(axisText(3 * 0.1e6, "megabyte")).toBe("0.3 MB");
  expect(axisText(1_250e9, "gigabyte")).toBe("1,250 GB");
});
