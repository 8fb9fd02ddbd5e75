/** Prices: at once, or from an instant on (spec/money#prices). */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { judgeSchedule, type PriceChange } from "@turnpike/rules/price-schedule.ts";
import {
  applyDue,
  cancelPrice,
  lockPrices,
  MOST_SCHEDULED,
  putTier,
  removeTier,
  type ScheduledPrice,
  scheduledPrices,
  scheduledSku,
  schedulePrice,
  type ShopProduct,
} from "../../../commerce/product/store.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import { defineAct } from "./act.ts";
import { productOf } from "./shop.ts";

/** How far ahead a price may be scheduled. */
const MOST_AHEAD_MS = 2 * 366 * dayMs;

/** A tier's new price in millionths of a dollar; null removes the tier. */
export interface PriceGiven {
  sku: string;
  fromQty: number;
  unitMicros: number | null;
}

/** Refuses what would leave the smallest order without a price, now or later. @throws ActRefused */
export function refuseUnpriced(product: ShopProduct, changes: readonly PriceChange[]): void {
  const verdict = judgeSchedule(product, changes);
  if (verdict.ok) return;
  const { fromQty, from } = verdict.change;
  const when = `at ${new Date(from).toISOString()}`;
  if (verdict.why === "noTier")
    throw new ActRefused(`${product.sku} has no price from ${fromQty} on to remove ${when}`);
  throw new ActRefused(`${product.sku} needs a price from ${product.minQty} on ${when}`);
}

/** @throws ActRefused unless the instant is ahead, by two years at most */
export function refuseInstant(from: number, now: number): void {
  if (from <= now) throw new ActRefused("the price must hold from an instant ahead");
  if (from > now + MOST_AHEAD_MS) throw new ActRefused("at most two years ahead");
}

/** Sets the price of a unit from a quantity on, at once; what is scheduled stays so. */
export const setPrice = defineAct<PriceGiven, ShopProduct>({
  action: "price.set",
  run: async (services, tx, { sku, fromQty, unitMicros }) => {
    const now = services.world.now();
    await lockPrices(tx, sku);
    const before = await productOf(services, tx, sku);
    const ahead = await scheduledPrices(tx, { now, sku });
    refuseUnpriced(before, [{ fromQty, unitMicros, from: now }, ...ahead]);
    await applyDue(tx, sku, now);
    if (unitMicros === null) await removeTier(tx, sku, fromQty);
    else await putTier(tx, { sku, fromQty, unitMicros });
    const result = await productOf(services, tx, sku);
    return { result, subject: sku, was: { tiers: before.tiers }, is: { tiers: result.tiers } };
  },
});

const logged = ({ id, fromQty, unitMicros, from }: ScheduledPrice) => ({
  id,
  fromQty,
  unitMicros,
  from: new Date(from).toISOString(),
});

/** Schedules a tier's price, or its removal, for an instant (milliseconds since 1970). */
export const setPriceLater = defineAct<PriceGiven & { from: number }, ScheduledPrice>({
  action: "price.schedule",
  run: async (services, tx, given, actor) => {
    const { sku } = given;
    const now = services.world.now();
    refuseInstant(given.from, now);
    await lockPrices(tx, sku);
    const product = await productOf(services, tx, sku);
    const all = await scheduledPrices(tx, { now });
    if (all.length >= MOST_SCHEDULED)
      throw new ActRefused(`at most ${MOST_SCHEDULED} changes can be scheduled`);
    const change = {
      id: services.world.id(),
      ...given,
      createdAt: new Date(now),
      createdBy: actor.name,
    };
    refuseUnpriced(product, [...all.filter((one) => one.sku === sku), change]);
    await schedulePrice(tx, change);
    return { result: change, subject: sku, is: logged(change) };
  },
});

/** Cancels a change that waits. @throws ActRefused where what comes after it needs it */
export const cancelScheduled = defineAct<{ id: string }, ScheduledPrice>({
  action: "price.cancel",
  run: async (services, tx, { id }) => {
    const now = services.world.now();
    const sku = await scheduledSku(tx, id);
    if (sku !== null) await lockPrices(tx, sku);
    const ahead = sku === null ? [] : await scheduledPrices(tx, { now, sku });
    const change = ahead.find((one) => one.id === id);
    if (sku === null || !change)
      throw new ActRefused("no such change waits for its instant", { reason: "notFound" });
    const others = ahead.filter((one) => one !== change);
    refuseUnpriced(await productOf(services, tx, sku), others);
    await cancelPrice(tx, id, now);
    return { result: change, subject: sku, was: logged(change) };
  },
});
