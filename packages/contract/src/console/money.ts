/** Orders, payments, refunds and totals (spec/console#money). */
import { z } from "zod";
import {
  at,
  cents,
  flag,
  integer,
  neededRequestId,
  optional,
  paged,
  paging,
  requiredText,
  text,
} from "../fields.ts";
import { secret } from "../secret.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { day, holder, month, reason, search } from "./fields.ts";

const access = "money.read";

export const listedOrder = z
  .object({
    ...holder,
    orderNo: z.string().describe("The order's number."),
    at: at.describe("The time it was placed."),
    paidAt: at.nullable().describe("The time it was paid."),
    sku: z.string().describe("The product."),
    kind: z.string().describe("The product's kind."),
    quantity: z.int().describe("The number of units."),
    amountCents: cents.describe("The price."),
    discountCents: cents.describe("The discount of a coupon."),
    refundedCents: cents.describe("The sum refunded."),
    method: z
      .string()
      .describe("The method of payment: `wallet`, or an ID of `/v1/paymentMethods`."),
    status: z.string().describe("`pending`, `paid`, `failed` or `refunded`."),
    renewal: z.boolean().describe("True if it was a renewal."),
    apiKeyName: z.string().nullable().describe("The API key that ordered it."),
  })
  .meta({ id: "ListedOrder" });

export const listedPayment = z
  .object({
    ...holder,
    id: z.string().describe("The payment's ID."),
    at: at.describe("The time it was begun."),
    paidAt: at.nullable().describe("The time the money arrived."),
    provider: z.string().describe("The payment provider."),
    method: z.string().describe("The method, by its ID in `/v1/paymentMethods`."),
    status: z.string().describe("The payment's state."),
    amountCents: cents.describe("The sum to be paid."),
    receivedCents: cents.describe("The sum that arrived."),
    creditedCents: cents.describe("The sum credited."),
    bonusCents: cents.describe("The bonus that was credited."),
    unclaimedCents: cents.describe("The sum that belongs to no account."),
    orderNo: z.string().nullable().describe("The order that it pays; null for a recharge."),
    providerRef: z.string().nullable().describe("The provider's reference."),
  })
  .meta({ id: "ListedPayment" });

const span = {
  from: optional(day).describe("From this day on (UTC)."),
  to: optional(day).describe("Until this day (UTC), included."),
};

export const orderList = consoleCall({
  path: "/console/v1/orderList",
  access,
  summary: "Lists orders of all customers, the newest first.",
  request: {
    ...paging,
    search: search.describe(
      "Only the order with this number, or orders of customers whose e-mail address contains it.",
    ),
    status: optional(text(20)).describe("Only orders with this status."),
    kind: optional(text(20)).describe("Only orders of this kind of product."),
    ...span,
  },
  response: paged(listedOrder),
});

export const paymentList = consoleCall({
  path: "/console/v1/paymentList",
  access,
  summary: "Lists payments of all customers, the newest first.",
  request: {
    ...paging,
    search: search.describe(
      "Only the payment with this ID, order number or provider's reference, or payments of customers whose e-mail address contains it.",
    ),
    status: optional(text(20)).describe("Only payments with this status."),
    method: optional(text(20)).describe("Only payments by this method."),
    wrong: optional(flag()).describe(
      "1: only payments that received less or more than was to be paid.",
    ),
    unclaimed: optional(flag()).describe(
      "1: only money that arrived for closed accounts and was not paid back yet.",
    ),
    ...span,
  },
  response: paged(listedPayment),
});

export const disputeList = consoleCall({
  path: "/console/v1/disputeList",
  access,
  summary: "Lists disputes of card payments and early fraud warnings, the newest first.",
  request: { ...paging, open: optional(flag()).describe("1: only undecided ones.") },
  response: paged(
    z.object({
      ...holder,
      id: z.string().describe("The dispute's ID."),
      ref: z.string().describe("The provider's reference."),
      kind: z
        .enum(["dispute", "fraudWarning"])
        .describe("The kind: a dispute or an early fraud warning."),
      state: z.string().describe("The dispute's state."),
      reason: z.string().describe("The bank's reason."),
      paymentId: z.string().describe("The payment."),
      orderNo: z.string().nullable().describe("The order."),
      cents: cents.describe("The sum in dispute."),
      takenCents: cents.describe("The sum that the dispute has taken."),
      openedAt: at.describe("The time it was opened."),
      dueAt: at.nullable().describe("The time until which it can be answered."),
    }),
  ),
});

