import fc from "fast-check";
import { expect, it } from "vitest";
import { bonusSource, bonusTiers, rechargeBonus } from "./recharge-bonus.ts";

const standard = bonusTiers([]);

it.each([
  [49_999, 0],
  [50_000, 2500],
  [50_001, 2500],
  [50_010, 2501],
  [199_999, 10_000],
  [200_000, 20_000],
  [10_000_000, 1_000_000],
])("A recharge of %i cents earns a bonus of %i: $500-1999.99 5 %%, $2000 and over 10 %%", (a, b) =>
  expect(rechargeBonus(a, standard)).toBe(b),
);

it("A promotion applies where it is better, and never lowers a bonus", () => {
  const promotion = { fromCents: 20_000, percent: 7 };
  const tiers = bonusTiers([promotion]);
  expect(tiers).toEqual([promotion, { fromCents: 200_000, percent: 10 }]);
  expect(rechargeBonus(20_000, tiers)).toBe(1400);
  expect(rechargeBonus(200_000, tiers)).toBe(20_000);
});

it("No set of promotions lowers a bonus, and a larger recharge never earns less", () => {
  const tier = fc.record({
    fromCents: fc.nat(10_000_000),
    percent: fc.integer({ min: 1, max: 100 }),
  });
  const amount = fc.integer({ min: 500, max: 10_000_000 });
  fc.assert(
    fc.property(fc.array(tier, { maxLength: 6 }), amount, amount, (promotions, a, b) => {
      const tiers = bonusTiers(promotions);
      const [less, more] = a < b ? [a, b] : [b, a];
      expect(rechargeBonus(a, tiers)).toBeGreaterThanOrEqual(rechargeBonus(a, standard));
      expect(rechargeBonus(more, tiers)).toBeGreaterThanOrEqual(rechargeBonus(less, tiers));
    }),
  );
});

it("A receipt names the promotion that raised the bonus, and none that did not", () => {
  const small = { fromCents: 20_000, percent: 5, title: "Halloween" };
  const large = { fromCents: 200_000, percent: 15, title: "Halloween" };
  const source = (amountCents: number, bonusCents: number) =>
    bonusSource({ amountCents, bonusCents }, [small, large]);
  expect(source(20_000, 1000)).toBe(small);
  expect(source(200_000, 30_000)).toBe(large);
  expect(source(50_000, 2500)).toBeNull();
  expect(source(10_000, 0)).toBeNull();
});
