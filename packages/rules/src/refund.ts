/**
 * How much of a sale is taken back for refunded money (spec/money#refunds). Computed on cumulative
 * amounts: however a refund is split, all parts together take back exactly what was granted, not a
 * cent or byte more.
 */
import { type Cents, divideHalfUp, safeInteger, shareOf } from "./money.ts";

/** How a payment's money was used. */
export interface MoneyParts {
  /** The order's price, or the part of a recharge that was credited and earned its bonus. */
  soldCents: Cents;
  /** Credited to the wallet in addition. */
  surplusCents: Cents;
  /** Unclaimed, because the account was already closed. */
  unclaimedCents: Cents;
}
/** A sale and its refunds so far. */
export interface PartlyRefunded {
  soldCents: Cents;
  /** What it granted: pieces or bytes of an order, the bonus of a recharge. */
  granted: number;
  refundedCents: Cents;
  /** What earlier refunds should have taken back of the grant, whether or not it was found. */
  dueBefore: number;
}

/**
 * Splits a refund of `wanted` cents (null: all that is left) into unclaimed, surplus and sold
 * money, in this order: returning a surplus is not returning goods. Never more than is left.
 */
export function splitRefund(left: MoneyParts, wanted: Cents | null): MoneyParts {
  const all = left.unclaimedCents + left.surplusCents + left.soldCents;
  const cents = Math.min(all, wanted ?? all);
  const unclaimedCents = Math.min(cents, left.unclaimedCents);
  const surplusCents = Math.min(cents - unclaimedCents, left.surplusCents);
  return { unclaimedCents, surplusCents, soldCents: cents - unclaimedCents - surplusCents };
}

/**
 * Returns how much of an order's grant a further refund takes back; a full refund takes all. What
 * an earlier refund did not find is lost: later refunds do not take it.
 */
export function grantBack(sale: PartlyRefunded, cents: Cents): number {
  const { soldCents: whole, granted, dueBefore } = sale;
  const part = sale.refundedCents + cents;
  const due = part >= whole ? granted : shareOf(granted, { part, whole });
  return Math.max(0, due - dueBefore);
}

/** Returns the part of a recharge's bonus to take back for a further refund, rounded half up. */
export function bonusBack(sale: PartlyRefunded, cents: Cents): Cents {
  const { soldCents, granted, dueBefore } = sale;
  if (soldCents <= 0) return 0;
  const part = Math.min(soldCents, sale.refundedCents + cents);
  const share = divideHalfUp(BigInt(granted) * BigInt(part), BigInt(soldCents));
  return Math.max(0, safeInteger(share) - dueBefore);
}

/** A refunded part of an order's price, and how much of its goods could be taken back. */
export interface RefundedGoods {
  /** The order's full price, and what it granted. */
  priceCents: Cents;
  granted: number;
  /** The refunded part of the price; the part of the grant due for it, and how much was taken. */
  cents: Cents;
  due: number;
  taken: number;
  /** Whether more goods were left than are due. */
  moreLeft: boolean;
}

/**
 * Returns what the buyer owes for goods that could not be taken back: the refunded amount minus the
 * value of the goods found, rounded half up to the cent. Nothing if all that is due was found and
 * the piece lost to rounding is still there.
 */
export function goodsDebt(found: RefundedGoods): Cents {
  const { priceCents, granted, cents, due, taken, moreLeft } = found;
  if (granted <= 0 || priceCents <= 0) return 0;
  const [price, all, part] = [BigInt(priceCents), BigInt(granted), BigInt(cents)];
  const isRoundedDown = all * part > BigInt(due) * price;
  if (taken >= due && (moreLeft || !isRoundedDown)) return 0;
  const owed = safeInteger(divideHalfUp(all * part - price * BigInt(taken), all));
  return Math.max(0, Math.min(cents, owed));
}

/** Splits a reversal into what the wallet can pay and what remains owed (spec/money#refunds). */
export function splitReversal(owedCents: Cents, walletCents: Cents) {
  const takenCents = Math.min(owedCents, Math.max(0, walletCents));
  return { takenCents, debtCents: owedCents - takenCents };
}

/**
 * Cancels the debt of a refund that was undone: what is left of the account's debt, and what goes
 * back to the wallet because it was already paid.
 */
export function cancelDebt(owedCents: Cents, debtCents: Cents) {
  const stillOwedCents = Math.min(owedCents, debtCents);
  return { owedCents: owedCents - stillOwedCents, returnedCents: debtCents - stillOwedCents };
}

/** An outflow reported by the provider, and how much of the payment can still be refunded. */
export interface Claim {
  /** Null: a full refund, or a dispute of what is left. */
  cents: Cents | null;
  kind: "refund" | "dispute";
  leftCents: Cents;
  /** What open or lost disputes withhold of the payment. */
  disputedCents: Cents;
}

/**
 * Returns how much of a claim is booked now, and how much waits until another outflow of the
 * payment is returned (spec/money#disputes): a refund counts even while a dispute holds the money.
 * A full refund includes what disputes hold.
 */
export function splitClaim(claim: Claim): { bookedCents: Cents; waitingCents: Cents } {
  const { leftCents, disputedCents, kind } = claim;
  const all = kind === "refund" ? leftCents + disputedCents : leftCents;
  const cents = claim.cents ?? all;
  const bookedCents = Math.min(cents, leftCents);
  return { bookedCents, waitingCents: cents - bookedCents };
}
