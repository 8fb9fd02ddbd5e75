import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ReplayedProduct,
  replayPlan,
  replayPlans,
  type UsedHour,
  unitsToBuy,
} from "./cheapest-plan.ts";

const GB = 1e9;
const tiers = (...pairs: [number, number][]) =>
  pairs.map(([fromQty, unitMicros]) => ({ fromQty, unitMicros }));
const sold = (
  sku: string,
  kind: ReplayedProduct["kind"],
  more: Partial<ReplayedProduct>,
): ReplayedProduct => {
  const pool = kind === "traffic" ? "residential" : null;
  return { sku, kind, pool, days: null, minQty: 1, maxQty: 10_000, tiers: [], ...more };
};

const shop = [
  sold("traffic", "traffic", { tiers: tiers([1, 3_500_000], [10, 3_000_000]) }),
  sold("traffic-big", "traffic", { minQty: 1_000, tiers: tiers([1_000, 1_500_000]) }),
  sold("ip", "ip", { minQty: 10, tiers: tiers([10, 150_000], [100, 120_000]) }),
  sold("static-7", "static", { days: 7, tiers: tiers([1, 2_500_000]) }),
  sold("static-30", "static", { days: 30, tiers: tiers([1, 5_000_000]) }),
  sold("short-1", "short", { days: 1, tiers: tiers([1, 500_000]) }),
  sold("port-30", "port", { days: 30, tiers: tiers([1, 9_000_000]) }),
  sold("bandwidth-30", "bandwidth", {
    days: 30,
    minQty: 100,
    stepQty: 100,
    tiers: tiers([100, 1_400_000]),
  }),
];
const product = (sku: string) => {
  const found = shop.find((one) => one.sku === sku);
  if (!found) throw new Error(sku);
  return found;
};
const quiet: UsedHour = { bytes: 0, addresses: 0 };
const month = (used: Record<number, UsedHour>) =>
  Array.from({ length: 720 }, (_, at) => used[at] ?? quiet);

test("The costs of a month match a calculation by hand (spec/money#the-cheapest-plan)", () => {
  // Two hours on the first day, one on the 20th: 6.2 GB in total, at most three addresses at once.
  const hours = month({
    0: { bytes: 3 * GB, addresses: 3 },
    2: { bytes: 1.2 * GB, addresses: 2 },
    470: { bytes: 2 * GB, addresses: 1 },
  });
  const of = (sku: string) => {
    const plan = replayPlan(hours, product(sku));
    return [plan?.needed, plan?.quantity, plan?.unitMicros, plan?.totalCents];
  };
  expect(of("traffic")).toEqual([7, 7, 3_500_000, 2_450]);
  expect(of("traffic-big")).toEqual([7, 1_000, 1_500_000, 150_000]);
  // Three for five hours, one later; the minimum quantity is ten.
  expect(of("ip")).toEqual([4, 10, 150_000, 150]);
  expect(of("static-7")).toEqual([4, 4, 2_500_000, 1_000]);
  expect(of("static-30")).toEqual([3, 3, 5_000_000, 1_500]);
  expect(of("short-1")).toEqual([4, 4, 500_000, 200]);
  // 3 GB in an hour are 6.7 Mbps: two ports of 5, or 100 Mbps.
  expect(of("port-30")).toEqual([2, 2, 9_000_000, 1_800]);
  expect(of("bandwidth-30")).toEqual([100, 100, 1_400_000, 14_000]);
  expect(replayPlans(hours, shop).map(({ sku, totalCents }) => [sku, totalCents])).toEqual([
    ["ip", 150],
    ["short-1", 200],
    ["static-7", 1_000],
    ["port-30", 1_800],
    ["traffic", 2_450],
    ["bandwidth-30", 14_000],
  ]);
});

test("Traffic has a plan for each pool: their exits differ", () => {
  const hours = month({ 5: { bytes: 2 * GB, addresses: 1 } });
  const ofPool = (sku: string, pool: string, unitMicros: number) =>
    sold(sku, "traffic", { pool, tiers: tiers([1, unitMicros]) });
  const several = [
    ofPool("home", "residential", 3_000_000),
    ofPool("phone", "mobile", 6_000_000),
    ofPool("phone-dear", "mobile", 7_000_000),
  ];
  expect(replayPlans(hours, several).map(({ sku }) => sku)).toEqual(["home", "phone"]);
});

test("More than needed is bought if a higher tier makes that cheaper", () => {
  const hours = month({ 5: { bytes: 9 * GB, addresses: 1 } });
  expect(replayPlan(hours, product("traffic"))).toMatchObject({
    needed: 9,
    quantity: 10,
    totalCents: 3_000,
  });
});

test("Without use nothing is bought, and products not sold in the needed quantity are left out", () => {
  expect(replayPlans(month({}), shop)).toEqual([]);
  const hours = month({ 1: { bytes: GB, addresses: 20_000 } });
  const kinds = replayPlans(hours, shop).map(({ kind }) => kind);
  expect(kinds).toEqual(["traffic", "port", "bandwidth"]);
});

const anyHours = fc.array(
  fc.record({
    bytes: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200 * GB })),
    addresses: fc.integer({ min: 0, max: 300 }),
  }),
  { minLength: 1, maxLength: 200 },
);

test("The first plan costs no more than any other, and each total is its quantity times its price", () => {
  fc.assert(
    fc.property(anyHours, (hours) => {
      const plans = replayPlans(hours, shop);
      const all = shop.map((one) => replayPlan(hours, one)).filter((one) => one !== null);
      expect(plans.length > 0).toBe(hours.some(({ bytes }) => bytes > 0));
      for (const one of all) expect(plans[0]?.totalCents).toBeLessThanOrEqual(one.totalCents);
      for (const { quantity, needed, unitMicros, totalCents } of plans) {
        expect(quantity).toBeGreaterThanOrEqual(needed);
        expect(totalCents).toBe(Math.floor((quantity * unitMicros) / 10_000 + 0.5));
      }
    }),
    { numRuns: 100 },
  );
});

test("The units bought cover every hour, and fewer would not", () => {
  const needs = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(needs, fc.integer({ min: 1, max: 4 }), (need, length) => {
      expect(unitsToBuy(need, length)).toBe(fewest(need, length));
    }),
    { numRuns: 60 },
  );
});

/** Tries every way to buy 0 to 2 units in each hour. */
function fewest(need: readonly number[], length: number): number {
  let best = Infinity;
  const begin = (at: number, begun: number[], all: number) => {
    if (all >= best) return;
    if (at === need.length) {
      best = all;
      return;
    }
    for (let more = 0; more <= 2; more += 1) {
      const now = [...begun, more];
      const held = now.slice(Math.max(0, at - length + 1)).reduce((sum, one) => sum + one, 0);
      if (held >= (need[at] ?? 0)) begin(at + 1, now, all + more);
    }
  };
  begin(0, [], 0);
  return best;
}
