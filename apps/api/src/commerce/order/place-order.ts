/** Places orders (spec/money#orders). Everything happens in the caller's transaction. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { OrderMethod } from "@turnpike/rules/payment-method.ts";
import { tierOf } from "@turnpike/rules/pricing.ts";
import { termSeconds } from "@turnpike/rules/unlimited-time.ts";
import { countSpending, callingKey } from "../../identity/api-key/spending.ts";
import { recordOrder } from "../../identity/legal/consent.ts";
import { refuseAtGate } from "../gate/gates.ts";
import { earnProfit } from "../affiliate/earn.ts";
import { markUsed, type NamedCoupon } from "../coupon/use.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Tx } from "../../platform/db/database.ts";
import { issueInvoice } from "../invoice-record/issue.ts";
import { startPayment } from "../payment/start.ts";
import { READABLE, randomText } from "../../platform/random-text.ts";
import type { Services } from "../../platform/services.ts";
import { prepareDelivery } from "./deliver.ts";
import { emitOrderPaid } from "./events.ts";
import { postOrder } from "./grant.ts";
import type { StoredProduct } from "../product/store/products.ts";
import { taxSale, walletTaxOf } from "../tax/tax-sale.ts";
import { useTrial } from "../trial/use-trial.ts";
import type { PlacedTax } from "../tax/sale-tax.ts";
import { type Quote, quoteRequest } from "./quote.ts";
import { queueReceipt } from "./receipt.ts";
import { insertOrder, type Order } from "./store.ts";

export interface OrderRequest {
  sku?: string | undefined;
  quantity?: number | undefined;
  coupon?: NamedCoupon;
  /** A quote whose price it keeps. */
  quoteId?: string | undefined;
  /** The most that the buyer allows it to cost. */
  maxTotalCents?: number | undefined;
  method: OrderMethod;
  /** Extends an earlier purchase: earns the inviter less (spec/affiliate#profit). */
  renewal?: boolean;
  /** False if the caller mails its own notice, for example one for many orders. */
  receipt?: boolean;
}
export interface PlacedOrder {
  order: Order;
  paymentId?: string;
  payUrl?: string;
}

/** Quotes and places an order. Wallet and gift orders are paid at once, others stay pending. */
export async function placeOrder(
  services: Services,
  tx: Tx,
  accountId: string,
  request: OrderRequest,
): Promise<PlacedOrder> {
  const quote = await quoteRequest(services, tx, accountId, request);
  return placeQuoted(services, tx, accountId, { ...request, quote, delivers: true });
}

/** Places an order at a quoted price. */
export async function placeQuoted(
  services: Services,
  tx: Tx,
  accountId: string,
  request: Pick<OrderRequest, "method" | "renewal" | "receipt" | "maxTotalCents"> & {
    quote: Quote;
    /** Whether its module delivers it here (`fulfil`), as after a payment from outside. */
    delivers?: boolean;
  },
): Promise<PlacedOrder> {
  const { method, quote } = request;
  if (quote.product.trial) await useTrial(services, tx, accountId);
  const sale = { accountId, what: "order", method } as const;
  const tax = await taxSale(services, tx, sale, quote.price.totalCents);
  const order = orderOf(services, tx, accountId, { ...request, tax });
  await refuseAtGate(services, tx, order);
  const { couponId, createdAt: now } = order;
  const { maxTotalCents = order.amountCents } = request;
  if (order.amountCents > maxTotalCents)
    throw new Refusal("priceAboveLimit", { totalCents: order.amountCents });
  const viaProvider = order.status === "pending";
  if (!viaProvider) await countSpending(services, tx, order.amountCents);
  await insertOrder(tx, order);
  await recordOrder(tx, order);
  if (couponId) await markUsed(tx, { id: couponId, accountId, orderId: order.id, now });
  if (viaProvider) return { order, ...(await startOrderPayment(services, tx, order)) };
  const delivers = request.delivers === true && request.renewal !== true;
  const deliver = delivers ? await prepareDelivery(services, tx, order) : null;
  if (deliver === "impossible") throw new Refusal("insufficientCapacity", { short: "stock" });
  await emitOrderPaid(services, tx, order);
  if (request.receipt !== false) await queueReceipt(services, tx, order);
  await issueInvoice(services, tx, order, { withCommit: true });
  // Done last, as it locks: from here to the commit, the account's orders run one at a time.
  await postOrder(tx, order, now.getTime());
  await earnProfit(services, tx, order);
  await deliver?.();
  return { order };
}

/** The row of a new order. */
function orderOf(
  services: Services,
  tx: Tx,
  accountId: string,
  request: Pick<OrderRequest, "method" | "renewal"> & { quote: Quote; tax: PlacedTax },
): Order {
  const { product, quantity, price, couponId } = request.quote;
  const now = new Date(services.world.now());
  const viaProvider =
    price.totalCents > 0 && request.method !== "wallet" && request.method !== "coupon";
  return {
    id: services.world.id(),
    orderNo: orderNumber(services, now),
    accountId,
    sku: product.sku,
    kind: product.kind,
    enterprise: product.enterprise,
    quantity,
    listCents: price.listCents,
    discountCents: price.discountCents,
    amountCents: request.tax.netCents + request.tax.taxCents,
    ...request.tax,
    method: request.method,
    status: viaProvider ? "pending" : "paid",
    couponId,
    ...grantOf(product, quantity),
    validDays: product.validDays,
    refundedCents: 0,
    renewal: request.renewal ?? false,
    apiKey: callingKey(tx),
    createdAt: now,
    paidAt: viaProvider ? null : now,
    unitMicros:
      request.method === "coupon" ? null : (tierOf(quantity, product.tiers)?.unitMicros ?? null),
    names: product.names,
    unit: product.unit,
    region: product.region,
    days: product.days,
  };
}

async function startOrderPayment(services: Services, tx: Tx, order: Order) {
  const { accountId, id: orderId, amountCents, method } = order;
  if (method === "wallet" || method === "coupon") throw new Refusal("badMethod");
  // The order bears the tax of its price; the payment that of what goes to the wallet in addition.
  const tax = await walletTaxOf(services, tx, { accountId, method }, 0);
  const sums = { amountCents, bonusCents: 0, tax };
  return startPayment(services, tx, { accountId, orderId, couponId: null, method, ...sums });
}

/** What an order grants: pieces or bytes, or for plans a period, whatever the plan's size. */
function grantOf({ grant, days }: StoredProduct, quantity: number) {
  if (grant === null) return { asset: null, granted: termSeconds(days ?? 0) };
  return { asset: grant.asset, granted: quantity * grant.perUnit };
}

/** Such as TP261121-7K3Q9FXM: the brand's prefix, the date, and enough random characters to be unique. */
function orderNumber(services: Services, now: Date): string {
  const day = now.toISOString().slice(2, 10).replaceAll("-", "");
  return `${brandOf(services).orderPrefix}${day}-${randomText(services.world, READABLE, 8)}`;
}
