/** Quotes: what an order costs, with its coupon (spec/money#prices). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { redeemGift, useDiscount } from "@turnpike/rules/coupon.ts";
import type { PayMethod } from "@turnpike/rules/payment-method.ts";
import { discounted, listPrice, type Price } from "@turnpike/rules/pricing.ts";
import { readUnlimitedSku } from "@turnpike/rules/unlimited-region.ts";
import type { CouponRow } from "../coupon/store.ts";
import {
  type CouponBuyer,
  couponRefusal,
  findNamedCoupon,
  lockNamedCoupon,
  type NamedCoupon,
} from "../coupon/use.ts";
import { limitOpenPayments, providerOf } from "../payment/start.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type Buyer, productBySku, type StoredProduct } from "../product/store/products.ts";
import { quotedProduct } from "./quote-token.ts";
import type { OrderRequest } from "./place-order.ts";
import { hasEverPaid } from "./store/sales.ts";

/**
 * Finds a product that /v1/order sells: all but the shipped plans, which /v1/orderUnlimit sells.
 * @throws Refusal unknownSku
 */
async function findOrderable(db: Db, sku: string, buyer: Buyer): Promise<StoredProduct> {
  const product = readUnlimitedSku(sku) ? null : await productBySku(db, sku, buyer);
  if (!product) throw new Refusal("unknownSku", { field: "sku" });
  return product;
}

/** @throws Refusal badQuantity, badBandwidth for bandwidth, or why the coupon is not valid */
export function priceOrder(
  product: StoredProduct,
  quantity: number,
  { coupon, named = null, now }: { coupon: CouponRow | null; named?: NamedCoupon; now: number },
): Price {
  const list = listPrice(quantity, product);
  if (!list.ok) {
    const why = product.kind === "bandwidth" ? "badBandwidth" : list.why;
    throw new Refusal(why, { field: "quantity" });
  }
  if (!coupon) return discounted(list.listCents, 0);
  const verdict = useDiscount(coupon, { listCents: list.listCents, now });
  if (!verdict.ok) throw couponRefusal(verdict.why, named);
  return discounted(list.listCents, verdict.percent);
}

/** What a gift coupon gives; refuses an order that asks for something else. */
export function redeemCoupon(
  coupon: CouponRow,
  request: {
    sku?: string | undefined;
    quantity?: number | undefined;
    named?: NamedCoupon;
    now: number;
  },
): { sku: string; quantity: number } {
  const verdict = redeemGift(coupon, request);
  if (!verdict.ok) throw couponRefusal(verdict.why, request.named ?? null);
  return verdict;
}

/** Who buys a product with a coupon; new customers are those who have paid no order yet. */
export const couponBuyer = (accountId: string, sku?: string): CouponBuyer => ({
  accountId,
  sku,
  hasPaid: (db) => hasEverPaid(db, accountId),
});

/**
 * What a product costs an account with the coupon that it names; a gift costs nothing. Changes and
 * reserves nothing.
 * @throws Refusal badQuantity, badBandwidth, or why the coupon is not valid
 */
export async function quoteNamed(
  services: Services,
  accountId: string,
  { product, quantity, named }: { product: StoredProduct; quantity: number; named: NamedCoupon },
): Promise<Price> {
  const { db, world } = services;
  const now = world.now();
  const plain = priceOrder(product, quantity, { coupon: null, now });
  if (!named) return plain;
  const { sku } = product;
  const coupon = await findNamedCoupon(services, db, named, couponBuyer(accountId, sku));
  if (coupon.kind === "discount") return priceOrder(product, quantity, { coupon, named, now });
  redeemCoupon(coupon, { sku, quantity, named, now });
  return { ...plain, discountCents: plain.listCents, totalCents: 0 };
}

export interface Quote {
  product: StoredProduct;
  quantity: number;
  price: Price;
  couponId: string | null;
}

/**
 * Quotes a request to /v1/order; throws its refusals in their documented order. The dispatcher has
 * already refused missing fields.
 */
export async function quoteRequest(
  services: Services,
  tx: Tx,
  accountId: string,
  request: OrderRequest,
): Promise<Quote> {
  const { sku, quantity, coupon: named = null, method } = request;
  const now = services.world.now();
  const buyer = { now, accountId };
  if (method === "coupon") {
    if (!named) throw new Refusal("couponNeeded", { field: "couponId" });
    if (sku) await findOrderable(tx, sku, buyer);
    const coupon = await lockNamedCoupon(services, tx, named, couponBuyer(accountId));
    const gift = redeemCoupon(coupon, { sku, quantity, named, now });
    const free = { listCents: 0, discountCents: 0, totalCents: 0 };
    const product = await findOrderable(tx, gift.sku, buyer);
    if (!product.grant) throw new Refusal("unknownSku", { field: "sku" });
    return { product, quantity: gift.quantity, price: free, couponId: coupon.id };
  }
  if (!sku) throw new Refusal("missingField", { field: "sku" });
  if (!quantity) throw new Refusal("missingField", { field: "quantity" });
  const found = await findOrderable(tx, sku, buyer);
  const { quoteId } = request;
  const product = quotedProduct(services, found, { quoteId, accountId, quantity, coupon: named });
  return quoteProduct(services, tx, accountId, { product, quantity, coupon: named, method });
}

/**
 * Quotes a product that is paid from the wallet or outside.
 * @throws Refusal badQuantity, paymentMethodUnavailable, tooMany (open payments), or why the coupon
 *   is not valid
 */
export async function quoteProduct(
  services: Services,
  tx: Tx,
  accountId: string,
  request: Pick<Quote, "product" | "quantity"> & {
    coupon: NamedCoupon;
    method: PayMethod;
  },
): Promise<Quote> {
  const { product, quantity, coupon: named, method } = request;
  const now = services.world.now();
  // Checks fields first, then the payment method, then the coupon (spec/api#refusal-order).
  const plain = priceOrder(product, quantity, { coupon: null, now });
  if (method !== "wallet") providerOf(services, method);
  const buyer = couponBuyer(accountId, product.sku);
  const coupon = named ? await lockNamedCoupon(services, tx, named, buyer) : null;
  const price = coupon ? priceOrder(product, quantity, { coupon, named, now }) : plain;
  if (method !== "wallet" && price.totalCents > 0) await limitOpenPayments(services, tx, accountId);
  return { product, quantity, price, couponId: coupon?.id ?? null };
}
