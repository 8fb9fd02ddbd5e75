/** Quotes, promo codes and orders (spec/money#prices). */
import type { CallResponse } from "@turnpike/contract/call.ts";
import type { orderList } from "@turnpike/contract/order.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { productName } from "@turnpike/locales/shop.ts";
import { presentCoupon } from "../coupon/calls.ts";
import { findTypedPromo, takePromo } from "../coupon/promo.ts";
import { couponNamed } from "../coupon/use.ts";
import { lockOpenAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { numbersOf } from "../invoice-record/store/documents.ts";
import { findIdsByOrder } from "../payment/store/payments.ts";
import type { Services } from "../../platform/services.ts";
import { hasInvoice } from "./invoiced.ts";
import { type PlacedOrder, placeOrder } from "./place-order.ts";
import { presentTax } from "../tax/sale-tax.ts";
import { quoteCall } from "./quote-calls.ts";
import { couponBuyer } from "./quote.ts";
import { findOrders, type Order } from "./store.ts";

type OrderItem = CallResponse<typeof orderList>["items"][number];

/** Whether a payment from outside may still arrive for the order. */
const isUnpaid = ({ status }: Order) => status === "pending" || status === "failed";

/** An order in the form that calls return. */
export function presentOrder(order: Order, lang: Lang, paymentId: string | null): OrderItem {
  return {
    id: order.id,
    orderNo: order.orderNo,
    name: productName(lang, order),
    sku: order.sku,
    kind: order.kind as OrderItem["kind"],
    region: order.region,
    days: order.days,
    quantity: order.quantity,
    amountCents: order.amountCents,
    ...presentTax(order),
    method: order.method,
    status: order.status,
    paidAt: order.paidAt?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    invoiceReady: hasInvoice(order),
    refundedCents: order.refundedCents,
    renewal: order.renewal,
    apiKey: order.apiKey?.name ?? null,
    paymentId,
  };
}

/** A placed order and, if it is still to be paid, where to pay it. */
export function presentPlacedOrder({ order, paymentId, payUrl }: PlacedOrder, lang: Lang) {
  return {
    order: presentOrder(order, lang, paymentId ?? null),
    ...(paymentId && payUrl ? { paymentId, payUrl } : {}),
  };
}

export function orderCalls(
  services: Services,
): Pick<Handlers, "quote" | "placeOrder" | "promo" | "orderList"> {
  const { db } = services;
  return {
    quote: (asked, caller) => quoteCall(services, asked, caller),

    async placeOrder({ couponId, promoCode, ...question }, caller, tx) {
      const coupon = couponNamed({ couponId, promoCode }, caller);
      const request = { ...question, coupon };
      const { order, ...payment } = await placeOrder(services, tx, caller.accountId, request);
      return { order: presentOrder(order, caller.lang, payment.paymentId ?? null), ...payment };
    },

    async promo({ code }, caller) {
      const { accountId, ip, lang } = caller;
      const typed = { accountId, ip, typed: code, field: "code" };
      const holder = { ...couponBuyer(accountId), field: "code" };
      const promo = await findTypedPromo(services, db, typed);
      const { id: couponId } = await transaction(db, async (tx) => {
        await lockOpenAccount(tx, accountId);
        return takePromo(services, tx, promo, holder);
      });
      return { couponId, ...(await presentCoupon(db, { id: couponId, accountId, lang })) };
    },

    async orderList({ page, limit, ...filter }, caller) {
      const own = { accountId: caller.accountId, ...filter };
      const { rows, total } = await findOrders(db, own, { page, limit });
      const unpaid = rows.filter(isUnpaid).map(({ id }) => id);
      const payments = await findIdsByOrder(db, unpaid);
      const numbers = await numbersOf(
        db,
        rows.filter(hasInvoice).map(({ id }) => id),
      );
      const items = rows.map((row) => ({
        ...presentOrder(row, caller.lang, payments.get(row.id) ?? null),
        // Orders from before invoices had numbers of their own have the order's.
        invoiceNo: hasInvoice(row) ? row.orderNo : null,
        creditNotes: [],
        ...numbers.get(row.id),
      }));
      return { items, total, page, limit };
    },
  };
}
