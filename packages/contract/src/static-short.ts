/** Static ISP proxies, short term: 1, 3 or 7 days (spec/static#short-term). */
import { z } from "zod";
import { call } from "./call.ts";
import { flag, id, ids, oneOf, optional, paged, paging } from "./fields.ts";
import { tier } from "./order.ts";
import {
  editFields,
  listFields,
  staticCountry,
  staticEvent,
  staticIp,
  stock,
  takeFields,
  taken,
} from "./static.ts";

const shortDays = oneOf([1, 3, 7], "badDays");

export const shortIndex = call({
  path: "/v1/staticShort/index",
  access: "key",
  summary: "Short-term credits, IPs and prices at a glance.",
  answer: {
    credits: z.object({ 1: z.int(), 3: z.int(), 7: z.int() }),
    active: z.int(),
    expiringSoon: z.int().describe("Active ones that end within six hours."),
    expired: z.int(),
    unreachable: z.int(),
    prices: z.array(z.object({ sku: z.string(), days: z.int(), tiers: z.array(tier) })),
  },
});
export const shortServers = call({
  path: "/v1/staticShort/servers",
  access: "key",
  summary: "Short-term IPs that are free now, by country and city.",
  question: { country: optional(staticCountry), days: optional(shortDays) },
  answer: { items: z.array(stock) },
});
export const shortExtract = call({
  path: "/v1/staticShort/extract",
  once: true,
  live: true,
  summary: "Takes short-term IPs at a place: credits pay first, the wallet what is missing.",
  question: { ...takeFields, days: shortDays },
  answer: taken,
});
export const shortUsed = call({
  path: "/v1/staticShort/used",
  access: "key",
  summary: "The account's short-term IPs.",
  question: listFields,
  answer: paged(staticIp),
});
export const shortUpdate = call({
  path: "/v1/staticShort/update",
  summary: "Changes one short-term IP, or many by `ids`.",
  question: { id: optional(id()), ids: optional(ids()), ...editFields },
  misfit: ({ id: one, ids: many }) => (one || many ? null : { field: "id", reason: "selectRow" }),
  answer: { ...staticIp.partial().shape, updated: z.int() },
});
export const shortChange = call({
  path: "/v1/staticShort/change",
  summary: "Replaces a short-term IP that cannot be reached; the remaining time is kept.",
  question: { id: id() },
  answer: staticIp.shape,
});
export const shortDel = call({
  path: "/v1/staticShort/del",
  summary: "Deletes short-term IPs: expired ones, others with confirm=1.",
  question: { ids: ids(), confirm: optional(flag()) },
  answer: { deleted: z.int() },
});
export const shortHistory = call({
  path: "/v1/staticShort/history",
  access: "key",
  summary: "What happened to the account's short-term IPs, newest first.",
  question: { ...paging },
  answer: paged(staticEvent),
});
