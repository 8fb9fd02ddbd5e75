import { expect, test } from "vitest";
import { judgeSchedule, type PriceChange, tiersAt } from "./price-schedule.ts";

const tiers = [
  { fromQty: 1, unitMicros: 4_000_000 },
  { fromQty: 10, unitMicros: 3_000_000 },
];
const change = (from: number, fromQty: number, unitMicros: number | null): PriceChange => ({
  from,
  fromQty,
  unitMicros,
});

test("a price applies from its start on, inclusive (spec/money#prices)", () => {
  const changes = [change(200, 1, 6_000_000), change(100, 1, 5_000_000), change(200, 10, null)];
  expect(tiersAt(tiers, changes, 99)).toEqual(tiers);
  expect(tiersAt(tiers, changes, 100)[0]).toEqual({ fromQty: 1, unitMicros: 5_000_000 });
  expect(tiersAt(tiers, changes, 199)).toHaveLength(2);
  expect(tiersAt(tiers, changes, 200)).toEqual([{ fromQty: 1, unitMicros: 6_000_000 }]);
});

test("of two prices with the same start, the one scheduled last applies", () => {
  const changes = [change(100, 1, 5_000_000), change(100, 1, 7_000_000)];
  expect(tiersAt(tiers, changes, 100)[0]?.unitMicros).toBe(7_000_000);
});

test("a schedule must always have a price for the smallest order", () => {
  const product = { minQty: 1, tiers };
  expect(judgeSchedule(product, [change(100, 10, null)])).toEqual({ ok: true });
  expect(judgeSchedule(product, [change(100, 1, null)])).toMatchObject({ why: "noPrice" });
  // Changes at the same instant are judged together.
  expect(judgeSchedule({ minQty: 5, tiers }, [change(9, 1, null), change(9, 5, 1)]).ok).toBe(true);
  expect(judgeSchedule({ minQty: 5, tiers }, [change(9, 1, null), change(10, 5, 1)])).toMatchObject(
    { why: "noPrice", change: { from: 9 } },
  );
});

test("a tier can be removed only once", () => {
  const changes = [change(100, 10, null), change(200, 10, null)];
  expect(judgeSchedule({ minQty: 1, tiers }, changes)).toMatchObject({
    why: "noTier",
    change: { from: 200 },
  });
});
