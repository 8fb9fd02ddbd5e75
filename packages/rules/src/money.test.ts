import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  divideHalfUp,
  percentOf,
  priceCents,
  safeInteger,
  shareOf,
  unitPriceMicros,
} from "./money.ts";

describe("A total is rounded half up to the cent once (spec/api#values)", () => {
  it("rounds half a cent up and anything less down", () => {
    expect(priceCents(1, 5_000)).toBe(1);
    expect(priceCents(1, 4_999)).toBe(0);
    expect(priceCents(3, 28_500)).toBe(9);
    expect(priceCents(1_000_000, 3_500_000)).toBe(350_000_000);
  });

  it("is never more than half a cent off, for any quantity and price", () => {
    const quantity = fc.integer({ min: 1, max: 1_000_000 });
    const micros = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(quantity, micros, (n, unit) => {
        const off = BigInt(priceCents(n, unit)) * 10_000n - BigInt(n) * BigInt(unit);
        expect(off > -5_000n && off <= 5_000n).toBe(true);
      }),
    );
  });

  it("refuses anything but safe integers", () => {
    expect(() => priceCents(1.5, 100)).toThrow(RangeError);
    expect(() => safeInteger(2 ** 53)).toThrow(RangeError);
    expect(() => priceCents(1_000_000, Number.MAX_SAFE_INTEGER)).toThrow(RangeError);
  });
});

describe("Percentages and shares", () => {
  it("rounds a percentage half up", () => {
    expect(percentOf(50_010, 5)).toBe(2501);
    expect(percentOf(50_009, 5)).toBe(2500);
    expect(percentOf(101, 0.5)).toBe(1);
  });

  it("never returns a share above the amount or below zero", () => {
    const any = fc.integer({ min: -1000, max: 1_000_000 });
    fc.assert(
      fc.property(fc.nat(), any, fc.nat(1_000_000), (amount, part, whole) => {
        const share = shareOf(amount, { part, whole });
        expect(share >= 0 && share <= amount).toBe(true);
      }),
    );
  });

  it("rounds negative halves away from zero, symmetrically to positive ones", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n, max: 10n ** 12n }), (dividend, divisor) => {
        expect(divideHalfUp(-dividend, divisor)).toBe(-divideHalfUp(dividend, divisor));
      }),
    );
  });
});

it("The unit price of an invoice is the agreed price if the cents allow it, and multiplies back to the total", () => {
  expect(unitPriceMicros(1050, 3)).toBe(3_500_000);
  expect(unitPriceMicros(285_000, 100_000)).toBe(28_500);
  const cents = fc.integer({ min: 1, max: 1_000_000_000 });
  const quantity = fc.integer({ min: 1, max: 10_000 });
  fc.assert(
    fc.property(cents, quantity, (total, count) => {
      expect(priceCents(count, unitPriceMicros(total, count))).toBe(total);
    }),
  );
});
