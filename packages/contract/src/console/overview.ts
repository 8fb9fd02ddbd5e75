/** The console's start page (spec/console#overview). */
import { z } from "zod";
import { at, bytes, cents } from "../fields.ts";
import { consoleCall } from "./call.ts";

/** Kinds of work waiting for staff; each has a screen where it is handled. */
export const attentionKinds = [
  "withdrawals",
  "refundsDue",
  "disputes",
  "unclaimedPayments",
  "identities",
  "usageAside",
  "itemsAside",
  "exitsOffline",
  "exitsUnowned",
  "exitClaims",
  "nodesDown",
  "mailsFailing",
  "webhooksFailing",
  "diskLow",
  "backupOld",
  "certificateEnding",
] as const;

export const overview = consoleCall({
  path: "/console/v1/overview",
  access: "overview.read",
  summary: "Returns the state of business and machines; everything that needs action comes first.",
  response: {
    at: at.describe("The time of the count."),
    attention: z
      .array(
        z.object({
          kind: z.enum(attentionKinds).describe("The kind of entry."),
          count: z.int().describe("The number of entries."),
          cents: cents.nullable().describe("The sum of money concerned; null if none is."),
          since: at.nullable().describe("The time since which the oldest waits; null if unknown."),
        }),
      )
      .describe("Everything that needs action; empty if nothing does."),
    revenue: z
      .array(
        z.object({
          day: z.string().describe("The day in UTC."),
          soldCents: cents.describe("Sales."),
          refundedCents: cents.describe("Refunds."),
          orders: z.int().describe("The number of orders paid."),
          newCustomers: z.int().describe("The number of accounts created."),
          bytes: bytes.describe("Traffic carried."),
        }),
      )
      .describe("The last 30 days, the oldest first, each with its numbers."),
    customers: z
      .object({
        total: z.int().describe("The number of accounts that are not closed."),
        newToday: z.int().describe("The number created since midnight UTC."),
        active: z.int().describe("The number with traffic in the last 24 hours."),
        inArrears: z.int().describe("The number in arrears."),
        disabled: z.int().describe("The number disabled."),
      })
      .describe("Customers."),
    traffic: z
      .object({
        bytesToday: bytes.describe("Carried since midnight UTC."),
        bitsPerSecond: z.int().describe("The rate over the last full hour and this one, in bit/s."),
      })
      .describe("Traffic."),
    exits: z
      .array(
        z.object({
          country: z.string().describe("ISO 3166-1 alpha-2 code."),
          product: z.string().describe("`traffic`, `pool`, `static`, `short` or `unlimited`."),
          total: z.int().describe("The number of exits that are not retired."),
          offline: z.int().describe("The number of exits that gateways cannot use."),
          free: z.int().describe("The number of free exits, of those that are sold one by one."),
        }),
      )
      .describe("Exits by country and product."),
    refusals: z
      .array(
        z.object({
          reason: z.string().describe("The reason's name."),
          count: z
            .int()
            .describe(
              "The number of connections refused for it in this hour and the 23 before it.",
            ),
        }),
      )
      .describe("Reasons for which gateways refused connections, the most frequent first."),
    nodes: z
      .array(
        z.object({
          name: z.string().describe("The node's name."),
          state: z.string().describe("The node's state."),
          workers: z.int().describe("The number of connected gateway workers."),
        }),
      )
      .describe("Machines that gateways run on."),
    queues: z
      .object({
        mails: z.int().describe("E-mails that wait to be sent."),
        webhooks: z.int().describe("Webhook deliveries that wait."),
        paymentsPending: z.int().describe("Payments that were begun and wait for money."),
        withdrawals: z.int().describe("Withdrawals to be decided."),
        refundsDue: z.int().describe("Refunds not sent yet."),
        usageAside: z.int().describe("Usage reports to be decided."),
        itemsAside: z.int().describe("Other refused records to be decided."),
      })
      .describe("The lengths of the queues."),
    disk: z
      .enum(["ok", "low", "full"])
      .nullable()
      .describe("Free space of the data directory's disk; null if it is not watched."),
    lastBackupAt: at.nullable().describe("The time of the last backup; null if unknown."),
    version: z.string().describe("The running version."),
  },
});

export const consoleOverviewCalls = { overview };
