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
  summary: "Business and machines at a glance; what needs somebody comes first.",
  answer: {
    at: at.describe("When it was counted."),
    attention: z
      .array(
        z.object({
          kind: z.enum(attentionKinds).describe("What it is."),
          count: z.int().describe("How many there are."),
          cents: cents.nullable().describe("How much money it is about; null where none."),
          since: at.nullable().describe("Since when the oldest waits; null where unknown."),
        }),
      )
      .describe("What needs somebody; empty where nothing does."),
    revenue: z
      .array(
        z.object({
          day: z.string().describe("The day in UTC."),
          soldCents: cents.describe("What was sold."),
          refundedCents: cents.describe("What was refunded."),
          orders: z.int().describe("Orders paid."),
          newCustomers: z.int().describe("Accounts created."),
          bytes: bytes.describe("Traffic carried."),
        }),
      )
      .describe("The last 30 days, the oldest first, each with its numbers."),
    customers: z
      .object({
        total: z.int().describe("Accounts that are not closed."),
        newToday: z.int().describe("Created since midnight UTC."),
        active: z.int().describe("With traffic in the last 24 hours."),
        inArrears: z.int().describe("That owe money."),
        disabled: z.int().describe("That are disabled."),
      })
      .describe("Customers."),
    traffic: z
      .object({
        bytesToday: bytes.describe("Carried since midnight UTC."),
        bitsPerSecond: z.int().describe("The mean of the last full hour and this one, in bit/s."),
      })
      .describe("Traffic."),
    exits: z
      .array(
        z.object({
          country: z.string().describe("ISO 3166 code."),
          product: z.string().describe("`traffic`, `pool`, `static`, `short` or `unlimited`."),
          total: z.int().describe("Exits that are not retired."),
          offline: z.int().describe("Of them, those that gateways cannot use."),
          free: z.int().describe("Of those sold one by one, those that nobody has."),
        }),
      )
      .describe("Exits by country and product."),
    refusals: z
      .array(
        z.object({
          reason: z.string().describe("The reason's name."),
          count: z.int().describe("Connections refused for it in this hour and the 23 before it."),
        }),
      )
      .describe("Why gateways refused connections, the most frequent first."),
    nodes: z
      .array(
        z.object({
          name: z.string().describe("The node's name."),
          state: z.string().describe("Its state."),
          workers: z.int().describe("Gateway workers that are connected."),
        }),
      )
      .describe("Machines that gateways run on."),
    queues: z
      .object({
        mails: z.int().describe("Mails that wait to be sent."),
        webhooks: z.int().describe("Webhook deliveries that wait."),
        paymentsPending: z.int().describe("Payments that were begun and wait for money."),
        withdrawals: z.int().describe("Withdrawals to decide."),
        refundsDue: z.int().describe("Refunds not sent yet."),
        usageAside: z.int().describe("Usage reports to decide."),
        itemsAside: z.int().describe("Other records that were refused, to decide."),
      })
      .describe("What waits."),
    disk: z
      .enum(["ok", "low", "full"])
      .nullable()
      .describe("Free space of the data directory's disk; null where it is not watched."),
    lastBackupAt: at.nullable().describe("When a backup was last written; null where unknown."),
    version: z.string().describe("The version that runs."),
  },
});

export const consoleOverviewCalls = { overview };
