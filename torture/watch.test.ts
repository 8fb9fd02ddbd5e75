import { expect, test } from "vitest";
import { slope } from "./watch.ts";

test("The slope of a noisy line is the slope of the line", () => {
  const noise = [0.3, -0.2, 0.1, -0.3, 0.2, -0.1, 0, 0.1, -0.1, 0];
  const points = noise.map((off, at): [number, number] => [at, 100 + 0.5 * at + off]);
  expect(slope(points)).toBeGreaterThan(0.45);
  expect(slope(points)).toBeLessThan(0.55);
});
