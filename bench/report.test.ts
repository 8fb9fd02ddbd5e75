import { expect, test } from "vitest";
import type { Shot } from "./measure.ts";
import { errorsOf, tableOf } from "./report.ts";
import { median, quantile } from "./statistics.ts";
import { type Test, tests } from "./tests.ts";

const testOf = (key: string) => tests.find((one) => one.key === key) as Test;
const shot = (changed: Partial<Shot>): Shot => ({
  wall: 1_000,
  perCpu: 2_000,
  p50Us: 100,
  p99Us: 900,
  proxyCores: 0.5,
  generatorCores: 0.99,
  saturated: "generator",
  rssBytes: Number.NaN,
  sustained: Number.NaN,
  errors: 0,
  firstError: "",
  ...changed,
});
const rowOf = (table: string, name: string) =>
  table
    .split("\n")
    .find((line) => line.startsWith(name))
    ?.split(/ {2,}/);

test("Rates are shown per CPU second, as the median of the rounds and relative to the baseline", () => {
  const ours = [shot({ perCpu: 9_000 }), shot({ perCpu: 8_000 }), shot({ perCpu: 1_000 })];
  const shots = new Map([
    ["ours", ours],
    ["proxy-chain", [shot({ perCpu: 4_000 })]],
  ]);
  const row = rowOf(tableOf(testOf("rate"), shots, "proxy-chain"), "ours");
  expect(row?.slice(0, 5)).toEqual(["ours", "8000", "1000–9000", "2.00", "1000"]);
  expect(row?.slice(-4)).toEqual(["50 %", "99 %", "generator", "0"]);
});

test("A direct connection has no rate per CPU second and no ratio", () => {
  const direct = shot({ wall: 30, perCpu: Number.NaN, proxyCores: Number.NaN });
  const shots = new Map([
    ["no proxy", [direct]],
    ["proxy-chain", [shot({ wall: 10, perCpu: 10 })]],
  ]);
  const row = rowOf(tableOf(testOf("down"), shots, "proxy-chain"), "no proxy");
  expect(row?.slice(0, 5)).toEqual(["no proxy", "-", "-", "-", "30.00"]);
});

test("Errors are summed over all rounds and the first one is shown", () => {
  const failed = shot({ errors: 2, firstError: "ECONNRESET" });
  const shots = new Map([["ours", [shot({}), failed, failed]]]);
  expect(rowOf(tableOf(testOf("rate"), shots, "ours"), "ours")?.at(-1)).toBe("4");
  expect(errorsOf(testOf("rate"), shots)).toEqual(["rate, ours: ECONNRESET"]);
});

test("Median and quantile ignore NaN and return NaN for an empty list", () => {
  expect(median([3, Number.NaN, 1])).toBe(2);
  expect(median([5, 1, 3])).toBe(3);
  expect(median([])).toBeNaN();
  const hundred = Array.from({ length: 100 }, (_, index) => index);
  expect(quantile(hundred, 0.99)).toBe(99);
  expect(quantile(hundred, 0.5)).toBe(50);
  expect(quantile([], 0.5)).toBeNaN();
});
