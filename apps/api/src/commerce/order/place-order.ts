/** BuyPlanOptions (spec/money#orders). All of it happens in the caller's transaction. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Price } from "@turnpike/rules/pricing.ts";
import { termSeconds } from "@turnpike/rules/unlimited-time.ts";
import { earnProfit } from "../affiliate/earn.ts";
import { markUsed, takeCoupon } from "../coupon/use.ts";
import type { Tx } from "../../platform/db/database.ts";
import { providerOf, refuseBeyondOpen, startPayment } from "../payment/start.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { emitOrderPaid } from "./events.ts";
import { postOrder } from "./grant.ts";
import type { StoredProduct } from "./products.ts";
import { orderable, priceOrder, redeemed } from "./quote.ts";
import { queueReceipt } from "./receipt.ts";
import { insertOrder, type Order, type OrderMethod } from "./store.ts";

export interface Wanted {
  sku?: string | undefined;
  quantity?: number | undefined;
  couponId?: string | undefined;
  method: OrderMethod;
  /** Prolongs what was bought before: earns its inviter less (spec/affiliate#profit). */
  renewal?: boolean;
  /** False: whoever places it tells of it otherwise, many at once. */
  receipt?: boolean;
}
export interface Placed {
  order: Order;
  paymentId?: string;
  payUrl?: string;
}

/** The wallet and gift coupons pay at once; card and crypto leave the order pending. */
export async function placeOrder(
  services: Services,
  tx: Tx,
  accountId: string,
  wanted: Wanted,
): Promise<Placed> {
  const agreed = await agree(services, tx, accountId, wanted);
  return placeAgreed(services, tx, accountId, { ...wanted, agreed });
}

/** Places an order of what was agreed on. */
export async function placeAgreed(
  services: Services,
  tx: Tx,
  accountId: string,
  wanted: Pick<Wanted, "method" | "renewal" | "receipt"> & { agreed: Agreed },
): Promise<Placed> {
  const { product, quantity, price, couponId } = wanted.agreed;
  const now = new Date(services.world.now());
  const outside = price.totalCents > 0 && (wanted.method === "card" || wanted.method === "crypto");
  const order: Order = {
    id: services.world.id(),
    orderNo: orderNumber(services, now),
    accountId,
    sku: product.sku,
    kind: product.kind,
    enterprise: product.enterprise,
    quantity,
    listCents: price.listCents,
    discountCents: price.discountCents,
    amountCents: price.totalCents,
    method: wanted.method,
    status: outside ? "pending" : "paid",
    couponId,
    ...grantOf(product, quantity),
    refundedCents: 0,
    renewal: wanted.renewal ?? false,
    createdAt: now,
    paidAt: outside ? null : now,
  };
  if (!outside) await postOrder(tx, order, now.getTime());
  await insertOrder(tx, order);
  if (couponId) await markUsed(tx, { id: couponId, orderId: order.id, now });
  if (outside) return { order, ...(await payOutside(services, tx, order)) };
  await earnProfit(services, tx, order);
  await emitOrderPaid(services, tx, order);
  if (wanted.receipt !== false) await queueReceipt(services, tx, order);
  return { order };
}

function payOutside(services: Services, tx: Tx, order: Order) {
  if (order.method !== "card" && order.method !== "crypto") throw new Refusal("badMethod");
  return startPayment(services, tx, {
    accountId: order.accountId,
    orderId: order.id,
    amountCents: order.amountCents,
    bonusCents: 0,
    method: order.method,
  });
}

/** What an order grants: pieces or bytes, or a plan's time whatever its size. */
function grantOf({ grant, days }: StoredProduct, quantity: number) {
  if (grant === null) return { asset: null, granted: termSeconds(days ?? 0) };
  return { asset: grant.asset, granted: quantity * grant.perUnit };
}

export interface Agreed {
  product: StoredProduct;
  quantity: number;
  price: Price;
  couponId: string | null;
}

/**
 * What is bought and for how much; throws the refusals of /v1/order in their order. The
 * door has refused already where a field is missing.
 */
async function agree(
  services: Services,
  tx: Tx,
  accountId: string,
  wanted: Wanted,
): Promise<Agreed> {
  const { sku, quantity, couponId = null, method } = wanted;
  const now = services.world.now();
  if (method === "coupon") {
    if (!couponId) throw new Refusal("couponNeeded", { field: "couponId" });
    if (sku) await orderable(tx, sku);
    const coupon = await takeCoupon(tx, accountId, couponId);
    const gift = redeemed(coupon, { sku, quantity, now });
    const free = { listCents: 0, discountCents: 0, totalCents: 0 };
    const product = await orderable(tx, gift.sku);
    return { product, quantity: gift.quantity, price: free, couponId };
  }
  if (!sku) throw new Refusal("missingField", { field: "sku" });
  if (!quantity) throw new Refusal("missingField", { field: "quantity" });
  const product = await orderable(tx, sku);
  return agreeOn(services, tx, accountId, { product, quantity, couponId, method });
}

/**
 * What a product costs, by the wallet or from outside.
 * @throws Refusal badQuantity, paymentMethodUnavailable, tooMany (open payments), or why the coupon
 *   does not hold
 */
export async function agreeOn(
  services: Services,
  tx: Tx,
  accountId: string,
  wanted: Pick<Agreed, "product" | "quantity" | "couponId"> & {
    method: "wallet" | "card" | "crypto";
  },
): Promise<Agreed> {
  const { product, quantity, couponId, method } = wanted;
  const now = services.world.now();
  // Fields are judged first, then the way to pay, then the coupon (spec/api#refusal-order).
  const plain = priceOrder(product, quantity, { coupon: null, now });
  if (method !== "wallet") providerOf(services, method);
  const coupon = couponId ? await takeCoupon(tx, accountId, couponId) : null;
  const price = coupon ? priceOrder(product, quantity, { coupon, now }) : plain;
  if (method !== "wallet" && price.totalCents > 0) await refuseBeyondOpen(services, tx, accountId);
  return { product, quantity, price, couponId };
}

/** Such as TP261121-7K3Q9FXM: the day, and enough letters that none is met twice. */
function orderNumber({ world }: Services, now: Date): string {
  const day = now.toISOString().slice(2, 10).replaceAll("-", "");
  return `TP${day}-${randomText(world, READABLE, 8)}`;
}
