/** Static ISP proxies, short term: 1, 3 or 7 days (spec/static#short-term). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import { flag, id, ids, oneOf, optional, paged, paging } from "./fields.ts";
import { tier } from "./order.ts";
import { country } from "./place-fields.ts";
import { reasons } from "./reasons.ts";
import {
  editFields,
  listFields,
  staticEvent,
  staticIp,
  stock,
  takeFields,
  takenResponse,
  creditsFirst,
  oldCredentialsRefused,
  replaceWhileUnreachable,
} from "./static.ts";

const shortDays = oneOf([1, 3, 7], "badDays");

const exampleEvent = {
  id: customer.exampleId(802),
  at: customer.now,
  action: "taken" as const,
  ip: customer.shortIp.host,
  days: 1,
  detail: "",
};

export const shortIndex = call({
  path: "/v1/staticShort/index",
  access: "read",
  summary: "Returns short-term credits, IPs and prices.",
  tag: "Short-term static IPs",
  response: {
    credits: z
      .object({
        1: z.int().describe("Credits for 1 day."),
        3: z.int().describe("Credits for 3 days."),
        7: z.int().describe("Credits for 7 days."),
      })
      .describe("Credits that are left, by their period in days."),
    active: z.int().describe("The number of active ones."),
    expiringSoon: z.int().describe("The number of active ones that end within six hours."),
    expired: z.int().describe("The number of expired ones."),
    unreachable: z.int().describe("The number of unreachable ones."),
    prices: z
      .array(
        z.object({
          sku: z.string().describe("The product's name in orders."),
          days: z.int().describe("The period in days."),
          tiers: z.array(tier).describe("Unit prices, each from a quantity on."),
        }),
      )
      .describe("Prices by period."),
  },
  example: {
    request: {},
    response: {
      credits: customer.shortCredits,
      active: 1,
      expiringSoon: 0,
      expired: 0,
      unreachable: 0,
      prices: [{ sku: "short-1", days: 1, tiers: [{ fromQty: 1, unitMicros: 500_000 }] }],
    },
  },
});
export const shortServers = call({
  path: "/v1/staticShort/servers",
  access: "read",
  summary: "Lists short-term IPs that are free now, by country and city.",
  tag: "Short-term static IPs",
  request: {
    country: optional(country),
    days: optional(shortDays).describe("The period in days."),
  },
  response: { items: z.array(stock).describe("The places that have IPs.") },
  example: {
    request: { country: "DE", days: 1 },
    response: {
      items: [
        {
          country: "DE",
          countryName: "Germany",
          state: "hesse",
          stateName: "Hesse",
          city: "frankfurtammain",
          cityName: "Frankfurt am Main",
          available: 42,
        },
      ],
    },
  },
});
export const shortExtract = call({
  path: "/v1/staticShort/extract",
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Takes short-term IPs at a place; credits pay first, then the wallet.",
  description: creditsFirst,
  tag: "Short-term static IPs",
  request: { ...takeFields, days: shortDays.describe("The period in days.") },
  response: takenResponse,
  refusals: reasons.taking,
  example: {
    request: { country: "DE", days: 1, num: 1, pay: "wallet", requestId: "short-2026-03-16" },
    response: { items: [customer.shortIp], creditsUsed: 1, walletCents: 0 },
  },
});
export const shortUsed = call({
  path: "/v1/staticShort/used",
  access: "read",
  summary: "Lists the account's short-term IPs.",
  tag: "Short-term static IPs",
  request: listFields,
  response: paged(staticIp),
  example: { request: { status: "active" }, response: onePage([customer.shortIp]) },
});
export const shortUpdate = call({
  path: "/v1/staticShort/update",
  access: "proxies",
  summary: "Changes one short-term IP, or many by `ids`.",
  description: oldCredentialsRefused,
  tag: "Short-term static IPs",
  request: {
    id: optional(id()).describe("The static IP, by ID; or several by `ids`."),
    ids: optional(ids()).describe("The static IPs, by ID. Separated by commas in a form."),
    ...editFields,
  },
  crossFieldCheck: ({ id: one, ids: many }) =>
    one || many ? null : { field: "id", reason: "selectRow" },
  response: {
    ...staticIp.partial().shape,
    updated: z.int().describe("The number of IPs changed."),
  },
  refusals: reasons.editing,
  example: {
    request: { ids: [customer.shortId], account: "Quick001", password: "Example3Pass" },
    response: { updated: 1 },
  },
});
export const shortChange = call({
  path: "/v1/staticShort/change",
  access: "proxies",
  summary:
    "Replaces the address of a short-term IP that is unreachable; the remaining time is kept.",
  description: replaceWhileUnreachable,
  tag: "Short-term static IPs",
  request: { id: id().describe("The static IP, by ID.") },
  response: staticIp,
  refusals: reasons.replacing,
  example: {
    request: { id: customer.shortId },
    response: { ...customer.shortIp, host: "198.51.100.141", replacements: 1 },
  },
});
export const shortDel = call({
  path: "/v1/staticShort/del",
  access: "proxies",
  summary: "Deletes short-term IPs that have expired; others need `confirm=1`.",
  description: "Remaining time is not refunded.",
  tag: "Short-term static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    confirm: optional(flag()).describe("1 to delete static IPs that have not expired too."),
  },
  response: { deleted: z.int().describe("The number of IPs deleted.") },
  refusals: ["staticNotFound", "mustConfirm"],
  example: { request: { ids: [customer.shortId], confirm: true }, response: { deleted: 1 } },
});
export const shortHistory = call({
  path: "/v1/staticShort/history",
  access: "read",
  summary: "Lists events of the account's short-term IPs, newest first.",
  tag: "Short-term static IPs",
  request: { ...paging },
  response: paged(staticEvent),
  example: { request: { page: 1, limit: 10 }, response: onePage([exampleEvent]) },
});

export const staticShortCalls = {
  shortIndex,
  shortServers,
  shortExtract,
  shortUsed,
  shortUpdate,
  shortChange,
  shortDel,
  shortHistory,
};
