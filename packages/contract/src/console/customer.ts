/** Details of one customer (spec/console#customers). */
import { z } from "zod";
import { at, bytes, cents, optional, paged, paging } from "../fields.ts";
import { consoleCall } from "./call.ts";
import { customerStatus } from "./customer-list.ts";
import { account } from "./fields.ts";
import { listedOrder, listedPayment } from "./money.ts";
import { assets } from "@turnpike/rules/assets.ts";
import { secret } from "../secret.ts";

const access = "customers.read";

export const customer = consoleCall({
  path: "/console/v1/customer",
  access,
  summary: "One customer at a glance.",
  question: { account },
  answer: {
    accountId: z.string().describe("The account's id."),
    email: z.string().nullable().describe("Its e-mail address; null where it is closed."),
    secureEmail: z.string().nullable().describe("The second e-mail address."),
    emailVerified: z.boolean().describe("Whether the e-mail address is verified."),
    status: customerStatus.describe("Its state."),
    lang: z.string().describe("The language that it is written to in."),
    createdAt: at.describe("When it was created."),
    lastLoginAt: at.nullable().describe("When its holder signed in last."),
    disabledAt: at.nullable().describe("Since when it is disabled."),
    disabledReason: z.string().nullable().describe("Why it was disabled."),
    closedAt: at.nullable().describe("When its holder closed it."),
    mfaBound: z.boolean().describe("Whether a second factor is bound."),
    invitedBy: z
      .object({
        accountId: z.string().describe("The account."),
        email: z.string().nullable().describe("Its e-mail."),
      })
      .nullable()
      .describe("Who invited it."),
    inviteCode: z.string().describe("Its own invitation code."),
    balances: z
      .record(z.string(), z.int())
      .describe("What it has by asset: cents, bytes or pieces."),
    arrears: z
      .object({
        cents: cents.describe("What it owes."),
        since: at.describe("Since when."),
        trafficEndsAt: at.describe("When its traffic ends."),
      })
      .nullable()
      .describe("What it owes; null where nothing."),
    counts: z
      .record(z.string(), z.int())
      .describe(
        "How many it has: orders, payments, refunds, disputes, coupons, subAccounts, staticIps, unlimitedPlans, openedIps, sessions, apiKeys, webhooks, notes, invited.",
      ),
    paidCents: cents.describe("What it has paid for orders, refunds not subtracted."),
    refundedCents: cents.describe("What was refunded."),
    bytes30Days: bytes.describe("Traffic of the last 30 days."),
  },
  refusals: ["accountNotFound"],
});

export const customerLedger = consoleCall({
  path: "/console/v1/customerLedger",
  access,
  summary: "What went in and out of a customer's balance, the newest first.",
  question: {
    account,
    ...paging,
    asset: optional(z.enum(assets, "badField")).describe("Only of this asset."),
  },
  answer: paged(
    z.object({
      id: z.string().describe("The line's id."),
      at: at.describe("When."),
      asset: z.string().describe("The asset: `wallet`, `traffic`, `ip`, …"),
      kind: z.string().describe("What it was, such as `order` or `grant`."),
      ref: z.string().describe("What it belongs to, such as an order's number."),
      amount: z.int().describe("What was added, or with a minus taken."),
      balance: z.int().describe("The balance after it."),
    }),
  ),
  refusals: ["accountNotFound"],
});

export const customerOrders = consoleCall({
  path: "/console/v1/customerOrders",
  access,
  summary: "A customer's orders, the newest first.",
  question: { account, ...paging },
  answer: paged(listedOrder),
  refusals: ["accountNotFound"],
});

export const customerPayments = consoleCall({
  path: "/console/v1/customerPayments",
  access,
  summary: "A customer's payments, the newest first.",
  question: { account, ...paging },
  answer: paged(listedPayment),
  refusals: ["accountNotFound"],
});

export const customerMails = consoleCall({
  path: "/console/v1/customerMails",
  access,
  summary: "Mails to a customer's addresses, the newest first; without their text.",
  question: { account, ...paging },
  answer: paged(
    z.object({
      id: z.string().describe("The mail's id."),
      queuedAt: at.describe("When it was written."),
      sentAt: at.nullable().describe("When it was sent; null before."),
      recipient: z.string().describe("To which address."),
      subject: z.string().describe("Its subject."),
      tries: z.int().describe("How often it was tried."),
      lastError: z.string().nullable().describe("Why it was not sent."),
      canResend: z
        .boolean()
        .describe("False for mails with a code or a link that signs in: they expire."),
    }),
  ),
  refusals: ["accountNotFound"],
});

export const customerWebhooks = consoleCall({
  path: "/console/v1/customerWebhooks",
  access,
  summary: "A customer's webhooks, and the newest 100 deliveries.",
  question: { account },
  answer: {
    webhooks: z
      .array(
        z.object({
          id: z.string().describe("The webhook's id."),
          url: secret(z.string().describe("Where it is sent."), "address"),
          events: z.array(z.string()).describe("Which events; empty: all."),
          disabledBy: z.string().nullable().describe("Who switched it off."),
          failingSince: at.nullable().describe("Since when deliveries fail."),
        }),
      )
      .describe("Webhooks."),
    deliveries: z
      .array(
        z.object({
          id: z.string().describe("The delivery's id."),
          at: at.describe("When the event was."),
          event: z.string().describe("Its name."),
          status: z.string().describe("Its state."),
          tries: z.int().describe("How often it was tried."),
          url: secret(z.string().describe("Where it was sent."), "address"),
        }),
      )
      .describe("Deliveries."),
  },
  refusals: ["accountNotFound"],
});

export const note = z
  .object({
    id: z.string().describe("The note's id."),
    at: at.describe("When it was written."),
    author: z.string().describe("Who wrote it."),
    text: z.string().describe("The note."),
  })
  .meta({ id: "CustomerNote" });

export const customerNotes = consoleCall({
  path: "/console/v1/customerNotes",
  access,
  summary: "What the staff wrote about a customer, the newest first.",
  question: { account },
  answer: { items: z.array(note).describe("The newest 200.") },
  refusals: ["accountNotFound"],
});

export const customerTimeline = consoleCall({
  path: "/console/v1/customerTimeline",
  access,
  summary:
    "What happened with a customer, the newest first: orders, payments, refunds, disputes, sign-ins, notes, and acts of the staff.",
  question: { account, ...paging },
  answer: paged(
    z.object({
      at: at.describe("When."),
      kind: z
        .enum(["order", "payment", "refund", "dispute", "login", "note", "act"])
        .describe("What it is."),
      title: z.string().describe("What it was, such as an SKU, an event's or an action's name."),
      ref: z.string().describe("What it belongs to, such as an order's number; may be empty."),
      cents: cents.nullable().describe("How much money it is about; null where none."),
      actor: z.string().nullable().describe("Who of the staff; null where the customer."),
    }),
  ),
  refusals: ["accountNotFound"],
});

export const consoleCustomerCalls = {
  customer,
  customerLedger,
  customerOrders,
  customerPayments,
  customerMails,
  customerWebhooks,
  customerNotes,
  customerTimeline,
};
