/** The promo code of a link, kept until something is bought with it. */
import { browserStore } from "@turnpike/ui/lib/storage.ts";

const KEY = "app.promoCode";
/** A code has at most 32 characters (spec/money#promo-codes). */
const LONGEST = 32;

/** Keeps the code of the page's link (`?promo=`), so that signing up does not lose it. */
export function keepPromoCode(search: string): void {
  const code = new URLSearchParams(search).get("promo")?.trim().slice(0, LONGEST);
  if (code) browserStore.set(KEY, code);
}

/** The code that a link brought; empty if there is none. */
export const promoCodeKept = (): string => browserStore.get(KEY) ?? "";

export const forgetPromoCode = (): void => browserStore.remove(KEY);
