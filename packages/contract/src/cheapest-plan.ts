/** Which plan would have been the cheapest for past usage (spec/money#the-cheapest-plan). */
import { replayKinds } from "@turnpike/rules/cheapest-plan.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, bytes, cents } from "./fields.ts";

export const cheapestPlan = call({
  path: "/v1/cheapestPlan",
  access: "read",
  summary: "Returns the price of the last 30 days' use with each kind of product.",
  description:
    "Replays the traffic of all products, hour by hour, against the price list. Traffic is rounded up to whole GB. An IP, static IP, or short-term IP is bought for each address in use during an hour, and held for its period (an IP of the pool 5 hours); ports and bandwidth carry the mean of each hour. The cheapest product of each kind is returned, of traffic the cheapest of each pool.",
  tag: "Traffic plan",
  response: {
    from: at.describe("The time the span begins: an hour, 30 days ago."),
    to: at.describe("The time the span ends."),
    bytes: bytes.describe("Traffic of all products in both directions, in bytes."),
    addresses: z
      .int()
      .describe("The number of exits used in the busiest hour; of the newest 100,000 connections."),
    busiestMbps: z.number().describe("The mean of the busiest hour, in Mbps, both directions."),
    plans: z
      .array(
        z.object({
          sku: z.string().describe("The product, as `/v1/order` or `/v1/orderUnlimit` takes it."),
          kind: z.enum(replayKinds).describe("The kind of product."),
          region: z.string().nullable().describe("The region of ports and bandwidth."),
          days: z.int().nullable().describe("The period in days; null without one."),
          pool: z.string().nullable().describe("The pool of traffic; null for other kinds."),
          name: z.string().describe("The product's name, in the language of the call."),
          unit: z.string().describe("The unit, such as GB."),
          needed: z.int().describe("The number of units used."),
          quantity: z
            .int()
            .describe(
              "The number of units to buy: at least the smallest order, and more where that costs less.",
            ),
          unitMicros: z.int().describe("The price of one unit, in millionths of a US dollar."),
          totalCents: cents.describe("`quantity` times `unitMicros`, in US cents."),
        }),
      )
      .describe("The cheapest sufficient plan of each kind, the cheapest first."),
  },
  example: {
    request: {},
    response: {
      from: "2026-02-14T10:00:00.000Z",
      to: "2026-03-16T11:00:00.000Z",
      bytes: 54.2 * customer.GB,
      addresses: 12,
      busiestMbps: 8.4,
      plans: [
        {
          sku: "static-30",
          kind: "static",
          region: null,
          days: 30,
          pool: null,
          name: "Static ISP, 30 days",
          unit: "proxy",
          needed: 12,
          quantity: 12,
          unitMicros: 5_000_000,
          totalCents: 6_000,
        },
        {
          sku: "traffic-standard",
          kind: "traffic",
          region: null,
          days: null,
          pool: "residential",
          name: "Residential traffic",
          unit: "GB",
          needed: 55,
          quantity: 55,
          unitMicros: 2_500_000,
          totalCents: 13_750,
        },
      ],
    },
  },
});

export const cheapestPlanCalls = { cheapestPlan };
