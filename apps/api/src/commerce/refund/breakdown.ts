/** Splits a refund into what it pays back and what it takes back, before anything is booked. */
import { bonusBack, grantBack, type MoneyParts, splitRefund } from "@turnpike/rules/refund.ts";
import { taxBack } from "@turnpike/rules/tax/amounts.ts";
import type { RefundSubject } from "./subject.ts";

/** `order`: an order's price alone; `all`: all its payment brought, as providers refund it. */
export type Scope = "order" | "all";

export interface RefundBreakdown extends MoneyParts {
  /** The sum of all parts. */
  cents: number;
  /** Of the order's asset, or seconds of its plan; used goods cannot be taken back. */
  grant: number;
  /** The recharge's bonus to take back. */
  bonusCents: number;
  /** The tax in it: of the order's price or the recharge, and of the surplus. */
  taxCents: number;
  surplusTaxCents: number;
  /** What the wallet has to pay: bonus, surplus, and a recharge itself. */
  walletCents: number;
  /** Whether this refunds the last of the sale. */
  whole: boolean;
}

/** What can still be refunded. */
export function refundableMoney(
  { order, payment, before }: RefundSubject,
  scope: Scope,
): MoneyParts {
  const surplusCents = payment?.surplusCents ?? 0;
  const unclaimedCents = payment?.unclaimedCents ?? 0;
  const others = scope === "all" ? 1 : 0;
  return {
    soldCents: soldOf({ order, payment }) - before.soldCents,
    surplusCents: others * (surplusCents - before.surplusCents),
    unclaimedCents: others * (unclaimedCents - before.unclaimedCents),
  };
}

/** The price of the sale; for a recharge, the credited amount that earned its bonus. */
function soldOf({ order, payment }: Pick<RefundSubject, "order" | "payment">): number {
  if (order) return order.amountCents;
  if (!payment) return 0;
  return payment.creditedCents - payment.surplusCents - payment.unclaimedCents;
}

/** The tax within the parts of a refund: in proportion, on cumulative amounts. */
function taxesIn(
  { order, payment, before }: RefundSubject,
  { soldCents, surplusCents }: MoneyParts,
): Pick<RefundBreakdown, "taxCents" | "surplusTaxCents"> {
  const sold = soldOf({ order, payment });
  const surplus = payment?.surplusCents ?? 0;
  const credited = payment?.creditedTaxCents ?? 0;
  const ofRecharge = surplus > 0 ? (payment?.taxCents ?? 0) : credited;
  const taxOfSale = order ? order.taxCents : ofRecharge;
  const back = (totalCents: number, taxCents: number, refunded: [number, number], now: number) =>
    taxBack(
      { totalCents, taxCents, refundedCents: refunded[0], refundedTaxCents: refunded[1] },
      now,
    );
  return {
    taxCents: back(sold, taxOfSale, [before.soldCents, before.taxCents], soldCents),
    surplusTaxCents: back(
      surplus,
      order ? credited : credited - ofRecharge,
      [before.surplusCents, before.surplusTaxCents],
      surplusCents,
    ),
  };
}

/** The parts of a refund of `cents` (null: all that is left); null if nothing is left. */
export function breakDownRefund(
  subject: RefundSubject,
  cents: number | null,
  scope: Scope,
): RefundBreakdown | null {
  const { order, payment, before } = subject;
  const parts = splitRefund(refundableMoney(subject, scope), cents);
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
  const taxes = taxesIn(subject, parts);
  const ofWallet = surplusCents + (order ? 0 : soldNow);
  // Tax that came on top never reached the wallet.
  const onTop = payment?.taxOnTop ? taxes.surplusTaxCents + (order ? 0 : taxes.taxCents) : 0;
  return {
    ...parts,
    ...taxes,
    cents: all,
    grant,
    bonusCents,
    walletCents: ofWallet - onTop + bonusCents,
    whole: refundedCents + soldNow >= soldCents,
  };
}
