/** Products for acts and previews, and checks of price changes. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { judgeSchedule, type PriceChange } from "@turnpike/rules/price-schedule.ts";
import { kindUnit, productName } from "@turnpike/locales/shop.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import type { PriceTier } from "@turnpike/rules/pricing.ts";
import { allProducts, type ShopProduct } from "../../../commerce/product/store/products.ts";
import { priceGroups } from "../../../commerce/product/store/groups.ts";
import { groupTiers } from "../../../commerce/product/store/prices.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";

/** Returns a product, on sale or not, with its current prices, or a group's. @throws ActRefused */
export async function productOf(
  { world }: Pick<Services, "world">,
  db: Db | Tx,
  sku: string,
  group?: string,
): Promise<ShopProduct> {
  const found = (await allProducts(db, world.now(), { sku, group }))[0];
  if (!found) throw new ActRefused(`no product with the SKU ${sku}`, { reason: "unknownSku" });
  return found;
}

/** A product as the console lists it: with shipped texts, and whether it is on sale. */
export function consoleProduct(product: ShopProduct) {
  const { sku, kind, enterprise, days, region, minQty, maxQty, stepQty, onSale, tiers } = product;
  const { names, descriptions, badges, pool, validDays, sort, trial } = product;
  const shipped = () => Object.fromEntries(langs.map((lang) => [lang, productName(lang, product)]));
  return {
    sku,
    kind,
    enterprise,
    days,
    region,
    minQty,
    maxQty,
    stepQty,
    onSale,
    tiers: [...tiers],
    name: names ?? shipped(),
    unit: product.unit ?? kindUnit("en", kind),
    description: descriptions,
    badge: badges,
    pool,
    validDays,
    sort,
    trial,
  };
}

/** How far ahead a price may be scheduled. */
const MAX_AHEAD_MS = 2 * 366 * dayMs;

/** A tier's new price in millionths of the currency; null removes the tier. */
export interface PriceInput {
  sku: string;
  fromQty: number;
  unitMicros: number | null;
  /** The group whose price it is; null: the list price. */
  group: string | null;
}

/** The tiers of the list, or those that a group has of its own. @throws ActRefused */
export async function ownPrices(
  { world }: Pick<Services, "world">,
  db: Db | Tx,
  product: ShopProduct,
  group: string | null,
): Promise<{ sku: string; minQty: number | null; tiers: PriceTier[] }> {
  const { sku, minQty, tiers } = product;
  if (group === null) return { sku, minQty, tiers };
  if ((await priceGroups(db, group)).length === 0)
    throw new ActRefused(`group: no group is named ${group}`, { reason: "notFound" });
  const own = (await groupTiers(db, { group, now: world.now(), sku })).get(sku) ?? [];
  return { sku, minQty: null, tiers: own };
}

/** @throws ActRefused if changes would leave the smallest order without a price, now or later */
export function refuseUnpriced(
  product: { sku: string; minQty: number | null; tiers: PriceTier[] },
  changes: readonly PriceChange[],
): void {
  const verdict = judgeSchedule(product, changes);
  if (verdict.ok) return;
  const { fromQty, from } = verdict.change;
  const when = `at ${new Date(from).toISOString()}`;
  if (verdict.why === "noTier")
    throw new ActRefused(`${product.sku} has no price from ${fromQty} on ${when}`);
  throw new ActRefused(`${product.sku} needs a price from ${product.minQty} on ${when}`);
}

/** @throws ActRefused if a price is none: only a trial costs nothing */
export function refuseFree({ sku, trial }: ShopProduct, unitMicros: number | null): void {
  if (unitMicros === 0 && !trial) throw new ActRefused(`${sku}: only a trial costs nothing`);
}

/** @throws ActRefused unless the instant is in the future, by at most two years */
export function refuseInstant(from: number, now: number): void {
  if (from <= now) throw new ActRefused("the price must start in the future");
  if (from > now + MAX_AHEAD_MS) throw new ActRefused("at most two years ahead");
}
