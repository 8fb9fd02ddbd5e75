/** Breaks a refund down into what it gives back and takes back, before anything is booked. */
import { bonusBack, grantBack, type MoneyParts, spreadRefund } from "@turnpike/rules/refund.ts";
import type { Subject } from "./subject.ts";

/** Of an order its price alone, or all that its payment brought: what a provider gives back is that. */
export type Scope = "order" | "all";

export interface RefundBreakdown extends MoneyParts {
  /** All of the money. */
  cents: number;
  /** Of the order's asset, or seconds of its plan; what was used of it cannot be taken. */
  grant: number;
  /** Of a recharge's bonus. */
  bonusCents: number;
  /** What the wallet has to give: bonus, surplus, and a recharge itself. */
  walletCents: number;
  /** Whether nothing of the sale is left then. */
  whole: boolean;
}

/** What can still go back. */
export function moneyLeft({ order, payment, before }: Subject, scope: Scope): MoneyParts {
  const surplusCents = payment?.surplusCents ?? 0;
  const unclaimedCents = payment?.unclaimedCents ?? 0;
  const others = scope === "all" ? 1 : 0;
  return {
    soldCents: soldOf({ order, payment }) - before.soldCents,
    surplusCents: others * (surplusCents - before.surplusCents),
    unclaimedCents: others * (unclaimedCents - before.unclaimedCents),
  };
}

/** The price of what was sold; of a recharge what the wallet got and its bonus was for. */
function soldOf({ order, payment }: Pick<Subject, "order" | "payment">): number {
  if (order) return order.amountCents;
  if (!payment) return 0;
  return payment.creditedCents - payment.surplusCents - payment.unclaimedCents;
}

/** The parts of a refund of so many cents, null for all that is left; null where nothing is left. */
export function breakDownRefund(
  subject: Subject,
  cents: number | null,
  scope: Scope,
): RefundBreakdown | null {
  const { order, payment, before } = subject;
  const parts = spreadRefund(moneyLeft(subject, scope), cents);
  const { soldCents: soldNow, surplusCents, unclaimedCents } = parts;
  const all = soldNow + surplusCents + unclaimedCents;
  const gift = order?.amountCents === 0 && before.count === 0;
  if (all === 0 && !gift) return null;
  const soldCents = soldOf(subject);
  const refundedCents = before.soldCents;
  const sale = (granted: number, dueBefore: number) => ({
    soldCents,
    granted,
    refundedCents,
    dueBefore,
  });
  const grant =
    order && (soldNow > 0 || gift) ? grantBack(sale(order.granted, before.dueAmount), soldNow) : 0;
  const bonusCents =
    order || soldNow === 0
      ? 0
      : bonusBack(sale(payment?.creditedBonusCents ?? 0, before.bonusCents), soldNow);
  return {
    ...parts,
    cents: all,
    grant,
    bonusCents,
    walletCents: surplusCents + (order ? 0 : soldNow + bonusCents),
    whole: refundedCents + soldNow >= soldCents,
  };
}
