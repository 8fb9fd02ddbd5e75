import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  firstQuantity,
  kindOf,
  listCents,
  nextTier,
  plansOf,
  positionOf,
  presetsOf,
  quantityAt,
  unitMicrosAt,
  withinRange,
} from "./plan.ts";

const plan = {
  minQty: 10,
  maxQty: 2000,
  stepQty: 1,
  validDays: null,
  region: null,
  tiers: [
    { fromQty: 10, unitMicros: 3_000_000 },
    { fromQty: 100, unitMicros: 2_000_000 },
    { fromQty: 1000, unitMicros: 1_500_000 },
  ],
};

test("presets are the tier starts and usual quantities, within the range sold", () => {
  expect(presetsOf("traffic", plan)).toEqual([10, 50, 100, 500, 1000, 2000]);
  const enterprise = {
    minQty: 10_000,
    maxQty: 1_000_000,
    tiers: [
      { fromQty: 10_000, unitMicros: 45_000 },
      { fromQty: 70_000, unitMicros: 35_000 },
    ],
  };
  expect(presetsOf("ip", enterprise)).toEqual([10_000, 20_000, 50_000, 70_000, 100_000, 200_000]);
});

test("quantities are limited to the range sold", () => {
  expect([3, 10.4, 5000, Number.NaN].map((gb) => withinRange(gb, plan))).toEqual([
    10, 10, 2000, 10,
  ]);
});

test("the slider reaches both ends, gives round numbers and maps them back to its position", () => {
  expect(quantityAt(0, plan)).toBe(10);
  expect(quantityAt(1, plan)).toBe(2000);
  expect(quantityAt(0.5, plan)).toBe(140);
  expect(positionOf(10, plan)).toBe(0);
  expect(positionOf(2000, plan)).toBe(1);
  expect(quantityAt(positionOf(140, plan), plan)).toBe(140);
  expect(positionOf(7, { minQty: 7, maxQty: 7 })).toBe(0);
});

test("the hint shows the next cheaper tier and the missing quantity; at the last tier there is none", () => {
  expect(unitMicrosAt(99, plan)).toBe(3_000_000);
  expect(nextTier(99, plan)).toEqual({ missing: 1, fromQty: 100, unitMicros: 2_000_000 });
  expect(nextTier(100, plan)?.fromQty).toBe(1000);
  expect(nextTier(1000, plan)).toBeNull();
  expect(nextTier(500, { ...plan, maxQty: 900 })).toBeNull();
});

test("the plans of one kind are offered, the standard one first", () => {
  const product = {
    ...plan,
    sku: "",
    name: "",
    unit: "",
    days: null,
    description: null,
    badge: null,
    identity: null,
    trial: false,
  };
  const sold = [
    { ...product, sku: "b", kind: "traffic" as const, enterprise: true },
    { ...product, sku: "c", kind: "ip" as const, enterprise: false },
    { ...product, sku: "a", kind: "traffic" as const, enterprise: false },
  ];
  expect(plansOf("traffic", sold).map(({ sku }) => sku)).toEqual(["a", "b"]);
  expect(plansOf("ip", sold).map(({ sku }) => sku)).toEqual(["c"]);
});

test("a URL names a kind or a SKU; products sold elsewhere open nothing", () => {
  const named = ["ip", "ip-enterprise", "traffic-standard", "static-7", "short-3"];
  expect(named.map((name) => kindOf(name))).toEqual(["ip", "ip", "traffic", "static", "short"]);
  expect(["port-30", "ipx", "", null].map((name) => kindOf(name))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

describe("the initial quantity of a dialog", () => {
  test("is a usual one within the range sold", () => {
    expect(firstQuantity("traffic", plan)).toBe(10);
    expect(firstQuantity("ip", plan)).toBe(100);
    expect(firstQuantity("ip", { ...plan, minQty: 500 })).toBe(500);
  });

  test("is the smallest that reaches a coupon's minimum, over all tiers", () => {
    expect(firstQuantity("traffic", plan, 3000)).toBe(10);
    expect(firstQuantity("traffic", plan, 3001)).toBe(11);
    // 99 at $3 cost $297 and 149 at $2 cost $298: no quantity costs an amount in between.
    expect(firstQuantity("traffic", plan, 29_701)).toBe(149);
    expect(firstQuantity("traffic", plan, 99_999_999)).toBe(10);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), (minCents) => {
        const quantity = firstQuantity("traffic", plan, minCents);
        expect(listCents(quantity, plan)).toBeGreaterThanOrEqual(minCents);
        for (let less = 10; less < quantity; less++) {
          expect(listCents(less, plan)).toBeLessThan(minCents);
        }
      }),
      { numRuns: 60 },
    );
  });
});
