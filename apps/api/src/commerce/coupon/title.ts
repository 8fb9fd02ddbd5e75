/** Titles of coupons. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { money, productName, productUnit, shopSentences } from "@turnpike/locales/shop.ts";
import type { Coupon } from "@turnpike/rules/coupon.ts";
import type { Db } from "../../platform/db/database.ts";
import { type ProductWords, productWords } from "../product/store/products.ts";
import { couponsByIds } from "./store.ts";

type Titled = Pick<Coupon, "kind" | "percent" | "minCents" | "giftSku" | "giftAmount">;

/** The products that gift coupons give, by SKU. */
export const giftWords = (db: Db, coupons: readonly Pick<Coupon, "giftSku">[]) =>
  productWords(
    db,
    coupons.flatMap(({ giftSku }) => giftSku ?? []),
  );

/** Such as "15% off orders of $10.00 or more"; `products` must include a gift's product. */
export function couponTitle(
  coupon: Titled,
  lang: Lang,
  products: ReadonlyMap<string, ProductWords>,
): string {
  const words = shopSentences(lang).coupons;
  if (coupon.kind === "gift") {
    const sku = coupon.giftSku ?? "";
    const product = products.get(sku) ?? { sku, kind: "", names: null, unit: null };
    return interpolate(words.gift, {
      quantity: coupon.giftAmount ?? 0,
      unit: productUnit(lang, product),
      product: productName(lang, product),
    });
  }
  const values = { percent: coupon.percent ?? 0, minimum: money(lang, coupon.minCents ?? 0) };
  return interpolate(coupon.minCents ? words.discountFrom : words.discount, values);
}

/** The titles of these coupons by id, for alerts that they are about to expire. */
export async function couponNames(db: Db, ids: string[], lang: Lang): Promise<Map<string, string>> {
  const coupons = await couponsByIds(db, ids);
  const products = await giftWords(db, coupons);
  return new Map(coupons.map((coupon) => [coupon.id, couponTitle(coupon, lang, products)]));
}
