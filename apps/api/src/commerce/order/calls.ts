/** Quotes and orders (spec/money#prices). */
import type { Answer } from "@turnpike/contract/call.ts";
import type { orderList } from "@turnpike/contract/order.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { productName } from "@turnpike/locales/shop.ts";
import { lookAtCoupon } from "../coupon/use.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { findIdsByOrder } from "../payment/store/payments.ts";
import type { Services } from "../../platform/services.ts";
import { hasInvoice } from "./invoiced.ts";
import { placeOrder } from "./place-order.ts";
import { findProduct } from "../product/find.ts";
import { priceOrder, redeemed } from "./quote.ts";
import { findOrders, type Order } from "./store.ts";

type Shown = Answer<typeof orderList>["items"][number];

/** Whether money from outside may still come for it. */
const isUnpaid = ({ status }: Order) => status === "pending" || status === "failed";

/** An order as calls answer it. */
export function shownOrder(order: Order, lang: Lang, paymentId: string | null): Shown {
  return {
    id: order.id,
    orderNo: order.orderNo,
    name: productName(lang, order.sku),
    sku: order.sku,
    quantity: order.quantity,
    amountCents: order.amountCents,
    method: order.method,
    status: order.status,
    paidAt: order.paidAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    invoiceReady: hasInvoice(order),
    refundedCents: order.refundedCents,
    renewal: order.renewal,
    paymentId,
  };
}

export function orderCalls(
  services: Services,
): Pick<Handlers, "quote" | "placeOrder" | "orderList"> {
  const { db, world } = services;
  return {
    async quote({ sku, region, days, quantity, couponId }, asker) {
      const now = world.now();
      const product = await findProduct(db, { sku, region, days });
      const plain = priceOrder(product, quantity, { coupon: null, now });
      if (!couponId) return plain;
      const coupon = await lookAtCoupon(db, asker.accountId, couponId);
      if (coupon.kind === "discount") return priceOrder(product, quantity, { coupon, now });
      redeemed(coupon, { sku: product.sku, quantity, now });
      return { ...plain, discountCents: plain.listCents, totalCents: 0 };
    },

    async placeOrder(question, asker, tx) {
      const { order, ...payment } = await placeOrder(services, tx, asker.accountId, question);
      return { order: shownOrder(order, asker.lang, payment.paymentId ?? null), ...payment };
    },

    async orderList({ page, limit, ...wanted }, asker) {
      const filter = { accountId: asker.accountId, ...wanted };
      const { rows, total } = await findOrders(db, filter, { page, limit });
      const unpaid = rows.filter(isUnpaid).map(({ id }) => id);
      const payments = await findIdsByOrder(db, unpaid);
      const items = rows.map((row) => shownOrder(row, asker.lang, payments.get(row.id) ?? null));
      return { items, total, page, limit };
    },
  };
}
