/**
 * What an event of a payment provider does to a payment (spec/lab#payments). Events may come twice,
 * late and in any order: whatever came, each cent is credited once.
 */
import type { Cents } from "./money.ts";
import type { ReportedDispute } from "./dispute.ts";
import { type BonusTier, rechargeBonus } from "./recharge-bonus.ts";

export type PaymentStatus = "pending" | "paid" | "failed" | "expired" | "refunded";
export interface PaymentState {
  status: PaymentStatus;
  amountCents: Cents;
  /** What has arrived in all. */
  receivedCents: Cents;
  /** What of it has been credited. */
  creditedCents: Cents;
}
export type PaymentUpdate =
  /** `receivedCents` is what has arrived in all, not what came last; more may come. */
  | { what: "received"; receivedCents: Cents }
  /** The page is closed: what has arrived in all is credited as received, less or more. */
  | { what: "settled"; receivedCents: Cents }
  | { what: "failed" }
  | { what: "refunded"; refund: ReportedRefund }
  /** A refund came to nothing after all: the money could not be sent. `ours` as there. */
  | { what: "refundUndone"; ref: string; ours?: string | null }
  | { what: "disputed"; dispute: ReportedDispute }
  /** The card's bank suspects fraud; nothing is taken. */
  | { what: "fraudWarning"; ref: string; reason: string };
/** About money that comes in, or does not. */
export type IncomingUpdate = Extract<PaymentUpdate, { what: "received" | "settled" | "failed" }>;
/** Money that the provider says it gave back. */
export interface ReportedRefund {
  /** The provider's own name of it: the same one is booked once. */
  ref: string;
  /** Null: all that was not given back before. */
  cents: Cents | null;
  /** The id of our own refund, where we asked for it. */
  ours: string | null;
}
export interface PaymentChange {
  /** With what is credited now. */
  state: PaymentState;
  /** What is to be credited now; 0 for nothing. */
  creditCents: Cents;
}

/** A payment page is good for this long; money that comes later still counts. */
export const paymentLifetimeMs = 24 * 3_600_000;
/** Payments of one account that wait for money at a time (spec/limits#caps). */
export const mostOpenPayments = 20;

/**
 * What is due after an update about money. Whole payments are credited once, their surplus is only noted;
 * a page that is closed is credited as received (spec/lab#payments, spec/money#payments). What
 * reaches a closed account is kept as it arrived, as soon as it is whole.
 */
export function decidePayment(
  state: PaymentState,
  update: IncomingUpdate,
  account: { closed: boolean } = { closed: false },
): PaymentChange {
  if (update.what === "failed") {
    const failed = { ...state, status: "failed" as const };
    return { state: state.status === "pending" ? failed : state, creditCents: 0 };
  }
  const receivedCents = Math.max(state.receivedCents, update.receivedCents);
  const updated = { ...state, receivedCents };
  const begun = state.creditedCents > 0;
  const whole = begun || receivedCents >= state.amountCents;
  if (update.what === "settled" || (account.closed && whole)) return creditAll(updated);
  if (begun) return { state: updated, creditCents: 0 };
  if (!whole) return { state: { ...updated, status: "pending" }, creditCents: 0 };
  const creditCents = state.amountCents;
  return { state: { ...updated, status: "paid", creditedCents: creditCents }, creditCents };
}

/** Credits what has arrived and was not credited before. */
function creditAll(state: PaymentState): PaymentChange {
  const creditCents = state.receivedCents - state.creditedCents;
  if (creditCents <= 0) return { state, creditCents: 0 };
  return { state: { ...state, status: "paid", creditedCents: state.receivedCents }, creditCents };
}

/** What a recharge has been given of bonus and surplus when so much was credited in all. */
export function rechargeCredit(
  recharge: { amountCents: Cents; promisedBonusCents: Cents; creditedCents: Cents },
  tiersNow: readonly BonusTier[],
): { bonusCents: Cents; surplusCents: Cents } {
  const { amountCents, promisedBonusCents, creditedCents } = recharge;
  const surplusCents = Math.max(0, creditedCents - amountCents);
  if (creditedCents >= amountCents) return { bonusCents: promisedBonusCents, surplusCents };
  // The tiers valid at creation are no longer stored: never more than was promised, nor than today's tiers give.
  const bonusCents = Math.min(promisedBonusCents, rechargeBonus(creditedCents, tiersNow));
  return { bonusCents, surplusCents };
}
