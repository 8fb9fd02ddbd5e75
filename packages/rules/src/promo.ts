/** Rules of promo codes (spec/money#promo-codes). Instants are ms since 1970. */
import type { Cents } from "./money.ts";
import { dayMs } from "./statistics.ts";

/** What a code gives, to whom and until when. It never changes; only `enabled` does. */
export interface Promo {
  /** In capitals. */
  code: string;
  kind: "gift" | "discount";
  percent: number | null;
  giftSku: string | null;
  giftAmount: number | null;
  /** How often it can be used in all; null: any number of times. */
  max: number | null;
  perAccount: number;
  /** Only for accounts that have paid no order yet. */
  newOnly: boolean;
  minCents: Cents | null;
  /** The products it is good for; null: all, and recharges. */
  skus: readonly string[] | null;
  startsAt: number | null;
  /** Exclusive. */
  endsAt: number | null;
  enabled: boolean;
}

/** Maximum of `max`: uses are counted while others wait. */
export const maxPromoUses = 100_000;
/** Maximum number of promo codes, switched off ones included. */
export const maxPromos = 1_000;
/** How long a coupon of a code without an end is kept; it can be had again. */
const KEPT_MS = 365 * dayMs;

/** Returns a typed code in capitals; null if no code looks like it. */
export function readPromoCode(typed: string): string | null {
  const code = typed.trim();
  return /^[A-Za-z0-9-]{3,32}$/.test(code) ? code.toUpperCase() : null;
}

/** Returns the instant at which a coupon of the code expires. */
export function promoCouponEnd({ endsAt }: Promo, now: number): number {
  return endsAt ?? now + KEPT_MS;
}

export type PromoRefusal = "promoOver" | "promoNotApplicable";

/** Who wants to use a code, and how often it was used. */
export interface PromoUser {
  now: number;
  /** Uses by this account. */
  ownUses: number;
  /** Uses in all; counted only up to `max`. */
  uses: number;
  hasPaid: boolean;
}

/** Returns why an account cannot use a code now; null if it can. */
export function promoRefusal(promo: Promo, user: PromoUser): PromoRefusal | null {
  const { max, perAccount, startsAt, endsAt } = promo;
  if (!promo.enabled || (endsAt !== null && endsAt <= user.now)) return "promoOver";
  if ((max !== null && user.uses >= max) || user.ownUses >= perAccount) return "promoOver";
  if (startsAt !== null && startsAt > user.now) return "promoNotApplicable";
  return promo.newOnly && user.hasPaid ? "promoNotApplicable" : null;
}

/** Returns whether a code is good for an order of a product, or for a recharge (null). */
export function promoCovers({ skus }: Pick<Promo, "skus">, sku: string | null): boolean {
  return skus === null || (sku !== null && skus.includes(sku));
}
