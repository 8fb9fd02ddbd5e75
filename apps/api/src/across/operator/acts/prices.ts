/** Acts on prices, which change at once or at a later instant (spec/money#prices). */
import {
  applyDuePrices,
  cancelPrice,
  lockPrices,
  MAX_SCHEDULED,
  putTier,
  removeTier,
  type ScheduledPrice,
  scheduledPrices,
  scheduledSku,
  schedulePrice,
} from "../../../commerce/product/store/prices.ts";
import type { ShopProduct } from "../../../commerce/product/store/products.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { defineAct } from "./act.ts";
import { type PriceInput, productOf, refuseInstant, refuseUnpriced } from "../read/products.ts";

/** Sets the unit price from a quantity on, effective at once. Scheduled changes remain. */
export const setPrice = defineAct<PriceInput, ShopProduct>({
  action: "price.set",
  run: async (services, tx, { sku, fromQty, unitMicros }) => {
    const now = services.world.now();
    await lockPrices(tx, sku);
    const before = await productOf(services, tx, sku);
    const ahead = await scheduledPrices(tx, { now, sku });
    refuseUnpriced(before, [{ fromQty, unitMicros, from: now }, ...ahead]);
    await applyDuePrices(tx, sku, now);
    if (unitMicros === null) await removeTier(tx, sku, fromQty);
    else await putTier(tx, { sku, fromQty, unitMicros });
    const result = await productOf(services, tx, sku);
    return {
      result,
      subject: sku,
      before: { tiers: before.tiers },
      after: { tiers: result.tiers },
    };
  },
});

const auditFields = ({ id, fromQty, unitMicros, from }: ScheduledPrice) => ({
  id,
  fromQty,
  unitMicros,
  from: new Date(from).toISOString(),
});

/** Schedules a tier's price or its removal for an instant (milliseconds since 1970). */
export const setPriceLater = defineAct<PriceInput & { from: number }, ScheduledPrice>({
  action: "price.schedule",
  run: async (services, tx, given, actor) => {
    const { sku } = given;
    const now = services.world.now();
    refuseInstant(given.from, now);
    await lockPrices(tx, sku);
    const product = await productOf(services, tx, sku);
    const all = await scheduledPrices(tx, { now });
    if (all.length >= MAX_SCHEDULED)
      throw new ActRefused(`at most ${MAX_SCHEDULED} changes can be scheduled`);
    const change = {
      id: services.world.id(),
      ...given,
      createdAt: new Date(now),
      createdBy: actor.name,
    };
    refuseUnpriced(product, [...all.filter((one) => one.sku === sku), change]);
    await schedulePrice(tx, change);
    return { result: change, subject: sku, after: auditFields(change) };
  },
});

/** Cancels a scheduled change. @throws ActRefused if a later change depends on it */
export const cancelScheduled = defineAct<{ id: string }, ScheduledPrice>({
  action: "price.cancel",
  run: async (services, tx, { id }) => {
    const now = services.world.now();
    const sku = await scheduledSku(tx, id);
    if (sku !== null) await lockPrices(tx, sku);
    const ahead = sku === null ? [] : await scheduledPrices(tx, { now, sku });
    const change = ahead.find((one) => one.id === id);
    if (sku === null || !change)
      throw new ActRefused("no scheduled price change has this id", { reason: "notFound" });
    const others = ahead.filter((one) => one !== change);
    refuseUnpriced(await productOf(services, tx, sku), others);
    await cancelPrice(tx, id, now);
    return { result: change, subject: sku, before: auditFields(change) };
  },
});
