/** Profit that the inviter of an order's buyer earns (spec/affiliate#profit). Instants in ms. */
import { type Cents, percentOf } from "./money.ts";
import type { OrderMethod } from "./payment-method.ts";
import type { Rates } from "./rates.ts";
import { dayMs } from "./statistics.ts";

/** The rates that profit depends on. */
export type ProfitRates = Pick<
  Rates,
  "affiliateOrderPercent" | "affiliateRenewalPercent" | "freezeDays"
>;

export interface EarningOrder {
  amountCents: Cents;
  method: OrderMethod;
  /** Whether the money can be taken back. */
  reversible: boolean;
  renewal: boolean;
  paidAt: number;
  /** True if buyer and inviter seem to be the same person. */
  ownOrder: boolean;
}
export interface Profit {
  percent: number;
  cents: Cents;
  /** Null if it can be withdrawn at once. */
  freezeEndsAt: number | null;
}

/** Returns the profit of a paid order; null for gifts, an inviter's own orders, and a rate of 0. */
export function decideProfit(order: EarningOrder, rates: ProfitRates): Profit | null {
  if (order.ownOrder) return null;
  if (order.method === "coupon" || order.amountCents <= 0) return null;
  const percent = order.renewal ? rates.affiliateRenewalPercent : rates.affiliateOrderPercent;
  if (percent === 0) return null;
  const cents = percentOf(order.amountCents, percent);
  const frozen = order.reversible && rates.freezeDays > 0;
  return { percent, cents, freezeEndsAt: frozen ? order.paidAt + rates.freezeDays * dayMs : null };
}

/** Returns the profit that remains after part of an order was refunded. */
export function profitDue(order: {
  orderCents: Cents;
  refundedCents: Cents;
  percent: number;
}): Cents {
  const keptCents = Math.max(0, order.orderCents - order.refundedCents);
  return percentOf(keptCents, order.percent);
}

/** Deducts from the held profit; the rest is owed and offset against later profits. */
export function deduct(cents: Cents, heldCents: Cents): { takenCents: Cents; owedCents: Cents } {
  const takenCents = Math.min(cents, Math.max(0, heldCents));
  return { takenCents, owedCents: cents - takenCents };
}

export type ProfitStatus = "frozen" | "available" | "deducted";

/** Returns the status of a profit; it is `deducted` when nothing is left of it. */
export function profitStatus(profit: {
  earnedCents: Cents;
  deductedCents: Cents;
  frozen: boolean;
}): ProfitStatus {
  if (profit.deductedCents > 0 && profit.deductedCents === profit.earnedCents) return "deducted";
  return profit.frozen ? "frozen" : "available";
}
