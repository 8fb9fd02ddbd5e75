/** Products for acts and previews, and checks of price changes. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { judgeSchedule, type PriceChange } from "@turnpike/rules/price-schedule.ts";
import { allProducts, type ShopProduct } from "../../../commerce/product/store.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";

/** Returns a product, on sale or not, with its current prices. @throws ActRefused */
export async function productOf(
  { world }: Pick<Services, "world">,
  db: Db | Tx,
  sku: string,
): Promise<ShopProduct> {
  const found = (await allProducts(db, world.now(), sku))[0];
  if (!found) throw new ActRefused(`no product with the SKU ${sku}`, { reason: "unknownSku" });
  return found;
}

/** How far ahead a price may be scheduled. */
const MAX_AHEAD_MS = 2 * 366 * dayMs;

/** A tier's new price in millionths of a dollar; null removes the tier. */
export interface PriceInput {
  sku: string;
  fromQty: number;
  unitMicros: number | null;
}

/** @throws ActRefused if changes would leave the smallest order without a price, now or later */
export function refuseUnpriced(product: ShopProduct, changes: readonly PriceChange[]): void {
  const verdict = judgeSchedule(product, changes);
  if (verdict.ok) return;
  const { fromQty, from } = verdict.change;
  const when = `at ${new Date(from).toISOString()}`;
  if (verdict.why === "noTier")
    throw new ActRefused(`${product.sku} has no price from ${fromQty} on ${when}`);
  throw new ActRefused(`${product.sku} needs a price from ${product.minQty} on ${when}`);
}

/** @throws ActRefused unless the instant is in the future, by at most two years */
export function refuseInstant(from: number, now: number): void {
  if (from <= now) throw new ActRefused("the price must start in the future");
  if (from > now + MAX_AHEAD_MS) throw new ActRefused("at most two years ahead");
}
