import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decidePayment, type PaymentNews, type PaymentState, reversal } from "./payment.ts";

const amountCents = 50_000;
const fresh: PaymentState = {
  status: "pending",
  amountCents,
  receivedCents: 0,
  refundDue: false,
};
const received = (receivedCents: number): PaymentNews => ({ what: "received", receivedCents });

function after(...news: PaymentNews[]) {
  let state = fresh;
  let credits = 0;
  let reversals = 0;
  for (const one of news) {
    const change = decidePayment(state, one);
    state = change.state;
    credits += Number(change.credit);
    reversals += Number(change.reverse);
  }
  return { status: state.status, received: state.receivedCents, credits, reversals };
}

describe("What a payment's outcomes do (contract §16, Lab)", () => {
  it("credits a whole payment, also when it comes late or after a failure", () => {
    const paid = { status: "paid", received: amountCents, credits: 1, reversals: 0 };
    expect(after(received(amountCents))).toEqual(paid);
    expect(after({ what: "failed" }, received(amountCents))).toEqual(paid);
    expect(decidePayment({ ...fresh, status: "expired" }, received(amountCents)).credit).toBe(true);
  });

  it("partial pays half: pending, nothing credited", () => {
    const half = { status: "pending", received: 25_000, credits: 0, reversals: 0 };
    expect(after(received(25_000))).toEqual(half);
  });

  it("over pays twice: paid, credited once, the surplus noted", () => {
    const twice = { status: "paid", received: 100_000, credits: 1, reversals: 0 };
    expect(after(received(100_000), received(amountCents))).toEqual(twice);
  });

  it("a failure after the money changes nothing", () => {
    expect(after(received(amountCents), { what: "failed" }).status).toBe("paid");
  });

  it("a refund that is reported first is reversed as soon as the money comes", () => {
    const news = after({ what: "refunded" }, received(amountCents), received(amountCents));
    expect(news).toMatchObject({ status: "refunded", credits: 1, reversals: 1 });
  });
});

it("However often and in whatever order events come: one credit, one reversal (L4)", () => {
  const event = fc.constantFrom<PaymentNews>(
    received(amountCents),
    received(25_000),
    received(100_000),
    { what: "failed" },
    { what: "refunded" },
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (news) => {
      const whole = news.some((one) => one.what === "received" && one.receivedCents >= amountCents);
      const back = news.some((one) => one.what === "refunded");
      const result = after(...news);
      expect(result.credits).toBe(whole ? 1 : 0);
      expect(result.reversals).toBe(whole && back ? 1 : 0);
    }),
    { numRuns: 500 },
  );
});

it("A reversal takes at most what the wallet holds; the rest is a debt (contract §16)", () => {
  expect(reversal(5000, 8000)).toEqual({ takenCents: 5000, debtCents: 0 });
  expect(reversal(5000, 1200)).toEqual({ takenCents: 1200, debtCents: 3800 });
  expect(reversal(5000, 0)).toEqual({ takenCents: 0, debtCents: 5000 });
});
