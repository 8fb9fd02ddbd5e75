/** Changes that staff make to a customer's account (spec/console#customers). */
import { grantableAssets } from "@turnpike/rules/assets.ts";
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
  summary: "Adds to a customer's balance; into the wallet, what they owe is paid first.",
  question: {
    account,
    asset: z.enum(grantableAssets, "badField").describe("Of what."),
    amount: integer(1, 1_000_000_000_000_000).describe("How much: cents, bytes or pieces."),
    reason: neededReason,
    requestId: neededRequestId,
  },
  answer: {
    balances: z.record(z.string(), z.int()).describe("What the customer has now, by asset."),
  },
  refusals: gone,
});

export const customerView = consoleAct({
  path: "/console/v1/customerView",
  access: "customers.view",
  summary:
    "Makes a link that opens a customer's dashboard once, read only, for half an hour at most. The customer sees it in their login log.",
  question: { account, reason: neededReason },
  answer: {
    url: secret(z.string().describe("The link; it is shown once.")),
    expiresAt: at.describe("Until when it can be opened."),
  },
  refusals: gone,
});

export const couponGrant = consoleAct({
  path: "/console/v1/couponGrant",
  access: "coupons.write",
  summary: "Gives one or many customers a coupon each: all of them, or nobody.",
  question: {
    accounts: list(1_000).describe("Account ids or e-mail addresses, 1,000 at most."),
    kind: z.enum(["discount", "gift"], "badField").describe("What it gives."),
    days: integer(1, 3_650).describe("How many days it can be used."),
    percent: optional(integer(1, 100)).describe("The discount in percent."),
    minCents: optional(integer(0, 1_000_000_000)).describe("The smallest order it applies to."),
    sku: optional(text(40)).describe("The product that a gift gives."),
    amount: optional(integer(1, 1_000_000_000)).describe("How many units a gift gives."),
    reason,
    requestId: neededRequestId,
  },
  answer: { couponIds: z.array(z.string()).describe("The coupons, in the order of `accounts`.") },
  refusals: [...gone, "unknownSku"],
});

export const refund = consoleAct({
  path: "/console/v1/refund",
  access: "refunds.write",
  summary:
    "Refunds an order or a recharge, whole or a part, and takes back what is left of what it bought.",
  question: {
    name: requiredText(64).describe("An order's number, or a payment's id."),
    cents: optional(integer(1, 1_000_000_000)).describe("How much; all that is left by default."),
    reason: neededReason,
    requestId: neededRequestId,
  },
  answer: {
    id: z.string().describe("The refund's id."),
    refundedCents: cents.describe("How much is paid back."),
    to: z.enum(["wallet", "card", "crypto", "nobody"]).describe("Where the money goes."),
    asset: z.string().describe("Of what something was taken back."),
    taken: z.int().describe("How much of it."),
    bonusCents: cents.describe("Of it, bonus."),
    debtCents: cents.describe("What was spent already, and is taken from the next incoming money."),
    due: z.boolean().describe("Whether the money is still to be sent by the payment provider."),
  },
  refusals: ["actRefused"],
});

export const customerDisable = consoleAct({
  path: "/console/v1/customerDisable",
  access: "customers.act",
  summary: "Ends a customer's sessions and keys, and cuts the traffic within a second.",
  question: { account, reason: neededReason },
  answer: { disabledAt: at.describe("Since when.") },
  refusals: gone,
});

export const customerEnable = consoleAct({
  path: "/console/v1/customerEnable",
  access: "customers.act",
  summary: "Enables a disabled customer again.",
  question: { account, reason },
  refusals: gone,
});

export const customerUnbindMfa = consoleAct({
  path: "/console/v1/customerUnbindMfa",
  access: "customers.act",
  summary: "Unbinds a customer's second factor, ends the sessions, and tells the customer by mail.",
  question: { account, reason: neededReason },
  answer: { ended: z.int().describe("How many sessions ended.") },
  refusals: [...gone, "mfaNotBound"],
});

export const customerVerifyEmail = consoleAct({
  path: "/console/v1/customerVerifyEmail",
  access: "customers.act",
  summary: "Lets an account pass as verified, though nobody typed the mailed code.",
  question: { account, reason: neededReason },
  refusals: gone,
});

export const customerEndSessions = consoleAct({
  path: "/console/v1/customerEndSessions",
  access: "customers.act",
  summary: "Ends all of a customer's sessions.",
  question: { account, reason },
  answer: { ended: z.int().describe("How many ended.") },
  refusals: gone,
});

export const mailResend = consoleAct({
  path: "/console/v1/mailResend",
  access: "customers.act",
  summary: "Sends a mail to a customer once more.",
  question: { account, id: rowId },
  refusals: [...gone, "notFound"],
});

export const noteAdd = consoleAct({
  path: "/console/v1/noteAdd",
  access: "notes.write",
  summary: "Writes a note about a customer, for the staff alone.",
  question: { account, text: requiredText(2_000).describe("The note.") },
  answer: { note: note.describe("The note as it was written.") },
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
