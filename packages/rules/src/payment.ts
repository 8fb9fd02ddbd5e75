/**
 * Applies a payment provider's events to a payment (spec/lab#payments). Events may arrive twice,
 * late and in any order; each cent is still credited exactly once.
 */
import type { Cents } from "./money.ts";
import type { ReportedDispute } from "./dispute.ts";
import { type BonusTier, rechargeBonus } from "./recharge-bonus.ts";

export type PaymentStatus = "pending" | "paid" | "failed" | "expired" | "refunded";
export interface PaymentState {
  status: PaymentStatus;
  amountCents: Cents;
  /** Total received so far. */
  receivedCents: Cents;
  /** The part of it that has been credited. */
  creditedCents: Cents;
}
export type PaymentUpdate =
  /** `receivedCents` is the total received so far, not the latest amount; more may follow. */
  | { what: "received"; receivedCents: Cents }
  /** The page is closed: the total received is credited, whether less or more than due. */
  | { what: "settled"; receivedCents: Cents }
  | { what: "failed" }
  | { what: "refunded"; refund: ReportedRefund }
  /** A refund was undone: the money could not be sent. `ours` as in `ReportedRefund`. */
  | { what: "refundUndone"; ref: string; ours?: string | null }
  | { what: "disputed"; dispute: ReportedDispute }
  /** The card's bank suspects fraud; no money is taken. */
  | { what: "fraudWarning"; ref: string; reason: string };
/** Updates about incoming money. */
export type IncomingUpdate = Extract<PaymentUpdate, { what: "received" | "settled" | "failed" }>;
/** A refund as reported by the provider. */
export interface ReportedRefund {
  /** The provider's id; each is booked once. */
  ref: string;
  /** Null: everything not yet refunded. */
  cents: Cents | null;
  /** The id of our own refund, if we requested it. */
  ours: string | null;
}
export interface PaymentChange {
  /** Includes what is credited now. */
  state: PaymentState;
  /** The amount to credit now; 0 for nothing. */
  creditCents: Cents;
}

/** Ten billion units of money: no report of a provider is about more. */
const mostReported = 1_000_000_000_000;

/** Whether every amount of an update can be counted: rows with others could not be read any more. */
export function isCountable(update: PaymentUpdate): boolean {
  const {
    receivedCents = 0,
    refund,
    dispute,
  } = update as {
    receivedCents?: Cents;
    refund?: ReportedRefund;
    dispute?: ReportedDispute;
  };
  return [
    receivedCents,
    refund?.cents ?? 0,
    dispute?.cents ?? 0,
    dispute?.withdrawnCents ?? 0,
  ].every((cents) => Number.isSafeInteger(cents) && cents >= 0 && cents <= mostReported);
}

/** Lifetime of a payment page; money that arrives later still counts. */
export const paymentLifetimeMs = 24 * 3_600_000;
/**
 * How long money that comes late still has the price or the bonus that its payment began with: more than
 * the longest term, whose renewal may be ordered on its first day and paid on the day after its last.
 */
const promiseMs = 100 * 24 * 3_600_000;
/** Whether money that arrives now is too late for the price or the bonus of its payment. */
export const isPromiseOver = (begunAt: Date, now: number): boolean =>
  now - begunAt.getTime() > promiseMs;
/** Maximum number of open payments of one account at a time (spec/limits#caps). */
export const maxOpenPayments = 20;

/**
 * Returns what to credit after an update about incoming money. Complete payments are credited once,
 * and their surplus is only noted; a closed page is credited as received (spec/lab#payments,
 * spec/money#payments). Money for a closed account is kept as it arrived once it is complete.
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
  const hasCredit = state.creditedCents > 0;
  const isPaidInFull = hasCredit || receivedCents >= state.amountCents;
  if (update.what === "settled" || (account.closed && isPaidInFull)) return creditAll(updated);
  if (hasCredit) return { state: updated, creditCents: 0 };
  if (!isPaidInFull) return { state: { ...updated, status: "pending" }, creditCents: 0 };
  const creditCents = state.amountCents;
  return { state: { ...updated, status: "paid", creditedCents: creditCents }, creditCents };
}

/** Credits everything received and not yet credited. */
function creditAll(state: PaymentState): PaymentChange {
  const creditCents = state.receivedCents - state.creditedCents;
  if (creditCents <= 0) return { state, creditCents: 0 };
  return { state: { ...state, status: "paid", creditedCents: state.receivedCents }, creditCents };
}

/**
 * Returns the bonus and surplus of a recharge when this much was credited in total, of which
 * `walletCents` reached the wallet: no bonus counts from a tax that came on top.
 */
export function rechargeCredit(
  recharge: {
    amountCents: Cents;
    promisedBonusCents: Cents;
    creditedCents: Cents;
    walletCents: Cents;
  },
  tiersNow: readonly BonusTier[],
): { bonusCents: Cents; surplusCents: Cents } {
  const { amountCents, promisedBonusCents, creditedCents, walletCents } = recharge;
  const surplusCents = Math.max(0, creditedCents - amountCents);
  if (creditedCents >= amountCents) return { bonusCents: promisedBonusCents, surplusCents };
  // Tiers valid at creation are not stored: grant at most the promise, and at most today's tiers.
  const bonusCents = Math.min(promisedBonusCents, rechargeBonus(walletCents, tiersNow));
  return { bonusCents, surplusCents };
}
