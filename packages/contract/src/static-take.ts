/** Prices and stock of static ISP proxies, and acquiring them (spec/static#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/static.ts";
import { optional } from "./fields.ts";
import { tier } from "./order.ts";
import { country } from "./place-fields.ts";
import { reasons } from "./reasons.ts";
import { staticCity, longDays, stock, takenResponse, takeFields, creditsFirst } from "./static.ts";

export const staticPrices = call({
  path: "/v1/static/prices",
  allowedInStaffView: true,
  access: "visitor",
  summary: "Returns the price of a static IP by period.",
  tag: "Static IPs",
  response: {
    items: z
      .array(
        z.object({
          sku: z.string().describe("The product's name in orders."),
          days: z.int().describe("The period in days."),
          tiers: z.array(tier).describe("Unit prices, each from a quantity on."),
        }),
      )
      .describe("One entry for each period."),
  },
  example: {
    request: {},
    response: { items: [{ sku: "static-30", days: 30, tiers: examples.tiers }] },
  },
});

const credits = z.object({
  7: z.int().describe("Credits for 7 days."),
  30: z.int().describe("Credits for 30 days."),
  90: z.int().describe("Credits for 90 days."),
});

export const staticIndex = call({
  path: "/v2/static/index",
  access: "read",
  summary: "Returns credits and numbers of static IPs.",
  tag: "Static IPs",
  response: {
    credits: credits.describe("Credits that are left, by their period in days."),
    active: z.int().describe("The number of active ones."),
    expiringSoon: z.int().describe("The number of active ones that end within three days."),
    expired: z.int().describe("The number of expired ones."),
    autoRenew: z.int().describe("The number with auto-renew."),
    unreachable: z.int().describe("The number of unreachable ones."),
  },
  example: {
    request: {},
    response: {
      credits: customer.staticCredits,
      active: 3,
      expiringSoon: 0,
      expired: 0,
      autoRenew: 2,
      unreachable: 0,
    },
  },
});

export const staticList = call({
  path: "/v1/static/list",
  access: "read",
  summary: "Lists static IPs that are free now, by country and city.",
  tag: "Static IPs",
  request: {
    country: optional(country),
    city: optional(staticCity).describe(
      "The city: its token (`newyork`) or its name (`New York`).",
    ),
  },
  response: { items: z.array(stock).describe("The places that have IPs.") },
  example: {
    request: { country: "DE" },
    response: {
      items: [
        {
          country: "DE",
          countryName: "Germany",
          state: "hesse",
          stateName: "Hesse",
          city: "frankfurtammain",
          cityName: "Frankfurt am Main",
          available: 118,
        },
      ],
    },
  },
});

export const staticUse = call({
  path: "/v3/static/use",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Takes static IPs at a place; credits pay first, then the wallet.",
  description: creditsFirst,
  tag: "Static IPs",
  request: { ...takeFields, days: longDays.describe("The period in days.") },
  response: takenResponse,
  refusals: reasons.taking,
  example: {
    request: {
      country: "DE",
      city: "frankfurtammain",
      days: 30,
      num: 1,
      account: "Owner01",
      password: "Example2Pass",
      requestId: "take-2026-03-02",
    },
    response: { items: [customer.frankfurt], creditsUsed: 1, walletCents: 0 },
  },
});

export const staticTakeCalls = { staticPrices, staticIndex, staticList, staticUse };
