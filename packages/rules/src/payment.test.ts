import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decidePayment,
  type IncomingUpdate,
  type PaymentState,
  rechargeCredit,
} from "./payment.ts";
import { bonusTiers, rechargeBonus } from "./recharge-bonus.ts";

const amountCents = 50_000;
const fresh: PaymentState = {
  status: "pending",
  amountCents,
  receivedCents: 0,
  creditedCents: 0,
};
const received = (receivedCents: number): IncomingUpdate => ({ what: "received", receivedCents });
const settled = (receivedCents: number): IncomingUpdate => ({ what: "settled", receivedCents });

function after(update: IncomingUpdate[], account = { closed: false }) {
  let state = fresh;
  const credits: number[] = [];
  for (const one of update) {
    const change = decidePayment(state, one, account);
    state = change.state;
    if (change.creditCents > 0) credits.push(change.creditCents);
  }
  return { status: state.status, received: state.receivedCents, credits };
}

describe("The outcome of a payment (spec/lab#payments)", () => {
  it("credits a complete payment, even if it is late or after a failure", () => {
    const paid = { status: "paid", received: amountCents, credits: [amountCents] };
    expect(after([received(amountCents)])).toEqual(paid);
    expect(after([{ what: "failed" }, received(amountCents)])).toEqual(paid);
    const expired = { ...fresh, status: "expired" as const };
    expect(decidePayment(expired, received(amountCents)).creditCents).toBe(amountCents);
  });

  it("partial pays half: stays pending and credits nothing", () => {
    const half = { status: "pending", received: 25_000, credits: [] };
    expect(after([received(25_000)])).toEqual(half);
  });

  it("over pays twice: is paid, credits once and records the surplus", () => {
    const twice = { status: "paid", received: 100_000, credits: [amountCents] };
    expect(after([received(100_000), received(amountCents)])).toEqual(twice);
  });

  it("changes nothing if it is a failure after the money arrived", () => {
    expect(after([received(amountCents), { what: "failed" }]).status).toBe("paid");
  });
});

describe("A payment whose page is closed is credited as received (spec/lab#payments)", () => {
  it("if less or more arrives, and later only the difference", () => {
    expect(after([settled(30_000)])).toMatchObject({ status: "paid", credits: [30_000] });
    expect(after([settled(60_000)])).toMatchObject({ status: "paid", credits: [60_000] });
    expect(after([settled(30_000), settled(45_000)]).credits).toEqual([30_000, 15_000]);
    expect(after([received(60_000), settled(60_000)]).credits).toEqual([amountCents, 10_000]);
    expect(after([settled(60_000), received(60_000), settled(50_000)]).credits).toEqual([60_000]);
    expect(after([settled(0)])).toEqual({ status: "pending", received: 0, credits: [] });
  });

  it("with the promised bonus, or a lower one for the amount that arrived", () => {
    const standard = bonusTiers([]);
    const recharge = { amountCents: 200_000, promisedBonusCents: 20_000 };
    const credited = (creditedCents: number, tiers = standard) =>
      rechargeCredit({ ...recharge, creditedCents, walletCents: creditedCents }, tiers);
    expect(credited(200_000)).toEqual({ bonusCents: 20_000, surplusCents: 0 });
    expect(credited(250_000)).toEqual({ bonusCents: 20_000, surplusCents: 50_000 });
    expect(credited(100_000)).toEqual({ bonusCents: 5000, surplusCents: 0 });
    expect(credited(49_999)).toEqual({ bonusCents: 0, surplusCents: 0 });
    const taxed = { ...recharge, creditedCents: 100_000, walletCents: 49_999 };
    expect(rechargeCredit(taxed, standard).bonusCents).toBe(0);
    const generous = bonusTiers([{ fromCents: 1, percent: 90 }]);
    expect(credited(100_000, generous)).toEqual({ bonusCents: 20_000, surplusCents: 0 });
  });

  it("and on a closed account including any surplus", () => {
    const closed = { closed: true };
    expect(after([received(100_000)], closed).credits).toEqual([100_000]);
    expect(after([received(amountCents), received(100_000)], closed).credits).toEqual([
      amountCents,
      amountCents,
    ]);
    expect(after([received(25_000)], closed)).toMatchObject({ status: "pending", credits: [] });
  });
});

const event = fc.oneof(
  fc.constantFrom(amountCents, 25_000, 100_000, 49_999).map(received),
  fc.constantFrom(amountCents, 25_000, 100_000, 60_000).map(settled),
  fc.constant<IncomingUpdate>({ what: "failed" }),
);

it("Each cent is credited once, however often and in whatever order events arrive (L4)", () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), fc.boolean(), (update, closed) => {
      const { credits, status } = after(update, { closed });
      const most = (what: string) =>
        Math.max(
          0,
          ...update.map((one) =>
            one.what === what && "receivedCents" in one ? one.receivedCents : 0,
          ),
        );
      const heard = Math.max(most("received"), most("settled"));
      const sum = credits.reduce((total, cents) => total + cents, 0);
      expect(sum).toBeLessThanOrEqual(heard);
      const least = heard >= amountCents ? amountCents : 0;
      expect(sum).toBeGreaterThanOrEqual(most("settled") || least);
      const asArrived = closed || most("settled") > 0;
      expect(sum).toBeLessThanOrEqual(asArrived ? heard : least);
      expect(status === "paid").toBe(sum > 0);
      const whole = update.filter((one) => one.what !== "settled");
      const once = after(whole).credits;
      expect(once).toEqual(most("received") >= amountCents ? [amountCents] : []);
    }),
    { numRuns: 2000 },
  );
});

it("A smaller amount never earns more than the promised bonus, and more money never earns less", () => {
  const amount = fc.integer({ min: 500, max: 10_000_000 });
  fc.assert(
    fc.property(amount, amount, (asked, credited) => {
      const tiers = bonusTiers([]);
      const promisedBonusCents = rechargeBonus(asked, tiers);
      const recharge = { amountCents: asked, promisedBonusCents };
      const given = (creditedCents: number) =>
        rechargeCredit({ ...recharge, creditedCents, walletCents: creditedCents }, tiers);
      expect(given(credited).bonusCents).toBeLessThanOrEqual(promisedBonusCents);
      expect(given(credited + 1).bonusCents).toBeGreaterThanOrEqual(given(credited).bonusCents);
    }),
  );
});
