/** Previews what orders cost before and after a price change. */
import { changedTiers, tiersAt, tiersForGroup } from "@turnpike/rules/price-schedule.ts";
import { listPrice } from "@turnpike/rules/pricing.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { typicalOrder } from "../../../commerce/order/store/sales.ts";
import { type ScheduledPrice, scheduledPrices } from "../../../commerce/product/store/prices.ts";
import type { ShopProduct } from "../../../commerce/product/store/products.ts";
import type { Services } from "../../../platform/services.ts";
import {
  ownPrices,
  type PriceInput,
  productOf,
  refuseFree,
  refuseInstant,
  refuseUnpriced,
} from "./products.ts";

/** A scheduled price change, as the console shows it. */
export const presentScheduled = ({ from, createdAt, ...change }: ScheduledPrice) => ({
  ...change,
  from: new Date(from).toISOString(),
  createdAt: createdAt.toISOString(),
});

export interface PricedQuantity {
  quantity: number;
  beforeCents: number;
  afterCents: number;
}

/** The typical order is determined from the orders of this many days. */
const TYPICAL_DAYS = 90;

/** The first quantity of each tier, the one before it, and the smallest and largest order. */
function quantitiesOf(
  { minQty, maxQty, stepQty }: ShopProduct,
  tiers: readonly { fromQty: number }[],
): number[] {
  const begins = tiers.map(({ fromQty }) => Math.ceil(fromQty / stepQty) * stepQty);
  const quantities = [minQty, ...begins, ...begins.map((begin) => begin - stepQty), maxQty]
    .filter((quantity) => quantity >= minQty && quantity <= maxQty && quantity % stepQty === 0)
    .toSorted((a, b) => a - b);
  return [...new Set(quantities)];
}

/**
 * Returns prices before and after a change, at the instant it takes effect (null: now), including
 * changes scheduled until then.
 * @throws ActRefused like the acts that change prices
 */
export async function previewPrice(
  services: Pick<Services, "db" | "world">,
  { from, ...given }: PriceInput & { from: number | null },
): Promise<{ items: PricedQuantity[]; typical: (PricedQuantity & { orders: number }) | null }> {
  const { db, world } = services;
  const now = world.now();
  if (from !== null) refuseInstant(from, now);
  const product = await productOf(services, db, given.sku);
  const { sku, group } = given;
  refuseFree(product, given.unitMicros);
  const own = await ownPrices(services, db, product, group);
  const ahead = await scheduledPrices(db, { now, sku, group });
  const change = { ...given, from: from ?? now };
  refuseUnpriced(own, from === null ? [change, ...ahead] : [...ahead, change]);
  const ownBefore = tiersAt(own.tiers, ahead, change.from);
  const ownAfter = changedTiers(ownBefore, change);
  const listAhead = group === null ? [] : await scheduledPrices(db, { now, sku, group: null });
  const list = group === null ? [] : tiersAt(product.tiers, listAhead, change.from);
  const before = tiersForGroup(list, ownBefore);
  const after = tiersForGroup(list, ownAfter);
  const priced = (quantity: number): PricedQuantity[] => {
    const oldPrice = listPrice(quantity, { ...product, tiers: before });
    const newPrice = listPrice(quantity, { ...product, tiers: after });
    if (!oldPrice.ok || !newPrice.ok) return [];
    return [{ quantity, beforeCents: oldPrice.listCents, afterCents: newPrice.listCents }];
  };
  const since = new Date(now - TYPICAL_DAYS * dayMs);
  const usual = await typicalOrder(db, { sku: given.sku, since });
  const [typical] = usual === null ? [] : priced(usual.quantity);
  return {
    items: quantitiesOf(product, [...before, ...after]).flatMap(priced),
    typical: typical && usual ? { ...typical, orders: usual.orders } : null,
  };
}
