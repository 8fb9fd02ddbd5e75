/** Unused coupons, as alerts tell that they end. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import type { Db } from "../../platform/db/database.ts";
import { allProducts } from "../product/store.ts";
import { couponsByIds } from "./store.ts";
import { couponTitle } from "./title.ts";

export { endingRows as endingCoupons } from "./store.ts";

/** What the named coupons are called, by id. */
export async function couponNames(db: Db, ids: string[], lang: Lang): Promise<Map<string, string>> {
  const [coupons, products] = await Promise.all([couponsByIds(db, ids), allProducts(db)]);
  return new Map(coupons.map((coupon) => [coupon.id, couponTitle(coupon, lang, products)]));
}
