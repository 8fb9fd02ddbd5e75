/** Forecast: how long balances last at the current rate, and what expires soon. */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as statistics from "./examples/statistics.ts";
import { at, bytes, cents } from "./fields.ts";

const rate = {
  fromDays: z
    .int()
    .describe("Full days of use that the rate is based on; 0 where there is too little to tell."),
  daysLeft: z
    .number()
    .nullable()
    .describe(
      "Days until nothing is left at that rate; null where nothing is used or there is too little to tell.",
    ),
};

export const forecast = call({
  path: "/v1/forecast",
  access: "read",
  summary:
    "How long traffic and wallet last at the present rate, and what ends in the next 30 days.",
  tag: "Account",
  answer: {
    traffic: z
      .object({
        leftBytes: bytes.describe("Traffic that is left, in bytes."),
        todayBytes: bytes.describe("Traffic used since midnight UTC, in bytes."),
        yesterdayBytes: bytes.describe("Traffic used yesterday (UTC), in bytes."),
        perDayBytes: bytes.describe("Traffic used a day at the present rate, in bytes."),
        days: z
          .array(
            z.object({
              day: z.string().describe("The day in UTC, as YYYY-MM-DD."),
              bytes: bytes.describe("Traffic in both directions together, in bytes."),
            }),
          )
          .describe("The last 14 days in UTC, today included, the oldest first."),
        ...rate,
      })
      .describe("How long the traffic lasts."),
    wallet: z
      .object({
        leftCents: cents.describe("The wallet's balance, in US cents."),
        perDayCents: cents.describe("Spent a day at the present rate, in US cents."),
        renewals: z
          .int()
          .describe("How many automatic renewals of static IPs fall into the next 30 days."),
        renewalsCents: cents.describe(
          "What those renewals will take from the wallet once credits are used, in US cents.",
        ),
        missingCents: cents.describe("What the wallet lacks for them, in US cents."),
        ...rate,
      })
      .describe("How long the wallet lasts."),
    endings: z
      .array(
        z.object({
          kind: z
            .enum(["whitelist", "coupon", "static", "short", "port", "bandwidth"])
            .describe("What ends."),
          id: z.string().describe("Its id."),
          name: z.string().describe("Its name, in the language of the call."),
          endsAt: at.describe("When it ends."),
          autoRenew: z
            .boolean()
            .nullable()
            .describe("Whether it renews itself; null for what cannot."),
          to: z.string().describe("The dashboard screen where you can act on it."),
        }),
      )
      .describe(
        "What ends in the next 30 days, ten at most. The soonest come first; with more than ten, what nothing renews.",
      ),
    endingsTotal: z.int().describe("How many things end in the next 30 days."),
  },
  example: {
    question: {},
    answer: {
      traffic: {
        leftBytes: customer.left.trafficBytes,
        todayBytes: 1.2 * customer.GB,
        yesterdayBytes: 2.3 * customer.GB,
        perDayBytes: statistics.perDay,
        days: [
          ...Array.from({ length: 7 }, (_, day) => ({
            day: `2026-03-${String(day + 3).padStart(2, "0")}`,
            bytes: 2 * customer.GB,
          })),
          ...statistics.days.map(({ day, bytes }) => ({ day, bytes })),
        ],
        fromDays: 13,
        daysLeft: 32.1,
      },
      wallet: {
        leftCents: customer.walletCents,
        perDayCents: 500,
        renewals: 2,
        renewalsCents: 500,
        missingCents: 0,
        fromDays: 15,
        daysLeft: 49,
      },
      endings: [
        {
          kind: "static",
          id: customer.staticIds.frankfurt,
          name: customer.frankfurt.host,
          endsAt: customer.frankfurt.expiresAt,
          autoRenew: true,
          to: "/cli/static-proxies",
        },
        {
          kind: "port",
          id: customer.planIds.ports,
          name: "Unlimited port, Europe, 30 days",
          endsAt: customer.portPlan.expiresAt,
          autoRenew: null,
          to: "/cli/unlimited-port",
        },
      ],
      endingsTotal: 2,
    },
  },
});

export const forecastCalls = { forecast };
