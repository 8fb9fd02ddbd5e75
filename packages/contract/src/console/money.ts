/** Orders, payments, refunds and totals (spec/console#money). */
import { z } from "zod";
import { at, cents, flag, neededRequestId, optional, paged, paging, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { day, holder, month, reason, search } from "./fields.ts";

const access = "money.read";

export const listedOrder = z
  .object({
    ...holder,
    orderNo: z.string().describe("The order's number."),
    at: at.describe("When it was placed."),
    paidAt: at.nullable().describe("When it was paid."),
    sku: z.string().describe("The product."),
    kind: z.string().describe("The product's kind."),
    quantity: z.int().describe("How many units."),
    amountCents: cents.describe("What it cost."),
    discountCents: cents.describe("The discount of a coupon."),
    refundedCents: cents.describe("What was refunded of it."),
    method: z.string().describe("How it was paid: `wallet`, `card` or `crypto`."),
    status: z.string().describe("`pending`, `paid`, `failed` or `refunded`."),
    renewal: z.boolean().describe("Whether it renewed something."),
    apiKeyName: z.string().nullable().describe("The API key that ordered it."),
  })
  .meta({ id: "ListedOrder" });

export const listedPayment = z
  .object({
    ...holder,
    id: z.string().describe("The payment's id."),
    at: at.describe("When it was begun."),
    paidAt: at.nullable().describe("When the money came."),
    provider: z.string().describe("Who takes the money."),
    method: z.string().describe("`card` or `crypto`."),
    status: z.string().describe("Its state."),
    amountCents: cents.describe("What was to be paid."),
    receivedCents: cents.describe("What came."),
    creditedCents: cents.describe("What of it was credited."),
    bonusCents: cents.describe("The bonus that was credited."),
    unclaimedCents: cents.describe("What belongs to no account."),
    orderNo: z.string().nullable().describe("The order that it pays; null for a recharge."),
    providerRef: z.string().nullable().describe("The provider's own name for it."),
  })
  .meta({ id: "ListedPayment" });

const span = {
  from: optional(day).describe("From this day on (UTC)."),
  to: optional(day).describe("To this day, which counts."),
};

export const orderList = consoleCall({
  path: "/console/v1/orderList",
  access,
  summary: "Orders of all customers, the newest first.",
  question: {
    ...paging,
    search: search.describe("Only this order's number, or of customers whose e-mail contains it."),
    status: optional(text(20)).describe("Only with this status."),
    kind: optional(text(20)).describe("Only of this kind of product."),
    ...span,
  },
  answer: paged(listedOrder),
});

export const paymentList = consoleCall({
  path: "/console/v1/paymentList",
  access,
  summary: "Payments of all customers, the newest first.",
  question: {
    ...paging,
    search: search.describe(
      "Only this payment (id, order's number, provider's name), or of customers whose e-mail contains it.",
    ),
    status: optional(text(20)).describe("Only with this status."),
    unclaimed: optional(flag()).describe(
      "1: only what arrived for closed accounts, not paid back yet.",
    ),
    ...span,
  },
  answer: paged(listedPayment),
});

export const disputeList = consoleCall({
  path: "/console/v1/disputeList",
  access,
  summary: "Disputes of card payments and early fraud warnings, the newest first.",
  question: { ...paging, open: optional(flag()).describe("1: only those that are not decided.") },
  answer: paged(
    z.object({
      ...holder,
      id: z.string().describe("The dispute's id."),
      ref: z.string().describe("The provider's own name for it."),
      kind: z.enum(["dispute", "fraudWarning"]).describe("What it is."),
      state: z.string().describe("Its state."),
      reason: z.string().describe("The bank's reason."),
      paymentId: z.string().describe("The payment."),
      orderNo: z.string().nullable().describe("The order."),
      cents: cents.describe("What it is about."),
      takenCents: cents.describe("What it has taken."),
      openedAt: at.describe("When it was opened."),
      dueAt: at.nullable().describe("Until when it can be answered."),
    }),
  ),
});

export const arrearsList = consoleCall({
  path: "/console/v1/arrearsList",
  access,
  summary: "Customers who owe money, the longest first.",
  question: { ...paging },
  answer: paged(
    z.object({
      ...holder,
      cents: cents.describe("What is owed."),
      since: at.nullable().describe("Since when."),
    }),
  ),
});

export const refundList = consoleCall({
  path: "/console/v1/refundList",
  access,
  summary: "Refunds and charge-backs, the newest first.",
  question: {
    ...paging,
    due: optional(flag()).describe("1: only those whose money was not sent yet."),
  },
  answer: paged(
    z.object({
      ...holder,
      id: z.string().describe("The refund's id."),
      at: at.describe("When it was requested."),
      of: z.string().describe("The order's number, or the payment's id."),
      kind: z.string().describe("`refund`, `dispute`, …"),
      cents: cents.nullable().describe("How much."),
      to: z.string().describe("`wallet`, `card` or `crypto`."),
      state: z.enum(["undone", "waiting", "due", "done"]).describe("How far it is."),
      tries: z.int().describe("How often sending was tried."),
      error: z.string().nullable().describe("Why it was not sent."),
      reason: z.string().describe("Why."),
      claimUrl: z.string().nullable().describe("Where the customer collects coins."),
    }),
  ),
});

export const revenue = consoleCall({
  path: "/console/v1/revenue",
  access,
  summary: "What was sold and refunded, by day, product or country; 400 days at most.",
  question: {
    from: day.describe("The first day (UTC)."),
    to: day.describe("The last day, which counts."),
    by: z
      .enum(["day", "product", "country"], "badField")
      .default("day")
      .describe("In which groups."),
  },
  answer: {
    items: z
      .array(
        z.object({
          group: z
            .string()
            .describe(
              "The day, the product's kind, or the country of the invoice (`??`: unknown).",
            ),
          orders: z.int().describe("Orders paid."),
          soldCents: cents.describe("What was sold."),
          refundedCents: cents.describe("What was refunded or charged back."),
          netCents: cents.describe("The difference."),
        }),
      )
      .describe("One line for each group."),
    total: z
      .object({
        orders: z.int().describe("Orders paid."),
        soldCents: cents.describe("What was sold."),
        refundedCents: cents.describe("What was refunded."),
        netCents: cents.describe("The difference."),
      })
      .describe("The sums."),
  },
  refusals: ["badField"],
});

export const accountingExport = consoleAct({
  path: "/console/v1/accountingExport",
  access: "accounting.export",
  summary:
    "A month for the accountant as CSV: each order, refund and recharge, and the ledger's balances at its end.",
  question: { month },
  answer: {
    fileName: z.string().describe("A name for the file."),
    csv: z
      .string()
      .describe("The file: `section,at,reference,account,product,country,method,cents`."),
    rows: z.int().describe("How many lines it has."),
  },
  refusals: ["badMonth"],
});

export const refundsSend = consoleAct({
  path: "/console/v1/refundsSend",
  access: "refunds.write",
  summary: "Tries now to send the refunds that are due.",
  question: { reason, requestId: neededRequestId },
  answer: { due: z.int().describe("How many are still due.") },
});

export const consoleMoneyCalls = {
  orderList,
  paymentList,
  disputeList,
  arrearsList,
  refundList,
  refundsSend,
  revenue,
  accountingExport,
};
