/** Prices by quantity (spec/money#prices). */
import { type Cents, type Micros, percentOf, priceCents } from "./money.ts";

/** From this quantity on, every unit of an order costs `unitMicros`. */
export interface PriceTier {
  fromQty: number;
  unitMicros: Micros;
}
export interface PricedProduct {
  minQty: number;
  maxQty: number;
  /** Orders must be a multiple of this; 1 if absent. */
  stepQty?: number;
  tiers: readonly PriceTier[];
}
export interface Price {
  listCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
}
export type PriceVerdict = { ok: true; listCents: Cents } | { ok: false; why: "badQuantity" };

/** Returns the tier that prices the whole quantity; undefined below the first tier. */
export function tierOf(quantity: number, tiers: readonly PriceTier[]): PriceTier | undefined {
  return tiers
    .filter((tier) => quantity >= tier.fromQty)
    .reduce<PriceTier | undefined>(
      (best, tier) => (best === undefined || tier.fromQty > best.fromQty ? tier : best),
      undefined,
    );
}

/** Returns the list price of a quantity, rounded once, half up, to the cent; what costs anything costs one. */
export function listPrice(quantity: number, product: PricedProduct): PriceVerdict {
  if (!Number.isSafeInteger(quantity)) return { ok: false, why: "badQuantity" };
  if (quantity < product.minQty || quantity > product.maxQty) {
    return { ok: false, why: "badQuantity" };
  }
  if (quantity % (product.stepQty ?? 1) !== 0) return { ok: false, why: "badQuantity" };
  const tier = tierOf(quantity, product.tiers);
  if (!tier) return { ok: false, why: "badQuantity" };
  const least = tier.unitMicros > 0 ? 1 : 0;
  return { ok: true, listCents: Math.max(least, priceCents(quantity, tier.unitMicros)) };
}

/**
 * Applies a discount in percent to a list price; the discount is rounded half up to the cent, and only
 * one of 100 % takes the last cent.
 */
export function discounted(listCents: Cents, percent: number): Price {
  const most = percent < 100 ? Math.max(0, listCents - 1) : listCents;
  const discountCents = Math.min(most, percentOf(listCents, percent));
  return { listCents, discountCents, totalCents: listCents - discountCents };
}
