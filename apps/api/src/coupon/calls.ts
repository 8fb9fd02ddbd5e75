/** The account's coupons (contract §3). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { money, productName, productUnit, shopSentences } from "@turnpike/locales/shop.ts";
import { couponStatus } from "@turnpike/rules/coupon.ts";
import type { Handlers } from "../http/handler.ts";
import { allProducts, type StoredProduct } from "../order/products.ts";
import type { Services } from "../services.ts";
import { type CouponRow, findCoupons } from "./store.ts";

const LISTED = 500;

export function couponCalls({ db, world }: Services): Pick<Handlers, "coupons"> {
  return {
    async coupons({ status }, asker) {
      const [rows, products] = await Promise.all([
        findCoupons(db, asker.accountId, LISTED),
        allProducts(db),
      ]);
      const now = world.now();
      const shown = rows.filter((row) => !status || couponStatus(row, now) === status);
      return {
        items: shown.map((row) => ({
          id: row.id,
          kind: row.kind,
          title: title(row, asker.lang, products),
          percent: row.percent,
          giftSku: row.giftSku,
          giftAmount: row.giftAmount,
          minCents: row.minCents,
          expiresAt: new Date(row.expiresAt).toISOString(),
          usedAt: row.usedAt === null ? null : new Date(row.usedAt).toISOString(),
        })),
      };
    },
  };
}

function title(coupon: CouponRow, lang: Lang, products: StoredProduct[]): string {
  const words = shopSentences(lang).coupons;
  if (coupon.kind === "gift") {
    const sku = coupon.giftSku ?? "";
    const kind = products.find((product) => product.sku === sku)?.kind ?? "";
    return interpolate(words.gift, {
      quantity: coupon.giftAmount ?? 0,
      unit: productUnit(lang, kind),
      product: productName(lang, sku),
    });
  }
  const values = { percent: coupon.percent ?? 0, minimum: money(lang, coupon.minCents ?? 0) };
  return interpolate(coupon.minCents ? words.discountFrom : words.discount, values);
}
