/** Prices, quotes and orders (spec/money#calls). */
import { orderMethods } from "@turnpike/rules/payment-method.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/money.ts";
import {
  at,
  cents,
  id,
  instant,
  instantEnd,
  integer,
  optional,
  paged,
  paging,
  maxTotalCents,
  quoteId,
  requestId,
  text,
  sortedBy,
} from "./fields.ts";
import { couponOrCode, promoCode } from "./promo.ts";
import { quote } from "./quote.ts";
import { reasons } from "./reasons.ts";
import { taxed } from "./taxed.ts";

export const productKind = z.enum(
  ["traffic", "ip", "static", "short", "port", "bandwidth"],
  "badField",
);
export const tier = z
  .object({
    fromQty: z.int().describe("The smallest quantity this price applies to."),
    unitMicros: z.int().describe("The price of one unit, in millionths of a US dollar."),
  })
  .meta({ id: "PriceTier", description: "A unit price from a quantity on." });
/** Who may buy a product (spec/identity#gates). */
export const productGate = z
  .object({
    overGb: z
      .int()
      .nullable()
      .describe("The GB of 30 days that can be bought without; null: none."),
  })
  .nullable()
  .describe(
    "What the product asks of its buyers: a proved identity (`identity` of the account holder is `approved`), at all or above a volume. Null if nothing.",
  );
export const product = z
  .object({
    sku: z.string().describe("The product's name in orders."),
    kind: productKind.describe("The kind of product."),
    name: z.string().describe("The product's name, in the language of the call."),
    unit: z.string().describe("The unit of the quantity, such as `GB`."),
    description: z
      .string()
      .nullable()
      .describe("What it is, in the language of the call; null without a text."),
    badge: z
      .string()
      .nullable()
      .describe("A word that sets it apart, such as `New`; null without one."),
    enterprise: z.boolean().describe("True if it belongs to an enterprise plan."),
    trial: z.boolean().describe("True if it costs nothing, once for each person."),
    days: z.int().nullable().describe("The period in days; null for products that do not expire."),
    validDays: z
      .int()
      .nullable()
      .describe(
        "The days that its traffic can be used from the purchase on; null: without an end.",
      ),
    minQty: z.int().describe("The smallest quantity of one order."),
    maxQty: z.int().describe("The largest quantity of one order."),
    stepQty: z.int().describe("The step: the quantity has to be a multiple of it."),
    region: z
      .string()
      .nullable()
      .describe("The region it is priced for; null if prices do not depend on one."),
    tiers: z.array(tier).describe("Unit prices, each from a quantity on."),
    identity: productGate,
  })
  .meta({ id: "Product", description: "A product on sale." });
export type Product = z.output<typeof product>;

export const orderStatus = z.enum(["pending", "paid", "failed", "refunded"], "badField");
/** What says of an ordered product what it is, whatever the operator calls it. */
export const orderedProduct = {
  sku: z.string().describe("The product, as `/v2/priceList` names it."),
  kind: productKind.describe("The kind of product."),
  region: z.string().nullable().describe("The region of ports and bandwidth; null for others."),
  days: z.int().nullable().describe("The period in days; null for products that do not expire."),
};
export const order = z
  .object({
    id: z.string().describe("The order's ID."),
    orderNo: z.string().describe("The order's number."),
    name: z.string().describe("The product's name, in the language of the call."),
    ...orderedProduct,
    quantity: z.int().describe("The number of units bought."),
    amountCents: cents.describe("The price after coupons, with its tax, in US cents."),
    ...taxed,
    method: z.string().describe("The method of payment."),
    status: orderStatus.describe(
      "`pending` until it is paid; `failed` if the payment did not arrive.",
    ),
    paidAt: at.nullable().describe("The time it was paid; null before."),
    createdAt: at.describe("The time it was placed."),
    invoiceReady: z.boolean().describe("True if the invoice can be downloaded."),
    invoiceNo: z
      .string()
      .nullable()
      .optional()
      .describe("In lists: the number of its invoice; null while it has none."),
    creditNotes: z
      .array(z.string())
      .optional()
      .describe("In lists: the numbers of the credit notes that correct its invoice."),
    refundedCents: cents.describe("The sum refunded so far, in US cents."),
    renewal: z.boolean().optional().describe("True if it is a renewal."),
    apiKey: z
      .string()
      .nullable()
      .optional()
      .describe("The name of the API key that ordered it; null for a person."),
    paymentId: z
      .string()
      .nullable()
      .optional()
      .describe("The open payment, as `/v1/payment` takes it."),
  })
  .meta({ id: "Order", description: "An order and its payment." });

