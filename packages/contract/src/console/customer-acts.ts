/** Changes that staff make to a customer's account (spec/console#customers). */
import { grantableAssets } from "@turnpike/rules/assets.ts";
import { payMethods } from "@turnpike/rules/payment-method.ts";
import { z } from "zod";
import {
  at,
  cents,
  integer,
  list,
  neededRequestId,
  optional,
  requiredText,
  text,
} from "../fields.ts";
import { consoleAct } from "./call.ts";
import { note } from "./customer.ts";
import { account, neededReason, reason, rowId } from "./fields.ts";
import { secret } from "../secret.ts";

const gone = ["accountNotFound", "actRefused"] as const;

export const customerGrant = consoleAct({
  path: "/console/v1/customerGrant",
  access: "grants.write",
  summary: "Adds to a customer's balance. Money for the wallet first pays the customer's arrears.",
  request: {
    account,
    asset: z
      .union(
        [z.enum(grantableAssets), z.templateLiteral(["traffic:", z.string().max(40)])],
        "badField",
      )
      .describe("The asset; the traffic of an added pool is `traffic:` and its name."),
    amount: integer(1, 1_000_000_000_000_000).describe("The amount: cents, bytes or pieces."),
    reason: neededReason,
    requestId: neededRequestId,
  },
  response: {
    balances: z.record(z.string(), z.int()).describe("The customer's new balances, by asset."),
  },
  refusals: gone,
});

export const customerView = consoleAct({
  path: "/console/v1/customerView",
  access: "customers.view",
  summary:
    "Creates a link that opens a customer's dashboard once, read-only, for half an hour at most. The customer sees it in their login log.",
  request: { account, reason: neededReason },
  response: {
    url: secret(z.string().describe("The link; it is shown once.")),
    expiresAt: at.describe("The time until which the link can be opened."),
  },
  refusals: gone,
});

export const couponGrant = consoleAct({
  path: "/console/v1/couponGrant",
  access: "coupons.write",
  summary: "Gives each of one or many customers a coupon: all of them, or none.",
  request: {
    accounts: list(1_000).describe("Account IDs or e-mail addresses, 1,000 at most."),
    kind: z.enum(["discount", "gift"], "badField").describe("The kind of coupon."),
    days: integer(1, 3_650).describe("The number of days the coupon can be used."),
    percent: optional(integer(1, 100)).describe("The discount in percent."),
    minCents: optional(integer(0, 1_000_000_000)).describe("The smallest order it applies to."),
    sku: optional(text(40)).describe("The product that a gift gives."),
    amount: optional(integer(1, 1_000_000_000)).describe("The number of units in a gift."),
    reason,
    requestId: neededRequestId,
  },
  response: { couponIds: z.array(z.string()).describe("The coupons, in the order of `accounts`.") },
  refusals: [...gone, "unknownSku"],
});

export const refund = consoleAct({
  path: "/console/v1/refund",
  access: "refunds.write",
  summary:
    "Refunds an order or a recharge, in whole or in part, and takes back the unused part of the purchase.",
  request: {
    name: requiredText(64).describe("An order's number, or a payment's ID."),
    cents: optional(integer(1, 1_000_000_000)).describe(
      "The amount; by default all that has not been refunded.",
    ),
    reason: neededReason,
    requestId: neededRequestId,
  },
  response: {
    id: z.string().describe("The refund's ID."),
    refundedCents: cents.describe("The amount paid back."),
    to: z.enum([...payMethods, "nobody"]).describe("The destination of the money."),
    asset: z.string().describe("The asset that was taken back."),
    taken: z.int().describe("The amount taken back."),
    bonusCents: cents.describe("The bonus in that amount."),
    debtCents: cents.describe(
      "The amount that was already spent; it is taken from the next incoming money.",
    ),
    due: z.boolean().describe("True if the payment provider still has to send the money."),
    sentAt: at.nullable().describe("The time the money was sent; null if it was not yet."),
    claimUrl: secret(
      z.string().nullable().describe("The address at which the customer collects coins."),
      "address",
    ),
    lastError: z.string().nullable().describe("The error of the last try to send it."),
  },
  refusals: ["actRefused"],
});

const accountId = z.string().describe("The customer's account ID.");
const switched = {
  id: accountId,
  disabledAt: at.nullable().describe("The time it was disabled; null if it is not."),
  disabledReason: z.string().nullable().describe("The reason; null if it is not disabled."),
};

export const customerDisable = consoleAct({
  path: "/console/v1/customerDisable",
  access: "customers.act",
  summary: "Disables a customer: ends sessions and keys, and cuts traffic within a second.",
  request: { account, reason: neededReason },
  response: switched,
  refusals: gone,
});

export const customerEnable = consoleAct({
  path: "/console/v1/customerEnable",
  access: "customers.act",
  summary: "Enables a disabled customer again.",
  request: { account, reason },
  response: switched,
  refusals: gone,
});

export const customerUnbindMfa = consoleAct({
  path: "/console/v1/customerUnbindMfa",
  access: "customers.act",
  fresh: true,
  summary: "Unbinds a customer's second factor, ends the sessions, and e-mails the customer.",
  request: { account, reason: neededReason },
  response: { id: accountId, ended: z.int().describe("The number of sessions ended.") },
  refusals: [...gone, "mfaNotBound"],
});

export const customerVerifyEmail = consoleAct({
  path: "/console/v1/customerVerifyEmail",
  access: "customers.act",
  summary: "Marks a customer's e-mail address as verified, without the mailed code.",
  request: { account, reason: neededReason },
  response: { id: accountId },
  refusals: gone,
});

export const customerEndSessions = consoleAct({
  path: "/console/v1/customerEndSessions",
  access: "customers.act",
  summary: "Ends all of a customer's sessions.",
  request: { account, reason },
  response: { ended: z.int().describe("The number of sessions ended.") },
  refusals: gone,
});

export const mailResend = consoleAct({
  path: "/console/v1/mailResend",
  access: "customers.act",
  summary: "Sends an e-mail to a customer again.",
  request: { account, id: rowId },
  refusals: [...gone, "notFound"],
});

export const noteAdd = consoleAct({
  path: "/console/v1/noteAdd",
  access: "notes.write",
  summary: "Adds a note about a customer, for the staff only.",
  request: { account, text: requiredText(2_000).describe("The note.") },
  response: { note: note.describe("The note that was written.") },
  refusals: ["accountNotFound"],
});

export const consoleCustomerActs = {
  customerGrant,
  customerView,
  couponGrant,
  refund,
  customerDisable,
  customerEnable,
  customerUnbindMfa,
  customerVerifyEmail,
  customerEndSessions,
  mailResend,
  noteAdd,
};
