import { expect, test } from "vitest";
import {
  nextTier,
  positionOf,
  presetsOf,
  quantityAt,
  trafficPlans,
  unitMicrosAt,
  withinRange,
} from "./buy-plan.ts";

const plan = {
  minQty: 10,
  maxQty: 2000,
  tiers: [
    { fromQty: 10, unitMicros: 3_000_000 },
    { fromQty: 100, unitMicros: 2_000_000 },
    { fromQty: 1000, unitMicros: 1_500_000 },
  ],
};

test("presets and quantities stay within what is sold", () => {
  expect(presetsOf(plan)).toEqual([10, 50, 100, 500, 1000]);
  expect(presetsOf({ minQty: 1000, maxQty: 1_000_000 })).toEqual([1000, 5000]);
  expect([3, 10.4, 5000, Number.NaN].map((gb) => withinRange(gb, plan))).toEqual([
    10, 10, 2000, 10,
  ]);
});

test("the slider reaches both ends, gives round numbers and finds its place again", () => {
  expect(quantityAt(0, plan)).toBe(10);
  expect(quantityAt(1, plan)).toBe(2000);
  expect(quantityAt(0.5, plan)).toBe(140);
  expect(positionOf(10, plan)).toBe(0);
  expect(positionOf(2000, plan)).toBe(1);
  expect(quantityAt(positionOf(140, plan), plan)).toBe(140);
  expect(positionOf(7, { minQty: 7, maxQty: 7 })).toBe(0);
});

test("the hint names the next cheaper tier and what is missing; at the last there is none", () => {
  expect(unitMicrosAt(99, plan)).toBe(3_000_000);
  expect(nextTier(99, plan)).toEqual({ missingGb: 1, fromQty: 100, unitMicros: 2_000_000 });
  expect(nextTier(100, plan)?.fromQty).toBe(1000);
  expect(nextTier(1000, plan)).toBeNull();
  expect(nextTier(500, { ...plan, maxQty: 900 })).toBeNull();
});

test("only traffic plans are offered, the standard one first", () => {
  const product = { ...plan, sku: "", name: "", unit: "", days: null };
  const sold = [
    { ...product, sku: "b", kind: "traffic" as const, enterprise: true },
    { ...product, sku: "c", kind: "ip" as const, enterprise: false },
    { ...product, sku: "a", kind: "traffic" as const, enterprise: false },
  ];
  expect(trafficPlans(sold).map(({ sku }) => sku)).toEqual(["a", "b"]);
});
