/** Forecast: how long balances last at the current rate, and what expires soon. */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as statistics from "./examples/statistics.ts";
import { at, bytes, cents } from "./fields.ts";

const rate = {
  fromDays: z.int().describe("Full days of use that the rate is based on; 0 if there are too few."),
  daysLeft: z
    .number()
    .nullable()
    .describe(
      "Days until nothing is left at that rate; null if nothing is used or there are too few days.",
    ),
};

const trafficLeft = {
  leftBytes: bytes.describe("Traffic that is left, in bytes."),
  todayBytes: bytes.describe("Traffic used since midnight UTC, in bytes."),
  yesterdayBytes: bytes.describe("Traffic used yesterday (UTC), in bytes."),
  perDayBytes: bytes.describe("Traffic used a day at the present rate, in bytes."),
};

export const forecast = call({
  path: "/v1/forecast",
  access: "read",
  summary:
    "Predicts how long traffic and wallet last at the present rate, and lists everything that ends in the next 30 days.",
  tag: "Account",
  response: {
    traffic: z
      .object({
        ...trafficLeft,
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
      .describe("The forecast of the traffic, of the first pool if there are several."),
    pools: z
      .array(
        z.object({
          pool: z.string().describe("The pool's name."),
          title: z.string().describe("What it is called, in the language of the call."),
          ...trafficLeft,
          ...rate,
        }),
      )
      .describe("The same for each other pool of traffic that the account has had traffic of."),
    wallet: z
      .object({
        leftCents: cents.describe("The wallet's balance, in US cents."),
        perDayCents: cents.describe("Spent a day at the present rate, in US cents."),
        renewals: z
          .int()
          .describe("The number of automatic renewals of static IPs in the next 30 days."),
        renewalsCents: cents.describe(
          "The sum that those renewals will take from the wallet once credits are used, with its tax, in US cents.",
        ),
        missingCents: cents.describe("The sum that the wallet lacks for them, in US cents."),
        ...rate,
      })
      .describe("The forecast of the wallet."),
    endings: z
      .array(
        z.object({
          kind: z
            .enum(["whitelist", "coupon", "static", "short", "port", "bandwidth"])
            .describe("The kind of thing that ends."),
          id: z.string().describe("The ID."),
          name: z.string().describe("The name, in the language of the call."),
          endsAt: at.describe("The time it ends."),
          autoRenew: z
            .boolean()
            .nullable()
            .describe("True if it has auto-renew; null if it cannot be renewed."),
          to: z.string().describe("The dashboard screen where you can act on it."),
        }),
      )
      .describe(
        "Things that end in the next 30 days, ten at most. The soonest come first; with more than ten, those that are not renewed.",
      ),
    endingsTotal: z.int().describe("The number of things that end in the next 30 days."),
  },
  example: {
    request: {},
    response: {
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
      pools: [],
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
