/**
 * Renewal of static IPs (spec/static#auto-renew, spec/static#renewal); the only place that decides
 * about auto-renew. Instants are milliseconds since 1970.
 */
import type { Cents } from "./money.ts";
import { listPrice, type PricedProduct } from "./pricing.ts";
import { cheapestOffer } from "./product.ts";
import { autoRenewAheadMs, renewableUntil, renewedUntil } from "./static-ip.ts";

export type PaidBy = "credit" | "wallet";

export type RenewalVerdict =
  | { renew: true; until: number }
  | { renew: false; why: "renewalTooLate" };

/** Until 24 h after expiry; the new period starts at the old expiry (spec/static#renewal). */
export function decideRenewal(ip: {
  expiresAt: number;
  days: number;
  now: number;
  /** Its exit was already released. */
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
  /** Its exit was already released. */
  released: boolean;
  /** False if its account is closed or disabled. */
  accountOpen: boolean;
  /** The expiry for which payment already failed; null: none. */
  failedFor: number | null;
}
export type AutoRenewDue =
  | { due: true }
  | { due: false; why: "off" | "released" | "accountClosed" | "tooEarly" | "tooLate" };

/**
 * Returns whether auto-renew should process an IP now: from 24 h before expiry until expiry; later,
 * while renewal is possible, only if it was never tried for this expiry.
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

/** Why auto-renew failed for a due IP; its holder is notified. */
export type RenewalFailure = "insufficientBalance" | "inArrears" | "identityNeeded";
export type AutoRenewVerdict =
  | { renew: true; by: PaidBy }
  | { renew: false; why: Extract<AutoRenewDue, { due: false }>["why"] | RenewalFailure };

/**
 * Auto-renew uses the static balance first, then the wallet if that is too low; it does nothing
 * while the account is in arrears, and buys nothing for which an identity is needed.
 */
export function decideAutoRenew(
  ip: AutoRenewing & {
    inArrears: boolean;
    /** Credits of its renewal period. */
    credits: number;
    /** Price per IP; null if the period is no longer sold. */
    priceCents: Cents | null;
    walletCents: Cents;
    /** What sells the period is sold to identified customers alone. */
    identityNeeded: boolean;
  },
): AutoRenewVerdict {
  const { credits, priceCents, walletCents } = ip;
  const judged = autoRenewDue(ip);
  if (!judged.due) return { renew: false, why: judged.why };
  if (ip.inArrears) return { renew: false, why: "inArrears" };
  if (credits >= 1) return { renew: true, by: "credit" };
  if (priceCents === null || priceCents > walletCents)
    return { renew: false, why: "insufficientBalance" };
  return ip.identityNeeded
    ? { renew: false, why: "identityNeeded" }
    : { renew: true, by: "wallet" };
}

export interface RenewalSplit {
  creditsUsed: number;
  /** Missing credits to buy; the tier for this quantity prices them all. */
  bought: number;
}
/** Splits a wallet renewal: credits of the period first, then the wallet (spec/static#taking). */
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
  /** The price of all of them if paid by card or crypto (spec/static#renewal). */
  outsideCents: Cents;
  items: { id: string; by: PaidBy; expiresAt: number; renewedUntil: number }[];
}
export type QuoteVerdict =
  | ({ ok: true } & RenewalQuote)
  | { ok: false; why: "badQuantity" | "unknownSku" };

/** Quotes the renewal of these IPs; those that expire first are paid by credits. */
export function quoteRenewal(request: {
  ips: readonly QuotedIp[];
  days: number;
  credits: number;
  /** What sells the period; none: then only credits renew. */
  offers: readonly PricedProduct[];
}): QuoteVerdict {
  const { ips, days, credits, offers } = request;
  const split = splitRenewal(ips.length, credits);
  if (offers.length === 0 && split.bought > 0) return { ok: false, why: "unknownSku" };
  const price = (quantity: number) => {
    const product = cheapestOffer(offers, quantity);
    return quantity === 0 || !product
      ? ({ ok: true, listCents: 0 } as const)
      : listPrice(quantity, product);
  };
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
