import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { discounted, listPrice } from "./pricing.ts";

const product = {
  minQty: 1,
  maxQty: 1000,
  tiers: [
    { fromQty: 10, unitMicros: 3_000_000 },
    { fromQty: 1, unitMicros: 3_500_000 },
    { fromQty: 100, unitMicros: 2_200_000 },
  ],
};

describe("The tier that the quantity reaches prices all units (spec/money#prices)", () => {
  it.each([
    [1, 350],
    [9, 3150],
    [10, 3000],
    [99, 29_700],
    [100, 22_000],
    [1000, 220_000],
  ])("%i units cost %i cents", (quantity, listCents) =>
    expect(listPrice(quantity, product)).toEqual({ ok: true, listCents }),
  );

  it.each([0, -1, 1001, 1.5, Number.NaN])("refuses a quantity of %d", (quantity) =>
    expect(listPrice(quantity, product)).toEqual({ ok: false, why: "badQuantity" }),
  );

  it("asks a cent at least of what costs anything, so that no small order is free", () => {
    const cheap = (unitMicros: number) => ({ ...product, tiers: [{ fromQty: 1, unitMicros }] });
    const priced = (quantity: number) => listPrice(quantity, cheap(1_000));
    expect([1, 4, 14, 15].map((quantity) => priced(quantity))).toEqual(
      [1, 1, 1, 2].map((listCents) => ({ ok: true, listCents })),
    );
    expect(listPrice(1, cheap(0))).toEqual({ ok: true, listCents: 0 });
  });

  it("refuses a quantity that is not a multiple of the step", () => {
    const stepped = { ...product, minQty: 100, stepQty: 100 };
    const priced = (quantity: number) => listPrice(quantity, stepped).ok;
    expect([100, 150, 200, 1000].map(priced)).toEqual([true, false, true, true]);
  });

  it("refuses a quantity below the first tier", () => {
    const later = { ...product, tiers: [{ fromQty: 5, unitMicros: 1 }] };
    expect(listPrice(4, later)).toEqual({ ok: false, why: "badQuantity" });
  });
});

it("A discounted total is never negative and adds up with the discount to the list price", () => {
  expect(discounted(999, 10)).toEqual({ listCents: 999, discountCents: 100, totalCents: 899 });
  fc.assert(
    fc.property(fc.nat(1_000_000_000), fc.integer({ min: 0, max: 100 }), (listCents, percent) => {
      const price = discounted(listCents, percent);
      expect(price.totalCents).toBeGreaterThanOrEqual(0);
      expect(price.totalCents + price.discountCents).toBe(listCents);
      expect(price.totalCents === 0).toBe(listCents === 0 || percent === 100);
    }),
  );
});
