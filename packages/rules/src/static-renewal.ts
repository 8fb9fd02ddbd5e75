/**
 * Renewing static IPs (spec/static#auto-renew, spec/static#renewal), and the one place where
 * auto-renew is decided. Instants are milliseconds since 1970.
 */
import type { Cents } from "./money.ts";
import { listPrice, type PricedProduct } from "./pricing.ts";
import { autoRenewAheadMs, renewableUntil, renewedUntil } from "./static-ip.ts";

export type PaidBy = "credit" | "wallet";

export type RenewalVerdict =
  | { renew: true; until: number }
  | { renew: false; why: "renewalTooLate" };

/** Until 24 h after the end; the new time counts from the old end (spec/static#renewal). */
export function decideRenewal(ip: {
  expiresAt: number;
  days: number;
  now: number;
  /** Its exit was given back already. */
  released: boolean;
}): RenewalVerdict {
  if (ip.released || ip.now >= renewableUntil(ip.expiresAt)) {
    return { renew: false, why: "renewalTooLate" };
  }
  return { renew: true, until: renewedUntil(ip.expiresAt, ip.days) };
}

export interface AutoRenewing {
  autoRenew: boolean;
  expiresAt: number;
  now: number;
  /** Its exit was given back already. */
  released: boolean;
  /** Its account was closed or disabled. */
  accountOpen: boolean;
  /** The end for which nothing could pay before; null: none. */
  failedFor: number | null;
}
export type AutoRenewDue =
  | { due: true }
  | { due: false; why: "off" | "released" | "accountClosed" | "tooEarly" | "tooLate" };

/**
 * Whether auto-renew looks at an IP now: from 24 h before the end until the end; after it, for as
 * long as it may be renewed, only where the schedule has never tried for this end.
 */
export function autoRenewDue(ip: AutoRenewing): AutoRenewDue {
  if (!ip.autoRenew) return { due: false, why: "off" };
  if (ip.released) return { due: false, why: "released" };
  if (!ip.accountOpen) return { due: false, why: "accountClosed" };
  if (ip.now < ip.expiresAt - autoRenewAheadMs) return { due: false, why: "tooEarly" };
  if (ip.now < ip.expiresAt) return { due: true };
  const tried = ip.failedFor === ip.expiresAt;
  if (tried || ip.now >= renewableUntil(ip.expiresAt)) return { due: false, why: "tooLate" };
  return { due: true };
}

/** Why auto-renew does not renew what is due; its holder is told. */
export type RenewalFailure = "insufficientBalance" | "inArrears";
export type AutoRenewVerdict =
  | { renew: true; by: PaidBy }
  | { renew: false; why: Extract<AutoRenewDue, { due: false }>["why"] | RenewalFailure };

/**
 * Auto-renew takes the static balance first, then the wallet balance when short; nothing while the
 * account is in arrears.
 */
export function decideAutoRenew(
  ip: AutoRenewing & {
    inArrears: boolean;
    /** Of the period that it is renewed for. */
    credits: number;
    /** Of one; null where the period is not sold any more. */
    priceCents: Cents | null;
    walletCents: Cents;
  },
): AutoRenewVerdict {
  const { credits, priceCents, walletCents } = ip;
  const judged = autoRenewDue(ip);
  if (!judged.due) return { renew: false, why: judged.why };
  if (ip.inArrears) return { renew: false, why: "inArrears" };
  if (credits >= 1) return { renew: true, by: "credit" };
  if (priceCents !== null && priceCents <= walletCents) return { renew: true, by: "wallet" };
  return { renew: false, why: "insufficientBalance" };
}

export interface RenewalSplit {
  creditsUsed: number;
  /** What is missing, and bought: its own tier prices all of it. */
  bought: number;
}
/** The wallet's way takes credits of these days first, then the wallet (spec/static#taking). */
export function splitRenewal(quantity: number, credits: number): RenewalSplit {
  const creditsUsed = Math.max(0, Math.min(quantity, credits));
  return { creditsUsed, bought: quantity - creditsUsed };
}

export interface QuotedIp {
  id: string;
  expiresAt: number;
}
export interface RenewalQuote extends RenewalSplit {
  walletCents: Cents;
  /** What card or crypto would pay: all of them (spec/static#renewal). */
  outsideCents: Cents;
  items: { id: string; by: PaidBy; expiresAt: number; renewedUntil: number }[];
}
export type QuoteVerdict =
  | ({ ok: true } & RenewalQuote)
  | { ok: false; why: "badQuantity" | "unknownSku" };

/** What renewing these would take; those that end first are paid by credits. */
export function quoteRenewal(asked: {
  ips: readonly QuotedIp[];
  days: number;
  credits: number;
  /** Null where the period is not sold any more: then credits alone renew. */
  product: PricedProduct | null;
}): QuoteVerdict {
  const { ips, days, credits, product } = asked;
  const split = splitRenewal(ips.length, credits);
  if (!product && split.bought > 0) return { ok: false, why: "unknownSku" };
  const price = (quantity: number) =>
    quantity === 0 || !product
      ? ({ ok: true, listCents: 0 } as const)
      : listPrice(quantity, product);
  const [wallet, outside] = [price(split.bought), price(ips.length)];
  if (!wallet.ok) return { ok: false, why: wallet.why };
  const items = ips
    .toSorted((a, b) => a.expiresAt - b.expiresAt)
    .map(({ id, expiresAt }, at) => ({
      id,
      by: at < split.creditsUsed ? ("credit" as const) : ("wallet" as const),
      expiresAt,
      renewedUntil: renewedUntil(expiresAt, days),
    }));
  const outsideCents = outside.ok ? outside.listCents : 0;
  return { ok: true, ...split, walletCents: wallet.listCents, outsideCents, items };
}
