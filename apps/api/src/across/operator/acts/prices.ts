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
  scheduledOwner,
  schedulePrice,
} from "../../../commerce/product/store/prices.ts";
import type { ShopProduct } from "../../../commerce/product/store/products.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { defineAct } from "./act.ts";
import {
  ownPrices,
  type PriceInput,
  productOf,
  refuseFree,
  refuseInstant,
  refuseUnpriced,
} from "../read/products.ts";

/** Sets the unit price from a quantity on, effective at once. Scheduled changes remain. */
export const setPrice = defineAct<PriceInput, ShopProduct>({
  action: "price.set",
  run: async (services, tx, { sku, fromQty, unitMicros, group }) => {
    const now = services.world.now();
    await lockPrices(tx, sku);
    const product = await productOf(services, tx, sku);
    refuseFree(product, unitMicros);
    const before = await ownPrices(services, tx, product, group);
    const ahead = await scheduledPrices(tx, { now, sku, group });
    refuseUnpriced(before, [{ fromQty, unitMicros, from: now }, ...ahead]);
    await applyDuePrices(tx, { sku, group }, now);
    if (unitMicros === null) await removeTier(tx, { sku, group, fromQty });
    else await putTier(tx, { sku, group, fromQty, unitMicros });
    const result = await productOf(services, tx, sku, group ?? undefined);
    return {
      result,
      subject: sku,
      before: { group, tiers: before.tiers },
      after: { group, tiers: result.tiers },
    };
  },
});

const auditFields = ({ id, group, fromQty, unitMicros, from }: ScheduledPrice) => ({
  id,
  group,
  fromQty,
  unitMicros,
  from: new Date(from).toISOString(),
});

/** Schedules a tier's price or its removal for an instant (milliseconds since 1970). */
export const setPriceLater = defineAct<PriceInput & { from: number }, ScheduledPrice>({
  action: "price.schedule",
  run: async (services, tx, given, actor) => {
    const { sku, group } = given;
    const now = services.world.now();
    refuseInstant(given.from, now);
    await lockPrices(tx, sku);
    const product = await productOf(services, tx, sku);
    refuseFree(product, given.unitMicros);
    const own = await ownPrices(services, tx, product, group);
    const all = await scheduledPrices(tx, { now });
    if (all.length >= MAX_SCHEDULED)
      throw new ActRefused(`at most ${MAX_SCHEDULED} changes can be scheduled`);
    const change = {
      id: services.world.id(),
      ...given,
      createdAt: new Date(now),
      createdBy: actor.name,
    };
    const ahead = all.filter((one) => one.sku === sku && one.group === group);
    refuseUnpriced(own, [...ahead, change]);
    await schedulePrice(tx, change);
    return { result: change, subject: sku, after: auditFields(change) };
  },
});

/** Cancels a scheduled change. @throws ActRefused if a later change depends on it */
export const cancelScheduled = defineAct<{ id: string }, ScheduledPrice>({
  action: "price.cancel",
  run: async (services, tx, { id }) => {
    const now = services.world.now();
    const owner = await scheduledOwner(tx, id);
    if (owner) await lockPrices(tx, owner.sku);
    const ahead = owner ? await scheduledPrices(tx, { now, ...owner }) : [];
    const change = ahead.find((one) => one.id === id);
    if (!owner || !change)
      throw new ActRefused("no scheduled price change has this id", { reason: "notFound" });
    const others = ahead.filter((one) => one !== change);
    const { sku, group } = owner;
    const product = await productOf(services, tx, sku);
    refuseUnpriced(await ownPrices(services, tx, product, group), others);
    await cancelPrice(tx, change, now);
    return { result: change, subject: sku, before: auditFields(change) };
  },
});
