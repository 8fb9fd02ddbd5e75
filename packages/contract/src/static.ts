/** Static ISP proxies, long term (spec/static#calls). Short term: `static-short.ts`. */
import { isProxyCredential } from "@turnpike/rules/credentials.ts";
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  bytes,
  cents,
  flag,
  id,
  ids,
  integer,
  list,
  oneOf,
  optional,
  paged,
  paging,
  requestId,
  requiredText,
  text,
} from "./fields.ts";
import { order, tier } from "./order.ts";
import { sortField, statusField } from "./static-list.ts";

/** 6-22 letters and digits (spec/sign-in#credentials). */
const credential = (missing: string, reason: string) =>
  requiredText(200, missing).pipe(z.string(reason).refine(isProxyCredential, reason));
export const staticAccount = credential("missingField", "badAccountName");
export const staticPassword = credential("enterPassword", "badProxyPassword");
/** ISO 3166-1 alpha-2, any case. */
export const staticCountry = requiredText(2, "badCountry")
  .pipe(z.string().regex(/^[A-Za-z]{2}$/, "badCountry"))
  .transform((value) => value.toUpperCase());
/** A city's token, or its name: everything but letters and digits is dropped (spec/pool#places). */
export const staticCity = text(100);
/** Addresses of one static IP's whitelist at most. */
export const mostWhitelisted = 50;
/** Client addresses that need no password; empty clears the list, absent leaves it. */
export const whitelistField = list(mostWhitelisted, "tooManyAddresses").optional();
/** Static IPs that one call takes at most: so many credits are sold at once. */
export const mostTaken = 10_000;
const num = integer(1, mostTaken, "badQuantity", "enterQuantity");

export const longDays = oneOf([7, 30, 90], "badDays");

/** One static IP, long or short term. */
export const staticIp = z.object({
  id: z.string(),
  host: z.string().describe("The address that clients connect to and that targets see."),
  port: z.int().describe("The first of `ports`; 0 while no gateway has opened any."),
  ports: z.array(z.int()).describe("Those that a gateway has really open."),
  country: z.string(),
  countryName: z.string(),
  city: z.string(),
  cityName: z.string(),
  isp: z.string(),
  asn: z.int(),
  validDays: z.int().describe("The period that was bought or renewed last."),
  startedAt: at,
  expiresAt: at,
  remainingHours: z.int().describe("Whole hours, rounded up; 0 once it has expired."),
  expired: z.boolean(),
  renewableUntil: at.describe("Until then it may be renewed: 24 h after its end."),
  autoRenew: z.boolean(),
  autoRenewFailed: z
    .boolean()
    .describe("Auto-renew was tried for the end ahead and could not pay."),
  account: z.string(),
  password: z.string(),
  whitelist: z.array(z.string()),
  remark: z.string(),
  reachable: z.boolean(),
  replacements: z.int().describe("How often it was replaced by another address."),
  usedBytes: bytes.describe("Carried in the last 30 days, both ways; not billed."),
});
export type StaticIp = z.output<typeof staticIp>;

export const staticEventAction = z.enum([
  "taken",
  "renewed",
  "autoRenewed",
  "autoRenewFailed",
  "replaced",
  "credentials",
  "expired",
  "deleted",
]);
export const staticEvent = z.object({
  id: z.string(),
  at,
  action: staticEventAction,
  ip: z.string(),
  days: z.int(),
  detail: z.string().describe("Of a replacement both addresses, `old → new`; else often empty."),
});
export const staticPrices = call({
  path: "/v1/static/prices",
  access: "visitor",
  summary: "What a static IP costs by period.",
  answer: { items: z.array(z.object({ sku: z.string(), days: z.int(), tiers: z.array(tier) })) },
});

const credits = z.object({ 7: z.int(), 30: z.int(), 90: z.int() });
export const staticIndex = call({
  path: "/v2/static/index",
  access: "key",
  summary: "Credits and static IPs at a glance.",
  answer: {
    credits,
    active: z.int(),
    expiringSoon: z.int().describe("Active ones that end within three days."),
    expired: z.int(),
    autoRenew: z.int(),
    unreachable: z.int(),
  },
});

export const stock = z.object({
  country: z.string(),
  countryName: z.string(),
  state: z.string(),
  stateName: z.string(),
  city: z.string(),
  cityName: z.string(),
  available: z.int(),
});
export const staticList = call({
  path: "/v1/static/list",
  access: "key",
  summary: "Static IPs that are free now, by country and city.",
  question: { country: optional(staticCountry), city: optional(staticCity) },
  answer: { items: z.array(stock) },
});

export const takeFields = {
  country: staticCountry,
  city: optional(staticCity),
  num,
  account: optional(staticAccount),
  password: optional(staticPassword),
  pay: optional(z.enum(["wallet"], "badMethod")).describe(
    "`wallet` buys the credits that are missing.",
  ),
  requestId,
};
export const taken = {
  items: z.array(staticIp),
  creditsUsed: z.int(),
  walletCents: cents,
  order: order.optional(),
};
export const staticUse = call({
  path: "/v3/static/use",
  once: true,
  live: true,
  summary: "Takes static IPs at a place: credits pay first, the wallet what is missing.",
  question: { ...takeFields, days: longDays },
  answer: taken,
});

export const listFields = {
  ...paging,
  id: optional(id()).describe("This one alone."),
  country: optional(staticCountry),
  city: optional(staticCity),
  status: statusField,
  search: optional(text(100)).describe("Part of an address, a place, an account, a remark."),
  sort: sortField,
};
export const staticUseList = call({
  path: "/v2/static/useList",
  access: "key",
  summary: "The account's static IPs.",
  question: listFields,
  answer: paged(staticIp),
});

export const staticInfo = call({
  path: "/v2/static/info",
  access: "key",
  summary: "One static IP, what renewing it costs, its use by day and what happened to it.",
  question: { id: id() },
  answer: {
    ...staticIp.shape,
    renewalPrices: z.array(z.object({ days: z.int(), credits: z.int(), walletCents: cents })),
    usage: z.array(
      z.object({ day: z.string(), upBytes: bytes, downBytes: bytes, requests: z.int() }),
    ),
    history: z.array(staticEvent),
  },
});

/** What may be changed; what is absent stays. */
export const editFields = {
  account: optional(staticAccount),
  password: optional(staticPassword),
  whitelist: whitelistField,
  remark: text(200).optional(),
};
export const staticUpdate = call({
  path: "/v1/static/update",
  summary: "Changes one static IP, or many by `ids`.",
  question: { id: optional(id()), ids: optional(ids()), ...editFields },
  misfit: ({ id: one, ids: many }) => (one || many ? null : { field: "id", reason: "selectRow" }),
  answer: { ...staticIp.partial().shape, updated: z.int() },
});
export const staticUpdateAll = call({
  path: "/v1/static/updateAll",
  summary: "Gives all static IPs one account and password; the old ones die within two seconds.",
  question: { account: staticAccount, password: staticPassword },
  answer: { updated: z.int() },
});

export const staticDel = call({
  path: "/v1/static/del",
  summary: "Deletes static IPs: expired ones, others with confirm=1.",
  question: { ids: ids(), confirm: optional(flag()) },
  answer: { deleted: z.int() },
});
export const staticChange = call({
  path: "/v1/static/change",
  summary: "Replaces a static IP that cannot be reached; the remaining time is kept.",
  question: { id: id() },
  answer: staticIp.shape,
});
export const staticHistory = call({
  path: "/v1/static/history",
  access: "key",
  summary: "What happened to the account's static IPs, newest first.",
  question: { ...paging },
  answer: paged(staticEvent),
});
