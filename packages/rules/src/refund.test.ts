import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bonusBack,
  splitClaim,
  cancelDebt,
  grantBack,
  goodsDebt,
  splitReversal,
  splitRefund,
} from "./refund.ts";

const GB = 1_000_000_000;
const sale = { soldCents: 1050, granted: 3 * GB, refundedCents: 0, dueBefore: 0 };

describe("A refund reclaims its share of what was granted (spec/money#refunds)", () => {
  it("rounded down, and the whole remainder once the full price is refunded", () => {
    expect(grantBack(sale, 350)).toBe(GB);
    expect(grantBack(sale, 1)).toBe(2_857_142);
    expect(grantBack(sale, 1050)).toBe(3 * GB);
    const rest = { ...sale, refundedCents: 1, dueBefore: 2_857_142 };
    expect(grantBack(rest, 1049)).toBe(3 * GB - 2_857_142);
    expect(grantBack({ ...sale, soldCents: 0 }, 0)).toBe(3 * GB);
  });

  it("with a recharge's bonus rounded half up, as it was granted", () => {
    const recharge = { soldCents: 50_010, granted: 2501, refundedCents: 0, dueBefore: 0 };
    expect(bonusBack(recharge, 10)).toBe(1);
    expect(bonusBack(recharge, 50_010)).toBe(2501);
    expect(bonusBack({ ...recharge, soldCents: 0, granted: 0 }, 0)).toBe(0);
  });

  it("from the unclaimed money first, then from the surplus, never more than remains", () => {
    const left = { soldCents: 1000, surplusCents: 200, unclaimedCents: 50 };
    expect(splitRefund(left, null)).toEqual(left);
    expect(splitRefund(left, 9999)).toEqual(left);
    const parts = { soldCents: 0, surplusCents: 150, unclaimedCents: 50 };
    expect(splitRefund(left, 200)).toEqual(parts);
    expect(splitRefund(left, 251)).toEqual({ ...left, soldCents: 1 });
  });

  it("up to the wallet's balance; the rest becomes a debt", () => {
    expect(splitReversal(5000, 8000)).toEqual({ takenCents: 5000, debtCents: 0 });
    expect(splitReversal(5000, 1200)).toEqual({ takenCents: 1200, debtCents: 3800 });
    expect(splitReversal(5000, -1)).toEqual({ takenCents: 0, debtCents: 5000 });
  });

  it("and if it is undone, cancels its debt and returns what was paid of it", () => {
    expect(cancelDebt(5000, 3000)).toEqual({ owedCents: 2000, returnedCents: 0 });
    expect(cancelDebt(1000, 3000)).toEqual({ owedCents: 0, returnedCents: 2000 });
    expect(cancelDebt(0, 0)).toEqual({ owedCents: 0, returnedCents: 0 });
  });
});

describe("Used goods of a charge-back (spec/money#refunds)", () => {
  const order = { priceCents: 45_000, granted: 10_000 };
  const whole = { ...order, cents: 45_000, due: 10_000, moreLeft: false };

  it("are owed at their price, to the cent, unlike recovered goods", () => {
    expect(goodsDebt({ ...whole, taken: 0 })).toBe(45_000);
    expect(goodsDebt({ ...whole, taken: 10_000 })).toBe(0);
    expect(goodsDebt({ ...whole, taken: 9_999 })).toBe(5);
    expect(goodsDebt({ ...whole, cents: 10_000, due: 2_222, taken: 2_000 })).toBe(1_000);
    expect(goodsDebt({ ...whole, priceCents: 0, cents: 0, taken: 0 })).toBe(0);
  });

  it("are owed for part of a piece only once the piece is gone", () => {
    const piece = { priceCents: 500, granted: 1, cents: 499, due: 0, taken: 0 };
    expect(goodsDebt({ ...piece, moreLeft: false })).toBe(499);
    expect(goodsDebt({ ...piece, moreLeft: true })).toBe(0);
  });

  it("are owed in full, and never above the amount refunded, however charge-backs are split", () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 12 });
    const sold = fc.integer({ min: 1, max: 1_000_000 });
    const amount = fc.integer({ min: 1, max: 100 * GB });
    fc.assert(
      fc.property(sold, amount, fc.nat(1000), cuts, (priceCents, granted, thousandths, shares) => {
        const found = Math.floor((granted * thousandths) / 1000);
        let [left, refundedCents, dueBefore, owed] = [found, 0, 0, 0];
        for (const share of [...shares, 1000]) {
          const wanted = Math.ceil((priceCents * share) / 1000);
          const cents = Math.min(priceCents - refundedCents, wanted);
          const due = grantBack(
            { soldCents: priceCents, granted, refundedCents, dueBefore },
            cents,
          );
          const taken = Math.min(due, left);
          const moreLeft = left > due;
          const part = goodsDebt({ priceCents, granted, cents, due, taken, moreLeft });
          expect(part).toBeGreaterThanOrEqual(0);
          expect(part).toBeLessThanOrEqual(cents);
          left -= taken;
          refundedCents += cents;
          dueBefore += due;
          owed += part;
        }
        // All of the price was refunded. Rounding: one piece's price, and half a cent per part.
        const used = (priceCents * (granted - found)) / granted;
        const rounding = priceCents / granted + (shares.length + 1) / 2;
        expect(Math.abs(owed - used)).toBeLessThanOrEqual(rounding);
      }),
    );
  });
});

interface Booked {
  cents: number;
  taken: number;
}
const rules = { grantBack, bonusBack };
/** A refund of a part (in thousandths of the price), or the undoing of one in effect. */
const step = fc.record({
  undo: fc.boolean(),
  pick: fc.nat(1000),
  share: fc.integer({ min: 1, max: 1000 }),
});

