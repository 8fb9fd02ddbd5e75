/** Prices, quotes and orders (spec/money#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  cents,
  id,
  instant,
  instantEnd,
  integer,
  oneOf,
  optional,
  paged,
  paging,
  requestId,
  requiredText,
  text,
  sortedBy,
} from "./fields.ts";

export const productKind = z.enum(
  ["traffic", "ip", "static", "short", "port", "bandwidth"],
  "badField",
);
export const tier = z.object({ fromQty: z.int(), unitMicros: z.int() });
export const product = z.object({
  sku: z.string(),
  kind: productKind,
  name: z.string(),
  unit: z.string(),
  enterprise: z.boolean(),
  days: z.int().nullable(),
  minQty: z.int(),
  maxQty: z.int(),
  stepQty: z.int().describe("Quantities are multiples of it."),
  region: z
    .string()
    .nullable()
    .describe("Port and bandwidth are priced by region; null of all others."),
  tiers: z.array(tier),
});
export type Product = z.output<typeof product>;

export const orderStatus = z.enum(["pending", "paid", "failed", "refunded"], "badField");
export const order = z.object({
  id: z.string(),
  orderNo: z.string(),
  name: z.string(),
  sku: z.string(),
  quantity: z.int(),
  amountCents: cents,
  method: z.string(),
  status: orderStatus,
  paidAt: at.nullable(),
  createdAt: at,
  invoiceReady: z.boolean(),
  refundedCents: cents,
  renewal: z.boolean().optional().describe("It prolonged what was bought before."),
  paymentId: z
    .string()
    .nullable()
    .optional()
    .describe(
      "The payment from outside that a pending or failed order waits for, as `/v1/payment` takes it.",
    ),
});

export const priceList = call({
  path: "/v2/priceList",
  access: "visitor",
  summary: "Everything that is sold, with its price tiers.",
  answer: { products: z.array(product) },
});

const sku = requiredText(40, "unknownSku");
const quantity = integer(1, 1_000_000, "badQuantity", "enterQuantity");

export const quote = call({
  path: "/v1/quote",
  access: "key",
  summary: "What an order would cost.",
  question: {
    sku,
    quantity,
    couponId: optional(id()),
    days: optional(oneOf([1, 3, 7, 30, 90], "badDays")),
    region: optional(text(40, "badRegion")).describe(
      "Of port and bandwidth, whose `sku` may be the kind alone.",
    ),
  },
  answer: {
    listCents: cents,
    discountCents: cents,
    totalCents: cents,
    bonus: z.string().optional(),
  },
});

export const placeOrder = call({
  path: "/v1/order",
  once: true,
  summary: "Buys a product; the wallet pays at once, card and crypto by the page at payUrl.",
  question: {
    sku: optional(text(40, "unknownSku")),
    quantity: optional(quantity),
    method: z.enum(["wallet", "card", "crypto", "coupon"], "badMethod"),
    couponId: optional(id()),
    requestId,
  },
  misfit: ({ sku, quantity, method, couponId }) => {
    if (method === "coupon") return couponId ? null : { field: "couponId", reason: "couponNeeded" };
    if (!sku) return { field: "sku", reason: "missingField" };
    return quantity ? null : { field: "quantity", reason: "enterQuantity" };
  },
  answer: { order, paymentId: z.string().optional(), payUrl: z.string().optional() },
});

export const orderSorts = ["amountCents", "createdAt"] as const;
export const orderList = call({
  path: "/v1/orderList",
  access: "key",
  summary: "The account's orders, newest first unless `sort` says otherwise.",
  question: {
    ...paging,
    kind: optional(productKind),
    status: optional(orderStatus),
    from: optional(instant()),
    to: optional(instantEnd()),
    search: optional(text(60)).describe("Part of an order's number."),
    sort: sortedBy(orderSorts),
  },
  answer: paged(order),
});

export const coupons = call({
  path: "/v1/coupons",
  access: "key",
  summary: "The account's coupons.",
  question: { status: optional(z.enum(["usable", "used", "expired"], "badField")) },
  answer: {
    items: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(["gift", "discount"]),
        title: z.string(),
        percent: z.number().nullable(),
        giftSku: z.string().nullable(),
        giftAmount: z.int().nullable(),
        minCents: cents.nullable(),
        expiresAt: at,
        usedAt: at.nullable(),
      }),
    ),
  },
});
