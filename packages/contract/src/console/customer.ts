/** Details of one customer (spec/console#customers). */
import { z } from "zod";
import { at, bytes, cents, optional, paged, paging, text } from "../fields.ts";
import { consoleCall } from "./call.ts";
import { customerStatus } from "./customer-list.ts";
import { account } from "./fields.ts";
import { groupPrice } from "./groups.ts";
import { listedOrder, listedPayment } from "./money.ts";
import { secret } from "../secret.ts";

const access = "customers.read";

export const customer = consoleCall({
  path: "/console/v1/customer",
  access,
  summary: "Returns one customer.",
  request: { account },
  response: {
    accountId: z.string().describe("The account's ID."),
    email: z.string().nullable().describe("Its e-mail address; null if it is closed."),
    secureEmail: z.string().nullable().describe("The second e-mail address."),
    emailVerified: z.boolean().describe("True if the e-mail address is verified."),
    status: customerStatus.describe("The account's state."),
    lang: z.string().describe("The language of e-mails to it."),
    createdAt: at.describe("The time it was created."),
    lastLoginAt: at.nullable().describe("The time of its holder's last sign-in."),
    disabledAt: at.nullable().describe("The time it was disabled."),
    disabledReason: z.string().nullable().describe("The reason it was disabled."),
    closedAt: at.nullable().describe("The time its holder closed it."),
    mfaBound: z.boolean().describe("True if a second factor is bound."),
    invitedBy: z
      .object({
        accountId: z.string().describe("The account."),
        email: z.string().nullable().describe("The inviter's e-mail address."),
      })
      .nullable()
      .describe("The inviter."),
    inviteCode: z.string().describe("Its own invitation code."),
    group: z.string().nullable().describe("The group whose prices it has; null: list prices."),
    groupPrices: z.array(groupPrice).describe("The prices that this group has of its own."),
    balances: z.record(z.string(), z.int()).describe("Balances by asset: cents, bytes or pieces."),
    trafficPools: z
      .array(
        z.object({
          asset: z.string().describe("The asset of its bytes, such as `traffic:mobile`."),
          title: z.string().describe("What it is called."),
        }),
      )
      .describe("The pools of traffic but the first."),
    arrears: z
      .object({
        cents: cents.describe("The sum owed."),
        since: at.describe("The time the arrears began."),
        trafficEndsAt: at.describe("The time from which its traffic is refused."),
      })
      .nullable()
      .describe("The arrears; null if there are none."),
    counts: z
      .record(z.string(), z.int())
      .describe(
        "Counts of orders, payments, refunds, disputes, coupons, subAccounts, staticIps, unlimitedPlans, openedIps, sessions, apiKeys, webhooks, notes, invited.",
      ),
    paidCents: cents.describe("The sum paid for orders, refunds not subtracted."),
    refundedCents: cents.describe("Refunds."),
    bytes30Days: bytes.describe("Traffic of the last 30 days."),
  },
  refusals: ["accountNotFound"],
});

export const customerLedger = consoleCall({
  path: "/console/v1/customerLedger",
  access,
  summary: "Lists all changes of a customer's balance, the newest first.",
  request: {
    account,
    ...paging,
    asset: optional(text(48)).describe("Only changes of this asset."),
  },
  response: paged(
    z.object({
      id: z.string().describe("The line's ID."),
      at: at.describe("The time of the change."),
      asset: z.string().describe("The asset, such as `wallet`, `traffic` or `ip`."),
      kind: z.string().describe("The kind of change, such as `order` or `grant`."),
      ref: z.string().describe("The reference, such as an order's number."),
      amount: z.int().describe("The amount added; negative if it was taken."),
      balance: z.int().describe("The balance after it."),
    }),
  ),
  refusals: ["accountNotFound"],
});

export const customerOrders = consoleCall({
  path: "/console/v1/customerOrders",
  access,
  summary: "Lists a customer's orders, the newest first.",
  request: { account, ...paging },
  response: paged(listedOrder),
  refusals: ["accountNotFound"],
});

export const customerPayments = consoleCall({
  path: "/console/v1/customerPayments",
  access,
  summary: "Lists a customer's payments, the newest first.",
  request: { account, ...paging },
  response: paged(listedPayment),
  refusals: ["accountNotFound"],
});

export const customerMails = consoleCall({
  path: "/console/v1/customerMails",
  access,
  summary: "Lists e-mails to a customer's addresses, the newest first, without their text.",
  request: { account, ...paging },
  response: paged(
    z.object({
      id: z.string().describe("The e-mail's ID."),
      queuedAt: at.describe("The time it was written."),
      sentAt: at.nullable().describe("The time it was sent; null before."),
      recipient: z.string().describe("The recipient's address."),
      subject: z.string().describe("The subject."),
      tries: z.int().describe("The number of tries."),
      lastError: z.string().nullable().describe("The reason of the last failure."),
      canResend: z
        .boolean()
        .describe("False for e-mails with a code or a link that signs in: they expire."),
    }),
  ),
  refusals: ["accountNotFound"],
});

export const customerWebhooks = consoleCall({
  path: "/console/v1/customerWebhooks",
  access,
  summary: "Lists a customer's webhooks, and the newest 100 deliveries.",
  request: { account },
  response: {
    webhooks: z
      .array(
        z.object({
          id: z.string().describe("The webhook's ID."),
          url: secret(z.string().describe("The address that events are sent to."), "address"),
          events: z.array(z.string()).describe("The events; empty for all."),
          disabledBy: z
            .string()
            .nullable()
            .describe("The reason it was disabled: `owner`, `failing` or `gone`."),
          failingSince: at.nullable().describe("The time since which deliveries fail."),
        }),
      )
      .describe("Webhooks."),
    deliveries: z
      .array(
        z.object({
          id: z.string().describe("The delivery's ID."),
          at: at.describe("The time of the event."),
          event: z.string().describe("The event's type."),
          status: z.string().describe("The delivery's state."),
          tries: z.int().describe("The number of tries."),
          url: secret(z.string().describe("The address it was sent to."), "address"),
        }),
      )
      .describe("Deliveries."),
  },
  refusals: ["accountNotFound"],
});

export const note = z
  .object({
    id: z.string().describe("The note's ID."),
    at: at.describe("The time it was written."),
    author: z.string().describe("The author."),
    text: z.string().describe("The note."),
  })
  .meta({ id: "CustomerNote" });

export const customerNotes = consoleCall({
  path: "/console/v1/customerNotes",
  access,
  summary: "Lists the staff's notes about a customer, the newest first.",
  request: { account },
  response: { items: z.array(note).describe("The notes; 200 at most.") },
  refusals: ["accountNotFound"],
});

export const customerTimeline = consoleCall({
  path: "/console/v1/customerTimeline",
  access,
  summary:
    "Lists a customer's orders, payments, refunds, disputes, sign-ins, notes, and acts of the staff, the newest first.",
  request: { account, ...paging },
  response: paged(
    z.object({
      at: at.describe("The time of the entry."),
      kind: z
        .enum(["order", "payment", "refund", "dispute", "login", "note", "act"])
        .describe("The kind of entry."),
      title: z.string().describe("The name, such as an SKU, an event's or an action's name."),
      ref: z.string().describe("The reference, such as an order's number; may be empty."),
      cents: cents.nullable().describe("The sum of money concerned; null if none is."),
      actor: z.string().nullable().describe("The staff member; null for the customer."),
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