/** Plays refunds and undoings; returns the refunds in effect. */
function play(
  rule: keyof typeof rules,
  { soldCents, granted }: { soldCents: number; granted: number },
  steps: { undo: boolean; pick: number; share: number }[],
): Booked[] {
  let standing: Booked[] = [];
  const sum = (what: keyof Booked) => standing.reduce((total, one) => total + one[what], 0);
  for (const { undo, pick, share } of steps) {
    if (undo && standing.length > 0) {
      standing = standing.filter((_one, index) => index !== pick % standing.length);
      continue;
    }
    const refundedCents = sum("cents");
    const cents = Math.min(soldCents - refundedCents, Math.ceil((soldCents * share) / 1000));
    if (cents === 0) continue;
    const before = { soldCents, granted, refundedCents, dueBefore: sum("taken") };
    const taken = rules[rule](before, cents);
    expect(taken).toBeGreaterThanOrEqual(0);
    standing.push({ cents, taken });
    expect(sum("taken")).toBeLessThanOrEqual(granted);
    expect(sum("cents") === soldCents ? sum("taken") : granted).toBe(granted);
  }
  return standing;
}

it.each(["grantBack", "bonusBack"] as const)(
  "However refunds are split and undone, %s reclaims exactly the whole grant (10,000 runs)",
  (rule) => {
    const sold = fc.integer({ min: 1, max: 10_000_000 });
    const granted = rule === "grantBack" ? fc.integer({ min: 1, max: 100_000 * GB }) : fc.nat(1e6);
    fc.assert(
      fc.property(sold, granted, fc.array(step, { maxLength: 20 }), (soldCents, amount, steps) => {
        const all = { soldCents, granted: amount };
        const standing = play(rule, all, steps);
        const refundedCents = standing.reduce((total, { cents }) => total + cents, 0);
        const dueBefore = standing.reduce((total, { taken }) => total + taken, 0);
        const rest = soldCents - refundedCents;
        if (rest === 0) return;
        const last = rules[rule]({ ...all, refundedCents, dueBefore }, rest);
        expect(dueBefore + last).toBe(amount);
      }),
      { numRuns: 10_000 },
    );
  },
);

it("Refunds that are not undone reclaim exactly their share, rounded down", () => {
  const sold = fc.integer({ min: 1, max: 100_000 });
  fc.assert(
    fc.property(
      sold,
      fc.nat(1e9),
      fc.array(step, { maxLength: 20 }),
      (soldCents, granted, steps) => {
        const onward = steps.map((one) => ({ ...one, undo: false }));
        const standing = play("grantBack", { soldCents, granted }, onward);
        const cents = standing.reduce((total, one) => total + one.cents, 0);
        const taken = standing.reduce((total, one) => total + one.taken, 0);
        const share = (BigInt(granted) * BigInt(cents)) / BigInt(soldCents);
        expect(taken).toBe(Number(share));
      },
    ),
  );
});

describe("Refunds and disputes of one payment (spec/money#disputes)", () => {
  const left = (leftCents: number, disputedCents: number) => ({ leftCents, disputedCents });

  it("a refund waits for money that a dispute holds; a full refund books the rest at once", () => {
    const refund = { kind: "refund", ...left(0, 1000) } as const;
    expect(splitClaim({ ...refund, cents: 300 })).toEqual({ bookedCents: 0, waitingCents: 300 });
    expect(splitClaim({ ...refund, cents: null })).toEqual({ bookedCents: 0, waitingCents: 1000 });
    const half = { kind: "refund", cents: null, ...left(400, 600) } as const;
    expect(splitClaim(half)).toEqual({ bookedCents: 400, waitingCents: 600 });
    const dispute = { kind: "dispute", cents: null, ...left(400, 100) } as const;
    expect(splitClaim(dispute)).toEqual({ bookedCents: 400, waitingCents: 0 });
  });

  it("in any order, undone or not, take the reported total, up to the payment's amount", () => {
    const reported = fc.record({
      undo: fc.boolean(),
      pick: fc.nat(1000),
      kind: fc.constantFrom("refund" as const, "dispute" as const),
      cents: fc.option(fc.integer({ min: 1, max: 1500 })),
    });
    fc.assert(
      fc.property(fc.array(reported, { maxLength: 30 }), (steps) => {
        const credited = 1000;
        let rows: { claim: number; kind: "refund" | "dispute"; booked: boolean; cents: number }[] =
          [];
        const sum = (of: (row: (typeof rows)[number]) => boolean) =>
          rows.filter(of).reduce((all, { cents }) => all + cents, 0);
        const book = (claim: number, kind: "refund" | "dispute", cents: number | null) => {
          const leftCents = credited - sum(({ booked }) => booked);
          const disputedCents = sum((row) => row.booked && row.kind === "dispute");
          const { bookedCents, waitingCents } = splitClaim({
            cents,
            kind,
            leftCents,
            disputedCents,
          });
          rows.push({ claim, kind, booked: true, cents: bookedCents });
          rows.push({ claim, kind, booked: false, cents: waitingCents });
        };
        for (const [claim, { undo, pick, kind, cents }] of steps.entries()) {
          if (!undo) book(claim, kind, cents);
          else rows = rows.filter((row) => row.claim !== rows[pick % rows.length]?.claim);
          const waiting = rows.filter(({ booked, cents: own }) => !booked && own > 0);
          rows = rows.filter((row) => row.booked && row.cents > 0);
          for (const row of waiting) book(row.claim, row.kind, row.cents);
          const booked = sum((row) => row.booked);
          const all = sum(() => true);
          expect(booked).toBe(Math.min(all, credited));
        }
      }),
    );
  });
});
