/** Closing an account (spec/accounts#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { agreed, bytes, cents, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { anyPassword, mfaCode, user } from "./session.ts";

export const cancelInfo = call({
  path: "/v1/cancelInfo",
  allowedInStaffView: true,
  summary: "Returns everything that closing the account would destroy.",
  description: "Changes and reserves nothing.",
  tag: "Account",
  response: {
    walletCents: cents.describe("The wallet's balance that would be lost, in US cents."),
    ipBalance: z.int().describe("The number of pool IPs that would be lost."),
    trafficBytes: bytes.describe("Traffic that would be lost, in bytes."),
    staticCredits: user.shape.staticCredits.describe(
      "Credits for static IPs, by their period in days.",
    ),
    shortCredits: user.shape.shortCredits.describe(
      "Credits for short-term static IPs, by their period in days.",
    ),
    profitCents: cents.describe(
      "Affiliate profit that was not withdrawn, frozen or not, in US cents.",
    ),
    subAccounts: z.int().describe("The number of sub-accounts that would be deleted."),
    whitelistEntries: z
      .int()
      .describe("The number of whitelisted addresses that would be removed."),
    staticIps: z
      .int()
      .describe("The number of static IPs, long and short term, that still have an address."),
    unlimitedPlans: z.int().describe("The number of unlimited plans that still have open ports."),
    coupons: z.int().describe("The number of usable coupons that would be lost."),
    sessions: z.int().describe("The number of sessions that would end."),
    linkedLogins: z.int().describe("The number of linked logins that would be removed."),
    pendingPayments: z
      .int()
      .describe("The number of payments that were begun and not finished; they end unpaid."),
    pendingWithdrawals: z
      .int()
      .describe("The number of undecided withdrawals; they are rejected and their profit is lost."),
  },
  example: {
    request: {},
    response: {
      walletCents: customer.walletCents,
      ipBalance: customer.left.ip,
      trafficBytes: customer.left.trafficBytes,
      staticCredits: customer.staticCredits,
      shortCredits: customer.shortCredits,
      profitCents: 1_800,
      subAccounts: 2,
      whitelistEntries: 1,
      staticIps: 4,
      unlimitedPlans: 1,
      coupons: 1,
      sessions: 2,
      linkedLogins: 1,
      pendingPayments: 0,
      pendingWithdrawals: 0,
    },
  },
});

export const cancel = call({
  path: "/v1/cancel",
  summary: "Closes the account for ever.",
  description:
    "Cannot be undone: balances, proxies and sessions end at once. The code is that of the scene `cancel`.",
  tag: "Account",
  request: {
    password: anyPassword.describe("The account's password."),
    code: text(10, "wrongCode")
      .min(1, "missingField")
      .describe("The six digits mailed for the scene `cancel`."),
    mfaCode,
    confirm: agreed("mustConfirm").describe(
      "1 to confirm that the account is to be closed for ever.",
    ),
  },
  refusals: [...reasons.ownPassword, ...reasons.mailedCode],
  example: {
    request: { password: "Example-Pass-1", code: "123456", mfaCode: "123456", confirm: true },
    response: {},
  },
});

export const closureCalls = { cancelInfo, cancel };