export const arrearsList = consoleCall({
  path: "/console/v1/arrearsList",
  access,
  summary: "Lists customers in arrears, the longest first.",
  request: { ...paging },
  response: paged(
    z.object({
      ...holder,
      cents: cents.describe("The sum owed."),
      since: at.nullable().describe("The time the arrears began."),
    }),
  ),
});

export const refundList = consoleCall({
  path: "/console/v1/refundList",
  access,
  summary: "Lists refunds and disputes, the newest first.",
  request: {
    ...paging,
    due: optional(flag()).describe("1: only those whose money was not sent yet."),
  },
  response: paged(
    z.object({
      ...holder,
      id: z.string().describe("The refund's ID."),
      at: at.describe("The time it was requested."),
      of: z.string().describe("The order's number, or the payment's ID."),
      kind: z.string().describe("The kind, such as `refund` or `dispute`."),
      cents: cents.nullable().describe("The amount."),
      to: z.string().describe("The destination: `wallet`, or an ID of `/v1/paymentMethods`."),
      state: z.enum(["undone", "waiting", "due", "done"]).describe("The refund's state."),
      tries: z.int().describe("The number of tries."),
      error: z.string().nullable().describe("The error of the last try."),
      reason: z.string().describe("The operator's reason."),
      payout: z.string().nullable().describe("The state of the payout in crypto at its provider."),
      claimUrl: secret(
        z.string().nullable().describe("The address at which the customer collects coins."),
        "address",
      ),
    }),
  ),
});

export const revenue = consoleCall({
  path: "/console/v1/revenue",
  access,
  summary: "Returns sales and refunds, by day, product, pool or country; 400 days at most.",
  request: {
    from: day.describe("The first day (UTC)."),
    to: day.describe("The last day (UTC), included."),
    by: z
      .enum(["day", "product", "sku", "pool", "country"], "badField")
      .default("day")
      .describe("The grouping."),
  },
  response: {
    items: z
      .array(
        z.object({
          group: z
            .string()
            .describe(
              "The day, the product's kind or SKU, the pool of traffic (empty: no traffic), or the country of the invoice (`??`: unknown).",
            ),
          orders: z.int().describe("The number of orders paid."),
          soldCents: cents.describe("Sales."),
          refundedCents: cents.describe("Refunds and disputes."),
          netCents: cents.describe("Sales less refunds."),
        }),
      )
      .describe("One row for each group."),
    total: z
      .object({
        orders: z.int().describe("The number of orders paid."),
        soldCents: cents.describe("Sales."),
        refundedCents: cents.describe("Refunds."),
        netCents: cents.describe("Sales less refunds."),
      })
      .describe("The sums."),
  },
  refusals: ["badField"],
});

export const accountingExport = consoleAct({
  path: "/console/v1/accountingExport",
  access: "accounting.export",
  summary:
    "Exports a month for the accountant as CSV: each order, refund and recharge, and the ledger's balances at its end.",
  request: { month },
  response: {
    fileName: z.string().describe("A name for the file."),
    csv: z
      .string()
      .describe("The file: `section,at,reference,account,product,country,method,cents`."),
    rows: z.int().describe("The number of lines in the file."),
  },
  refusals: ["badMonth"],
});

export const refundsSend = consoleAct({
  path: "/console/v1/refundsSend",
  access: "refunds.write",
  summary: "Tries to send all due refunds now.",
  request: { reason, requestId: neededRequestId },
  response: { due: z.int().describe("The number of refunds still due.") },
});

export const paymentConfirm = consoleAct({
  path: "/console/v1/paymentConfirm",
  access: "payments.confirm",
  summary: "Confirms money that arrived by bank transfer; parts add up.",
  request: {
    name: requiredText(64).describe("A payment's ID, or the reference that its payer was given."),
    cents: integer(1, 1_000_000_000).describe("The sum that arrived."),
    seenCents: integer(0, Number.MAX_SAFE_INTEGER).describe(
      "The sum that had arrived so far, as it was shown; another sum by now is refused.",
    ),
    reason,
    requestId: neededRequestId,
  },
  response: {
    id: z.string().describe("The payment's ID."),
    reference: z.string().nullable().describe("Its reference."),
    status: z.string().describe("The payment's state."),
    amountCents: cents.describe("The sum to be paid."),
    receivedCents: cents.describe("The sum that has arrived so far."),
    creditedCents: cents.describe("The sum credited."),
    surplusCents: cents.describe("The sum that arrived beyond the amount."),
  },
  refusals: ["actRefused"],
});

export const consoleMoneyCalls = {
  paymentConfirm,
  orderList,
  paymentList,
  disputeList,
  arrearsList,
  refundList,
  refundsSend,
  revenue,
  accountingExport,
};
