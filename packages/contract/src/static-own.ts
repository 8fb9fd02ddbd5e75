/** The account's own static ISP proxies (spec/static#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import * as examples from "./examples/static.ts";
import { bytes, cents, flag, id, ids, optional, paged, paging, requestId } from "./fields.ts";
import { reasons } from "./reasons.ts";
import {
  staticAccount,
  staticPassword,
  staticIp,
  staticEvent,
  editFields,
  listFields,
  oldCredentialsRefused,
  replaceOrSwap,
} from "./static.ts";

export const staticUseList = call({
  path: "/v2/static/useList",
  access: "read",
  summary: "Lists the account's static IPs.",
  tag: "Static IPs",
  request: listFields,
  response: paged(staticIp),
  example: {
    request: { country: "DE", status: "active", sort: "-expiresAt", page: 1, limit: 10 },
    response: onePage([customer.frankfurt]),
  },
});

export const staticInfo = call({
  path: "/v2/static/info",
  access: "read",
  summary: "Returns one static IP, its renewal prices, its usage by day and its events.",
  tag: "Static IPs",
  request: { id: id().describe("The static IP, by ID.") },
  response: {
    ...staticIp.shape,
    renewalPrices: z
      .array(
        z.object({
          days: z.int().describe("The period in days."),
          credits: z.int().describe("The number of credits left for that period."),
          walletCents: cents.describe(
            "The price from the wallet with its tax, in US cents, where no credit pays.",
          ),
        }),
      )
      .describe("The prices of a renewal, by period."),
    usage: z
      .array(
        z.object({
          day: z.string().describe("The day in UTC, as YYYY-MM-DD."),
          upBytes: bytes.describe("Traffic from the client, in bytes."),
          downBytes: bytes.describe("Traffic to the client, in bytes."),
          requests: z.int().describe("The number of tunnels and requests that ended in that time."),
        }),
      )
      .describe("Traffic by day, the oldest first."),
    history: z.array(staticEvent).describe("Events of the static IP, the newest first."),
  },
  refusals: ["staticNotFound"],
  example: {
    request: { id: customer.staticIds.frankfurt },
    response: {
      ...customer.frankfurt,
      renewalPrices: [
        { days: 7, credits: 0, walletCents: 250 },
        { days: 30, credits: 1, walletCents: 500 },
        { days: 90, credits: 0, walletCents: 1_350 },
      ],
      usage: [
        { day: "2026-03-15", upBytes: 21_000_000, downBytes: 310_000_000, requests: 2_410 },
        { day: "2026-03-16", upBytes: 9_000_000, downBytes: 120_000_000, requests: 980 },
      ],
      history: [examples.taken],
    },
  },
});

export const staticUpdate = call({
  path: "/v1/static/update",
  access: "proxies",
  summary: "Changes one static IP, or many by `ids`.",
  description: oldCredentialsRefused,
  tag: "Static IPs",
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
    request: {
      id: customer.staticIds.frankfurt,
      whitelist: ["203.0.113.7"],
      remark: "shop, Germany",
    },
    response: { ...customer.frankfurt, updated: 1 },
  },
});

export const staticUpdateAll = call({
  path: "/v1/static/updateAll",
  access: "proxies",
  summary:
    "Gives all static IPs one username and password; the old ones stop working within two seconds.",
  tag: "Static IPs",
  request: {
    account: staticAccount.describe("The new username, 6 to 22 letters and digits."),
    password: staticPassword.describe(
      "The new password, 6 to 22 letters and digits; at least 10 if only digits.",
    ),
  },
  response: { updated: z.int().describe("The number of IPs changed.") },
  example: {
    request: { account: "Owner01", password: "Example2Pass" },
    response: { updated: 3 },
  },
});

export const staticDel = call({
  path: "/v1/static/del",
  access: "proxies",
  summary: "Deletes static IPs that have expired; others need `confirm=1`.",
  description: "Remaining time is not refunded.",
  tag: "Static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    confirm: optional(flag()).describe("1 to delete static IPs that have not expired too."),
  },
  response: { deleted: z.int().describe("The number of IPs deleted.") },
  refusals: ["staticNotFound", "mustConfirm"],
  example: {
    request: { ids: [customer.staticIds.berlin], confirm: true },
    response: { deleted: 1 },
  },
});

export const staticChange = call({
  path: "/v1/static/change",
  access: "proxies",
  takesRequestId: true,
  waitsForGateways: true,
  summary: "Replaces the address of a static IP; the remaining time is kept.",
  description: replaceOrSwap,
  tag: "Static IPs",
  request: {
    id: id().describe("The static IP, by ID."),
    reason: optional(z.enum(["unreachable", "swap"], "badField")).describe(
      "`swap` also changes an address that is reachable; `unreachable`, the default, does not.",
    ),
    requestId,
  },
  response: staticIp,
  refusals: [...reasons.replacing, "swapsUsedUp"],
  example: {
    request: { id: customer.staticIds.frankfurt, reason: "swap", requestId: "swap-2026-03-16" },
    response: {
      ...customer.frankfurt,
      host: "198.51.100.77",
      exitIp: "198.51.100.77",
      replacements: 1,
      swapsLeft: 0,
    },
  },
});

export const staticRotate = call({
  path: "/v1/static/rotate",
  access: "proxies",
  waitsForGateways: false,
  summary: "Gives a mobile static IP, long or short term, a new address.",
  description:
    "At most once per `retryAfter`; earlier calls are refused with 429 `tooSoon` and `data.retryAfter`. The modem hangs up, so open connections end; the new address is in the lists a few seconds later (`rotating`). Programs without a session call `GET /rotate?token=` with the `rotateToken` of the lists.",
  tag: "Static IPs",
  request: { id: id().describe("The static IP, by ID.") },
  response: {
    retryAfter: z.int().describe("In how many seconds the address may be changed again."),
  },
  refusals: ["staticNotFound", "staticExpired", "notRotatable", "tooSoon", "rotationFailed"],
  example: {
    request: { id: customer.staticIds.frankfurt },
    response: { retryAfter: 60 },
  },
});

export const staticHistory = call({
  path: "/v1/static/history",
  access: "read",
  summary: "Lists events of the account's static IPs, newest first.",
  tag: "Static IPs",
  request: { ...paging },
  response: paged(staticEvent),
  example: { request: { page: 1, limit: 10 }, response: onePage([examples.taken]) },
});

export const staticOwnCalls = {
  staticUseList,
  staticInfo,
  staticUpdate,
  staticUpdateAll,
  staticDel,
  staticChange,
  staticRotate,
  staticHistory,
};
