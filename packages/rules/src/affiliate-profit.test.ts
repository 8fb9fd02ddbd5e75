import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decideProfit as decide,
  deduct,
  type EarningOrder,
  profitDue,
  profitStatus,
} from "./affiliate-profit.ts";
import { specifiedRates } from "./rates.ts";

const decideProfit = (paid: EarningOrder) => decide(paid, specifiedRates);
const day = 86_400_000;
const order: EarningOrder = {
  amountCents: 12_345,
  method: "crypto",
  reversible: false,
  renewal: false,
  paidAt: 7,
  ownOrder: false,
};

describe("10 % profit on orders, 5 % on renewals (spec/affiliate#profit)", () => {
  it.each([
    [12_345, false, 1235],
    [12_344, false, 1234],
    [12_345, true, 617],
    [12_350, true, 618],
    [5, false, 1],
    [4, false, 0],
    [9, true, 0],
    [10, true, 1],
  ])("%i cents, renewal %s, earn %i cents, rounded half up", (amountCents, renewal, cents) => {
    expect(decideProfit({ ...order, amountCents, renewal })?.cents).toBe(cents);
  });

  it("is not paid for gifts or for the affiliate's own orders", () => {
    expect(decideProfit({ ...order, amountCents: 0, method: "coupon" })).toBeNull();
    expect(decideProfit({ ...order, amountCents: 0 })).toBeNull();
    expect(decideProfit({ ...order, ownOrder: true })).toBeNull();
  });

  it("can be withdrawn at once if the payer cannot take the money back, otherwise after 30 days", () => {
    expect(decideProfit(order)?.freezeEndsAt).toBeNull();
    expect(decideProfit({ ...order, reversible: true })?.freezeEndsAt).toBe(7 + 30 * day);
  });
});

/** What an order earned when it was paid. */
const earnedCents = (amountCents: number, percent: number) =>
  decideProfit({
    ...order,
    amountCents,
    renewal: percent === specifiedRates.affiliateRenewalPercent,
  })?.cents;

describe("A refund deducts its share of the profit (spec/affiliate#profit)", () => {
  const cents = fc.integer({ min: 1, max: 1_000_000_000 });
  const percents = fc.constantFrom(10, 5);

  it("down to zero, to the cent, however they are split; undoing them restores it", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 50_000_000 }), { maxLength: 12 });
    fc.assert(
      fc.property(cents, percents, parts, (orderCents, percent, refunds) => {
        const due = (refundedCents: number) => profitDue({ orderCents, refundedCents, percent });
        let refunded = 0;
        let left = due(0);
        let deducted = 0;
        const refund = (change: number) => {
          refunded += change;
          const now = due(refunded);
          // More refunded never means more profit, and the other way round.
          expect((left - now) * change).toBeGreaterThanOrEqual(0);
          // The error never exceeds the half cent of one rounding.
          const exact = ((orderCents - refunded) * percent) / 100;
          expect(Math.abs(now - exact)).toBeLessThanOrEqual(0.5);
          deducted += left - now;
          left = now;
        };
        const booked: number[] = [];
        for (const part of [...refunds, orderCents]) {
          const change = Math.min(part, orderCents - refunded);
          booked.push(change);
          refund(change);
        }
        expect([left, deducted]).toEqual([0, due(0)]);
        // The first refund is undone first, so other sums are left than on the way down.
        for (const change of booked) refund(-change);
        expect([left, deducted]).toEqual([earnedCents(orderCents, percent), 0]);
      }),
    );
  });

  it("from what the affiliate holds; the rest becomes a debt", () => {
    expect(deduct(500, 800)).toEqual({ takenCents: 500, owedCents: 0 });
    expect(deduct(500, 200)).toEqual({ takenCents: 200, owedCents: 300 });
    expect(deduct(500, 0)).toEqual({ takenCents: 0, owedCents: 500 });
    fc.assert(
      fc.property(cents, fc.integer({ min: -100, max: 1_000_000 }), (asked, held) => {
        const { takenCents, owedCents } = deduct(asked, held);
        expect(takenCents + owedCents).toBe(asked);
        expect(takenCents).toBeLessThanOrEqual(Math.max(0, held));
        expect(Math.min(takenCents, owedCents)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("and sets the status deducted once nothing is left", () => {
    const profit = { earnedCents: 10, deductedCents: 0, frozen: true };
    expect(profitStatus(profit)).toBe("frozen");
    expect(profitStatus({ ...profit, frozen: false })).toBe("available");
    expect(profitStatus({ ...profit, deductedCents: 9 })).toBe("frozen");
    expect(profitStatus({ ...profit, deductedCents: 10 })).toBe("deducted");
    expect(profitStatus({ earnedCents: 0, deductedCents: 0, frozen: false })).toBe("available");
  });
});

it("The rates are the installation's; a rate of 0 earns nothing, 0 days freeze nothing (spec/money#rates)", () => {
  const rates = { ...specifiedRates, affiliateOrderPercent: 20, affiliateRenewalPercent: 0 };
  expect(decide({ ...order, amountCents: 1_000 }, rates)).toMatchObject({
    percent: 20,
    cents: 200,
  });
  expect(decide({ ...order, renewal: true }, rates)).toBeNull();
  const free = decide({ ...order, method: "card" }, { ...rates, freezeDays: 0 });
  expect(free?.freezeEndsAt).toBeNull();
});
