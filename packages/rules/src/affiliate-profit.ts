/** What an order earns who invited its buyer (spec/affiliate#profit). Instants in ms. */
import { type Cents, percentOf } from "./money.ts";
import { dayMs } from "./statistics.ts";

/** 10 % on orders, 5 % on renewals (spec/affiliate#profit). */
export const orderPercent = 10;
export const renewalPercent = 5;
/** Profit of payments that may be charged back is frozen for so long (spec/affiliate#profit). */
export const freezeDays = 30;

export interface EarningOrder {
  amountCents: Cents;
  method: "wallet" | "card" | "crypto" | "coupon";
  renewal: boolean;
  paidAt: number;
  /** Buyer and inviter are one person, as far as we can tell. */
  ownOrder: boolean;
}
export interface Profit {
  percent: number;
  cents: Cents;
  /** Null: it may be withdrawn at once. */
  freezeEndsAt: number | null;
}

/** The profit of a paid order; null where it earns nothing: gifts, and orders of one's own. */
export function decideProfit(order: EarningOrder): Profit | null {
  if (order.ownOrder) return null;
  if (order.method === "coupon" || order.amountCents <= 0) return null;
  const percent = order.renewal ? renewalPercent : orderPercent;
  const cents = percentOf(order.amountCents, percent);
  // What is paid in crypto cannot be charged back; a wallet may have been filled by a card.
  const frozen = order.method !== "crypto";
  return { percent, cents, freezeEndsAt: frozen ? order.paidAt + freezeDays * dayMs : null };
}

/** What stays due when so much of an order was given back in all: of what was not. */
export function profitDue(order: {
  orderCents: Cents;
  refundedCents: Cents;
  percent: number;
}): Cents {
  const keptCents = Math.max(0, order.orderCents - order.refundedCents);
  return percentOf(keptCents, order.percent);
}

/** A deduction: out of what is there; the rest is owed, and paid by the next profit. */
export function deduct(cents: Cents, heldCents: Cents): { takenCents: Cents; owedCents: Cents } {
  const takenCents = Math.min(cents, Math.max(0, heldCents));
  return { takenCents, owedCents: cents - takenCents };
}

export type ProfitStatus = "frozen" | "available" | "deducted";

/** Where a profit stands; it is deducted when nothing is left of it. */
export function profitStatus(profit: {
  earnedCents: Cents;
  deductedCents: Cents;
  frozen: boolean;
}): ProfitStatus {
  if (profit.deductedCents > 0 && profit.deductedCents === profit.earnedCents) return "deducted";
  return profit.frozen ? "frozen" : "available";
}
