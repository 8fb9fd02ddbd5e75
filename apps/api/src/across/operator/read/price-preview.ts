/** What orders cost before and after a change of a price. */
import { listPrice, type PriceTier } from "@turnpike/rules/pricing.ts";
import type { ShopProduct } from "../../../commerce/product/store.ts";

export interface PricedQuantity {
  quantity: number;
  beforeCents: number;
  afterCents: number;
}

/** The tiers with one price changed, or (null) removed. */
export function changedTiers(
  tiers: readonly PriceTier[],
  { fromQty, unitMicros }: { fromQty: number; unitMicros: number | null },
): PriceTier[] {
  const others = tiers.filter((tier) => tier.fromQty !== fromQty);
  const all = unitMicros === null ? others : [...others, { fromQty, unitMicros }];
  return all.toSorted((a, b) => a.fromQty - b.fromQty);
}

/** Of the smallest order, and at and just below the beginning of each tier, before and after. */
export function previewPrice(
  product: ShopProduct,
  change: { fromQty: number; unitMicros: number | null },
): PricedQuantity[] {
  const { minQty, maxQty, stepQty, tiers } = product;
  const after = changedTiers(tiers, change);
  const begins = [...tiers, ...after].map(({ fromQty }) => Math.ceil(fromQty / stepQty) * stepQty);
  const quantities = [minQty, ...begins, ...begins.map((begin) => begin - stepQty), maxQty]
    .filter((quantity) => quantity >= minQty && quantity <= maxQty && quantity % stepQty === 0)
    .toSorted((a, b) => a - b);
  return [...new Set(quantities)].flatMap((quantity) => {
    const [was, is] = [
      listPrice(quantity, product),
      listPrice(quantity, { ...product, tiers: after }),
    ];
    if (!was.ok || !is.ok) return [];
    return [{ quantity, beforeCents: was.listCents, afterCents: is.listCents }];
  });
}
