/** What can be given as a gift, by a coupon or a promo code. */
import { mostGiven } from "@turnpike/rules/assets.ts";
import type { StoredProduct } from "../../../commerce/product/store/products.ts";
import { ActRefused } from "../../../platform/act-refused.ts";

/** @throws ActRefused if so many units of the product cannot be given */
export function refuseGift(
  { sku, grant }: Pick<StoredProduct, "sku" | "grant">,
  units: number,
): void {
  if (!grant) throw new ActRefused(`${sku} is sold by region and cannot be given as a gift`);
  const most = Math.floor(mostGiven(grant.asset) / grant.perUnit);
  if (units > most) throw new ActRefused(`a gift has at most ${most} units of ${sku}`);
}
