/** Renewing static ISP proxies, long term (spec/static#renewal). */
import { z } from "zod";
import { call } from "./call.ts";
import { at, cents, flag, id, ids, requestId } from "./fields.ts";
import { order } from "./order.ts";
import { longDays, staticIp } from "./static.ts";

const method = z.enum(["wallet", "card", "crypto"], "badMethod");

/** What renewing would take (spec/static#renewal). */
export const renewalQuote = {
  days: z.int(),
  creditsUsed: z.int(),
  walletCents: cents.describe("What the wallet pays for those that credits do not cover."),
  affordable: z.boolean().describe("Whether the wallet holds that now."),
  outsideCents: cents.describe("What card or crypto would pay: all of them."),
  items: z.array(
    z.object({
      id: z.string(),
      host: z.string(),
      by: z.enum(["credit", "wallet"]),
      expiresAt: at,
      renewedUntil: at,
    }),
  ),
};
/** What a renewal answers: at once where the wallet pays, else once the payment has come in. */
const renewed = {
  renewed: z.int().describe("Those that are renewed now."),
  items: z.array(staticIp),
  creditsUsed: z.int(),
  walletCents: cents,
  order: order.optional().describe("Where something was bought."),
  paymentId: z.string().optional(),
  payUrl: z.string().optional(),
};

export const staticRenewal = call({
  path: "/v2/static/renewal",
  access: "key",
  summary: "What renewing static IPs would cost.",
  question: { ids: ids(), days: longDays },
  answer: renewalQuote,
});
export const staticMoreInfo = call({
  path: "/v1/static/moreInfo",
  access: "key",
  summary: "What renewing many static IPs would cost.",
  question: { ids: ids(), days: longDays },
  answer: renewalQuote,
});
export const renewalStatic = call({
  path: "/v1/renewalStatic",
  once: true,
  live: true,
  summary: "Renews one static IP from its end on.",
  question: { id: id(), days: longDays, method, requestId },
  answer: { ...staticIp.partial().shape, ...renewed },
});
export const renewalStaticMany = call({
  path: "/v2/renewalStatic",
  once: true,
  live: true,
  summary: "Renews many static IPs, all or none.",
  question: { ids: ids(), days: longDays, method, requestId },
  answer: renewed,
});
export const staticMoreRenewal = call({
  path: "/v1/static/moreRenewal",
  once: true,
  live: true,
  summary: "Renews many static IPs, all or none.",
  question: { ids: ids(), days: longDays, method: method.default("wallet"), requestId },
  answer: renewed,
});
export const staticRenewalAuto = call({
  path: "/v1/static/renewalAuto",
  summary: "Turns auto-renew of one static IP on or off.",
  question: { id: id(), enabled: flag() },
  answer: { autoRenew: z.boolean() },
});
export const staticMoreAuto = call({
  path: "/v1/static/moreAuto",
  summary: "Turns auto-renew of many static IPs on or off.",
  question: { ids: ids(), enabled: flag() },
  answer: { updated: z.int() },
});
