/** What an order would cost (spec/money#prices). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { redeemGift, useDiscount } from "@turnpike/rules/coupon.ts";
import { discounted, listPrice, type Price } from "@turnpike/rules/pricing.ts";
import type { CouponRow } from "../coupon/store.ts";
import type { Db } from "../../platform/db/database.ts";
import { productBySku, type StoredProduct } from "../product/store.ts";

export type OrderableProduct = StoredProduct & { grant: NonNullable<StoredProduct["grant"]> };

/** A product that /v1/order sells. Throws `unknownSku`. */
export async function orderable(db: Db, sku: string): Promise<OrderableProduct> {
  const product = await productBySku(db, sku);
  if (!product?.grant) throw new Refusal("unknownSku", { field: "sku" });
  return { ...product, grant: product.grant };
}

/** Throws `badQuantity`, of bandwidth `badBandwidth`, or why the coupon does not hold. */
export function priceOrder(
  product: StoredProduct,
  quantity: number,
  { coupon, now }: { coupon: CouponRow | null; now: number },
): Price {
  const list = listPrice(quantity, product);
  if (!list.ok) {
    const why = product.kind === "bandwidth" ? "badBandwidth" : list.why;
    throw new Refusal(why, { field: "quantity" });
  }
  if (!coupon) return discounted(list.listCents, 0);
  const verdict = useDiscount(coupon, { listCents: list.listCents, now });
  if (!verdict.ok) throw new Refusal(verdict.why, { field: "couponId" });
  return discounted(list.listCents, verdict.percent);
}

/** What a gift coupon gives; an order that names something else is refused. */
export function redeemed(
  coupon: CouponRow,
  asked: { sku?: string | undefined; quantity?: number | undefined; now: number },
): { sku: string; quantity: number } {
  const verdict = redeemGift(coupon, asked);
  if (!verdict.ok) throw new Refusal(verdict.why, { field: "couponId" });
  return verdict;
}
