/**
 * How much of a sale goes back for money that goes back (spec/money#refunds). Parts are cumulative:
 * however a refund is cut up, the whole takes back exactly what was granted, and no cent or byte
 * more.
 */
import { type Cents, divideHalfUp, safeInteger, shareOf } from "./money.ts";

/** Where a payment's money went. */
export interface MoneyParts {
  /** The order's price, or what a recharge put into the wallet and earned its bonus with. */
  soldCents: Cents;
  /** What went to the wallet beyond that. */
  surplusCents: Cents;
  /** What nobody has, as the account was closed before. */
  unclaimedCents: Cents;
}
/** A sale and how much of it went back before. */
export interface PartlyRefunded {
  soldCents: Cents;
  /** What it granted: pieces or bytes of an order, the bonus of a recharge. */
  granted: number;
  refundedCents: Cents;
  /** What earlier refunds were to take back of what was granted, had they found it all. */
  dueBefore: number;
}

/**
 * Which money a refund of `wanted` cents is of; null is all that is left. First what was never
 * sold: who gives back a surplus means that. Never more than is left.
 */
export function spreadRefund(left: MoneyParts, wanted: Cents | null): MoneyParts {
  const all = left.unclaimedCents + left.surplusCents + left.soldCents;
  const cents = Math.min(all, wanted ?? all);
  const unclaimedCents = Math.min(cents, left.unclaimedCents);
  const surplusCents = Math.min(cents - unclaimedCents, left.surplusCents);
  return { unclaimedCents, surplusCents, soldCents: cents - unclaimedCents - surplusCents };
}

/**
 * Of an order's grant, what a refund of so many cents more is to take back; a whole one all of it.
 * What an earlier refund did not find any more is lost: no later one takes it.
 */
export function grantBack(sale: PartlyRefunded, cents: Cents): number {
  const { soldCents: whole, granted, dueBefore } = sale;
  const part = sale.refundedCents + cents;
  const due = part >= whole ? granted : shareOf(granted, { part, whole });
  return Math.max(0, due - dueBefore);
}

/** Of a recharge's bonus, what goes back with so many cents more; half up, as it was given. */
export function bonusBack(sale: PartlyRefunded, cents: Cents): Cents {
  const { soldCents, granted, dueBefore } = sale;
  if (soldCents <= 0) return 0;
  const part = Math.min(soldCents, sale.refundedCents + cents);
  const share = divideHalfUp(BigInt(granted) * BigInt(part), BigInt(soldCents));
  return Math.max(0, safeInteger(share) - dueBefore);
}

/** A part of an order's price that a card's bank or the payer took back, and what of the goods was found. */
export interface FoundGoods {
  /** The order's whole price, and what it granted. */
  priceCents: Cents;
  granted: number;
  /** Of the price, what goes back now; of the grant, what is due for it and what of that was found. */
  cents: Cents;
  due: number;
  taken: number;
  /** Whether more of the goods was there than is due. */
  moreLeft: boolean;
}

/**
 * What the buyer owes for goods that were not found: of the price that went back, what the goods
 * that were found are not worth, half up to the cent. Nothing where all that is due was found and
 * the piece that rounding left is still there.
 */
export function owedForGoods(found: FoundGoods): Cents {
  const { priceCents, granted, cents, due, taken, moreLeft } = found;
  if (granted <= 0 || priceCents <= 0) return 0;
  const [price, all, part] = [BigInt(priceCents), BigInt(granted), BigInt(cents)];
  const isRoundedDown = all * part > BigInt(due) * price;
  if (taken >= due && (moreLeft || !isRoundedDown)) return 0;
  const owed = safeInteger(divideHalfUp(all * part - price * BigInt(taken), all));
  return Math.max(0, Math.min(cents, owed));
}

/** What the wallet can give of what goes back, and what stays owing (spec/money#refunds). */
export function reversal(owedCents: Cents, walletCents: Cents) {
  const takenCents = Math.min(owedCents, Math.max(0, walletCents));
  return { takenCents, debtCents: owedCents - takenCents };
}

/**
 * A debt when the refund that left it came to nothing: what stays owing, and what goes back to the
 * wallet because it was paid meanwhile.
 */
export function debtUndone(owedCents: Cents, debtCents: Cents) {
  const stillOwedCents = Math.min(owedCents, debtCents);
  return { owedCents: owedCents - stillOwedCents, returnedCents: debtCents - stillOwedCents };
}

/** What a payment's provider reported to have left it, and what of the payment can still go back. */
export interface Claim {
  /** Null: a refund of all, or a dispute of what is left. */
  cents: Cents | null;
  kind: "refund" | "dispute";
  leftCents: Cents;
  /** What open or lost disputes hold of the payment. */
  disputedCents: Cents;
}

/**
 * How much of a claim is booked now, and how much waits until something else that was taken of the
 * payment is returned (spec/money#disputes): a refund counts even while a dispute holds the money.
 * A refund of all is of what disputes hold as well.
 */
export function coverClaim(claim: Claim): { bookedCents: Cents; waitingCents: Cents } {
  const { leftCents, disputedCents, kind } = claim;
  const all = kind === "refund" ? leftCents + disputedCents : leftCents;
  const cents = claim.cents ?? all;
  const bookedCents = Math.min(cents, leftCents);
  return { bookedCents, waitingCents: cents - bookedCents };
}
