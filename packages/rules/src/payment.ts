/**
 * What an event of a payment provider does to a payment (contract §14, §16). Events may come twice,
 * late and in any order: whatever came, a payment is credited once and reversed once.
 */
import type { Cents } from "./money.ts";

export type PaymentStatus = "pending" | "paid" | "failed" | "expired" | "refunded";
export interface PaymentState {
  status: PaymentStatus;
  amountCents: Cents;
  /** What has arrived in all. */
  receivedCents: Cents;
  /** A refund was reported before the payment. */
  refundDue: boolean;
}
export type PaymentNews =
  /** `receivedCents` is what has arrived in all, not what came last. */
  { what: "received"; receivedCents: Cents } | { what: "failed" } | { what: "refunded" };
export interface PaymentChange {
  state: PaymentState;
  credit: boolean;
  reverse: boolean;
}

/** A payment page is good for this long; money that comes later still counts (contract §16). */
export const paymentLifetimeMs = 24 * 3_600_000;

/** What is due after the news. `credit` and `reverse` are each true once in a payment's life. */
export function decidePayment(state: PaymentState, news: PaymentNews): PaymentChange {
  const ended = state.status === "paid" || state.status === "refunded";
  if (news.what === "failed") {
    return nothing(state.status === "pending" ? { ...state, status: "failed" } : state);
  }
  if (news.what === "refunded") {
    if (state.status === "refunded") return nothing(state);
    if (state.status === "paid") {
      return { state: { ...state, status: "refunded" }, credit: false, reverse: true };
    }
    return nothing({ ...state, refundDue: true });
  }
  const receivedCents = Math.max(state.receivedCents, news.receivedCents);
  const after = { ...state, receivedCents };
  if (ended) return nothing(after);
  if (receivedCents < state.amountCents) return nothing({ ...after, status: "pending" });
  if (state.refundDue) {
    return { state: { ...after, status: "refunded" }, credit: true, reverse: true };
  }
  return { state: { ...after, status: "paid" }, credit: true, reverse: false };
}

function nothing(state: PaymentState): PaymentChange {
  return { state, credit: false, reverse: false };
}

/** A recharge's reversal: what the wallet can give now, and what stays owing (contract §16). */
export function reversal(owedCents: Cents, walletCents: Cents) {
  const takenCents = Math.min(owedCents, Math.max(0, walletCents));
  return { takenCents, debtCents: owedCents - takenCents };
}
