/** Renewal of long-term static ISP proxies (spec/static#renewal). */
import { payMethods } from "@turnpike/rules/payment-method.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/static-renewal.ts";
import { at, cents, flag, id, ids, quoteId, requestId } from "./fields.ts";
import { order } from "./order.ts";
import { reasons } from "./reasons.ts";
import { longDays, staticIp } from "./static.ts";

const method = z.enum(payMethods, "badMethod");

/** The cost of a renewal (spec/static#renewal). */
export const renewalQuote = {
  days: z.int().describe("The period in days."),
  creditsUsed: z.int().describe("The number of credits needed."),
  walletCents: cents.describe("The price from the wallet for missing credits, in US cents."),
  affordable: z.boolean().describe("True if the wallet covers that now."),
  outsideCents: cents.describe("The price by card or crypto for all of them, in US cents."),
  identityNeeded: z
    .boolean()
    .describe(
      "True if what is paid for, beyond credits, would be refused with `identityNeeded`: prove the identity first, by `/v1/identityStart`. Auto-renew waits for it too.",
    ),
  items: z
    .array(
      z.object({
        id: z.string().describe("The static IP's ID."),
        host: z.string().describe("Its address."),
        by: z.enum(["credit", "wallet"]).describe("The means of payment: a credit or the wallet."),
        expiresAt: at.describe("The time it ends now."),
        renewedUntil: at.describe("The time it would end after the renewal."),
      }),
    )
    .describe("The static IPs, each with its means of payment."),
};
/** The response to a renewal: done at once if the wallet pays, else after the payment. */
const renewed = {
  renewed: z.int().describe("The number renewed now; 0 while a payment is open."),
  items: z.array(staticIp).describe("The static IPs."),
  creditsUsed: z.int().describe("The number of credits used."),
  walletCents: cents.describe("The sum paid from the wallet, in US cents."),
  order: order.optional().describe("The order, if something was bought."),
  paymentId: z
    .string()
    .optional()
    .describe("The payment's ID, as `/v1/payment` takes it; only for `card` and `crypto`."),
  payUrl: z
    .string()
    .optional()
    .describe("The page where a person pays; only for `card` and `crypto`."),
};

export const staticRenewal = call({
  path: "/v2/static/renewal",
  access: "read",
  summary: "Calculates the price of renewing static IPs.",
  description: "Changes and reserves nothing.",
  tag: "Static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    days: longDays.describe("The period in days."),
  },
  response: renewalQuote,
  refusals: ["staticNotFound", "renewalTooLate", "unknownSku"],
  example: { request: { ids: examples.ids, days: 30 }, response: examples.quote },
});
export const staticMoreInfo = call({
  path: "/v1/static/moreInfo",
  access: "read",
  summary: "Calculates the price of renewing many static IPs.",
  description: "Changes and reserves nothing.",
  tag: "Static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    days: longDays.describe("The period in days."),
  },
  response: renewalQuote,
  refusals: ["staticNotFound", "renewalTooLate", "unknownSku"],
  example: { request: { ids: examples.ids, days: 30 }, response: examples.quote },
});
const paidBy =
  "Credits of the period pay first, then the wallet. `card` and `crypto` pay for all of it at `payUrl`, and the renewal happens once the payment has come in. The new period begins where the old one ends.";
export const renewalStatic = call({
  path: "/v1/renewalStatic",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Renews one static IP.",
  description: paidBy,
  tag: "Static IPs",
  request: {
    id: id().describe("The static IP, by ID."),
    days: longDays.describe("The period in days."),
    method: method.describe("The method of payment. With `wallet` credits pay first."),
    quoteId,
    requestId,
  },
  response: { ...staticIp.partial().shape, ...renewed },
  refusals: reasons.renewing,
  example: {
    request: {
      id: customer.staticIds.frankfurt,
      days: 30,
      method: "wallet",
      requestId: "renew-2026-03-16-a",
    },
    response: {
      ...examples.renewedIp,
      renewed: 1,
      items: [examples.renewedIp],
      creditsUsed: 1,
      walletCents: 0,
    },
  },
});
export const renewalStaticMany = call({
  path: "/v2/renewalStatic",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Renews many static IPs, all or none.",
  description: paidBy,
  tag: "Static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    days: longDays.describe("The period in days."),
    method: method.describe("The method of payment. With `wallet` credits pay first."),
    quoteId,
    requestId,
  },
  response: renewed,
  refusals: reasons.renewing,
  example: {
    request: { ids: examples.ids, days: 30, method: "wallet", requestId: "renew-2026-03-16-b" },
    response: examples.renewed,
  },
});
export const staticMoreRenewal = call({
  path: "/v1/static/moreRenewal",
  buys: true,
  access: "buy",
  takesRequestId: true,
  spends: "always",
  waitsForGateways: true,
  summary: "Renews many static IPs, all or none.",
  description: paidBy,
  tag: "Static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    days: longDays.describe("The period in days."),
    method: method
      .default("wallet")
      .describe("The method of payment. `wallet` by default, with which credits pay first."),
    quoteId,
    requestId,
  },
  response: renewed,
  refusals: reasons.renewing,
  example: {
    request: { ids: examples.ids, days: 30, method: "wallet", requestId: "renew-2026-03-16-c" },
    response: examples.renewed,
  },
});
export const staticRenewalAuto = call({
  path: "/v1/static/renewalAuto",
  access: "money",
  summary: "Turns auto-renew of one static IP on or off.",
  description:
    "Renews for the same period shortly before the end, with credits first, then from the wallet.",
  tag: "Static IPs",
  request: {
    id: id().describe("The static IP, by ID."),
    enabled: flag().describe("1 to turn auto-renew on, 0 to turn it off."),
  },
  response: { autoRenew: z.boolean().describe("True if it is on now.") },
  refusals: ["staticNotFound", "renewalTooLate"],
  example: {
    request: { id: customer.staticIds.frankfurt, enabled: true },
    response: { autoRenew: true },
  },
});
export const staticMoreAuto = call({
  path: "/v1/static/moreAuto",
  access: "money",
  summary: "Turns auto-renew of many static IPs on or off.",
  tag: "Static IPs",
  request: {
    ids: ids().describe("The static IPs, by ID. Separated by commas in a form."),
    enabled: flag().describe("1 to turn auto-renew on, 0 to turn it off."),
  },
  response: { updated: z.int().describe("The number of IPs changed.") },
  refusals: ["staticNotFound", "renewalTooLate"],
  example: { request: { ids: examples.ids, enabled: true }, response: { updated: 2 } },
});

export const staticRenewalCalls = {
  staticRenewal,
  staticMoreInfo,
  renewalStatic,
  renewalStaticMany,
  staticMoreRenewal,
  staticRenewalAuto,
  staticMoreAuto,
};
