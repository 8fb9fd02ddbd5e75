/** Prices, products, promotions and news. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import {
  everyProduct,
  putTier,
  removeTier,
  type ShopProduct,
  switchProduct,
} from "../../../commerce/product/store.ts";
import {
  addPromotion,
  type StoredPromotion,
  switchPromotions,
} from "../../../commerce/promotion/store.ts";
import { insertNews, removeNews } from "../../../identity/account/store/news.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { defineAct } from "./act.ts";

/** A product, on sale or not. @throws ActRefused */
export async function productOf(db: Db | Tx, sku: string): Promise<ShopProduct> {
  const found = (await everyProduct(db, sku))[0];
  if (!found) throw new ActRefused(`no product with the SKU ${sku}`, { reason: "unknownSku" });
  return found;
}

/** Sets the price of a unit from a quantity on; null removes the tier. */
export const setPrice = defineAct<
  { sku: string; fromQty: number; unitMicros: number | null },
  ShopProduct
>({
  action: "price.set",
  run: async (_services, tx, { sku, fromQty, unitMicros }) => {
    const before = await productOf(tx, sku);
    if (unitMicros === null) {
      refuseRemoval(before, fromQty);
      await removeTier(tx, sku, fromQty);
    } else await putTier(tx, { sku, fromQty, unitMicros });
    const after = await productOf(tx, sku);
    return {
      result: after,
      subject: sku,
      was: { tiers: before.tiers },
      is: { tiers: after.tiers },
    };
  },
});

/** The smallest order needs a price. @throws ActRefused */
export function refuseRemoval({ sku, minQty, tiers }: ShopProduct, fromQty: number): void {
  if (!tiers.some((tier) => tier.fromQty === fromQty))
    throw new ActRefused(`${sku} has no price from ${fromQty} on`);
  if (!tiers.some((tier) => tier.fromQty !== fromQty && tier.fromQty <= minQty))
    throw new ActRefused(`${sku} needs a price from ${minQty} on`);
}

export const switchSale = defineAct<{ sku: string; onSale: boolean }, ShopProduct>({
  action: "product.switch",
  run: async (_services, tx, { sku, onSale }) => {
    const before = await productOf(tx, sku);
    await switchProduct(tx, sku, onSale);
    const result = { ...before, onSale };
    return { result, subject: sku, was: { onSale: before.onSale }, is: { onSale } };
  },
});

type NewPromotion = Omit<StoredPromotion, "id" | "name" | "enabled"> & { title: string };

export const addBonus = defineAct<NewPromotion, StoredPromotion>({
  action: "promotion.add",
  run: async (services, tx, given) => {
    if (given.endsAt <= given.startsAt)
      throw new ActRefused("--ends must be after --starts", { reason: "badField" });
    const result = await addPromotion(tx, { id: services.world.id(), ...given });
    return { result, subject: result.name, is: result };
  },
});

interface Switch {
  which: { id: string } | { name: string };
  enabled: boolean;
  startsAt?: Date;
  endsAt?: Date;
}

export const switchBonus = defineAct<Switch, StoredPromotion[]>({
  action: "promotion.switch",
  run: async (_services, tx, { which, ...change }) => {
    const result = await switchPromotions(tx, { ...which, ...change });
    const named = "id" in which ? which.id : which.name;
    if (result.length === 0)
      throw new ActRefused(`no promotion named ${named}`, { reason: "notFound" });
    return { result, subject: result[0]?.name ?? named, is: change };
  },
});

export interface News {
  id: string;
  at: Date;
  lang: string | null;
  title: string;
  body: string;
}

export const announce = defineAct<{ title: string; body: string; lang: string | null }, News>({
  action: "news.add",
  run: async ({ world }, tx, given) => {
    const row = { id: world.id(), at: new Date(world.now()), ...given };
    await insertNews(tx, row);
    return { result: row, subject: row.title, is: { id: row.id, lang: row.lang } };
  },
});

export const withdrawNews = defineAct<{ id: string }, Record<string, never>>({
  action: "news.remove",
  run: async (_services, tx, { id }) => {
    const gone = await removeNews(tx, id);
    if (!gone) throw new Refusal("notFound", { field: "id" });
    return { result: {}, subject: gone.title ?? gone.key ?? id, was: gone };
  },
});