export const priceList = call({
  path: "/v2/priceList",
  allowedInStaffView: true,
  access: "visitor",
  summary: "Lists all products on sale, with their price tiers.",
  tag: "Money",
  response: { products: z.array(product).describe("The products.") },
  example: {
    request: {},
    response: {
      products: [
        {
          sku: "traffic-standard",
          kind: "traffic",
          name: "Residential traffic",
          unit: "GB",
          days: null,
          minQty: 1,
          maxQty: 100_000,
          ...examples.pieces,
          tiers: [
            { fromQty: 1, unitMicros: 3_500_000 },
            { fromQty: 10, unitMicros: 3_000_000 },
            { fromQty: 50, unitMicros: 2_500_000 },
            { fromQty: 100, unitMicros: 2_200_000 },
            { fromQty: 500, unitMicros: 1_900_000 },
          ],
        },
        {
          sku: "static-30",
          kind: "static",
          name: "Static ISP proxy, 30 days",
          unit: "proxy",
          days: 30,
          minQty: 1,
          maxQty: 10_000,
          ...examples.pieces,
          tiers: [
            { fromQty: 1, unitMicros: 5_000_000 },
            { fromQty: 50, unitMicros: 4_500_000 },
            { fromQty: 200, unitMicros: 4_000_000 },
          ],
        },
      ],
    },
  },
});

const quantity = integer(1, 1_000_000, "badQuantity", "enterQuantity");

export const placeOrder = call({
  path: "/v1/order",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "byWallet",
  summary: "Buys a product. The wallet pays at once; other methods pay at `payUrl`.",
  description:
    "With `wallet` the order is paid and delivered when the call returns. With a method of `/v1/paymentMethods` it is delivered when its payment has arrived. `coupon` redeems a gift and costs nothing. `/v2/priceList` returns products and quantities.",
  tag: "Money",
  request: {
    sku: optional(text(40, "unknownSku")).describe(
      "The product, as `/v2/priceList` names it. Not needed with `method=coupon`.",
    ),
    quantity: optional(quantity).describe("The number of units. Not needed with `method=coupon`."),
    method: z
      .enum(orderMethods, "badMethod")
      .describe("The method of payment. `coupon` redeems a gift coupon and costs nothing."),
    couponId: optional(id()).describe("A coupon to apply or redeem, by its ID in `/v1/coupons`."),
    promoCode,
    quoteId,
    maxTotalCents,
    requestId,
  },
  crossFieldCheck: ({ sku, quantity, method, couponId, promoCode: code }) => {
    if (method === "coupon" && !couponId && !code)
      return { field: "couponId", reason: "couponNeeded" };
    const both = couponOrCode({ couponId, promoCode: code });
    if (both || method === "coupon") return both;
    if (!sku) return { field: "sku", reason: "missingField" };
    return quantity ? null : { field: "quantity", reason: "enterQuantity" };
  },
  response: {
    order: order.describe("The order."),
    paymentId: z
      .string()
      .optional()
      .describe("The payment's ID, as `/v1/payment` takes it; only if a payment provider is paid."),
    payUrl: z
      .string()
      .optional()
      .describe("The page where a person pays; only if a payment provider is paid."),
  },
  refusals: [
    "unknownSku",
    "badQuantity",
    "badBandwidth",
    "couponNeeded",
    "insufficientCapacity",
    "priceAboveLimit",
    "trialNeedsProof",
    "trialUsed",
    ...reasons.coupon,
    ...reasons.paying,
  ],
  example: {
    request: {
      sku: "traffic-standard",
      quantity: 100,
      method: "wallet",
      requestId: "order-2026-03-01-a",
    },
    response: { order: customer.orders.traffic },
  },
});

export const orderSorts = ["amountCents", "createdAt"] as const;
export const orderList = call({
  path: "/v1/orderList",
  access: "read",
  summary: "Lists the account's orders, newest first unless `sort` says otherwise.",
  tag: "Money",
  request: {
    ...paging,
    kind: optional(productKind).describe("Only orders of this kind of product."),
    status: optional(orderStatus).describe("Only orders with this status."),
    from: optional(instant()).describe(
      "The start of the span, included; a bare day starts at midnight UTC.",
    ),
    to: optional(instantEnd()).describe(
      "The end of the span, included; a bare day ends at midnight UTC.",
    ),
    search: optional(text(60)).describe("Part of an order number."),
    sort: sortedBy(orderSorts).describe(
      "The field to sort by; with `-` before it in descending order.",
    ),
  },
  response: paged(order),
  example: {
    request: { page: 1, limit: 10, status: "paid" },
    response: onePage([
      customer.orders.short,
      customer.orders.ports,
      customer.orders.ip,
      customer.orders.static,
      customer.orders.traffic,
    ]),
  },
});

export const orderCalls = { priceList, quote, placeOrder, orderList };
