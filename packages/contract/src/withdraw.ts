/** Withdrawal of affiliate profit (spec/affiliate#profit). */
import { specifiedRates } from "@turnpike/rules/rates.ts";
import { admitWithdrawal } from "@turnpike/rules/withdrawal.ts";
import { z } from "zod";
import { withdrawalStatus, withdrawal } from "./affiliate.ts";
import { call } from "./call.ts";
import * as examples from "./examples/affiliate.ts";
import { onePage } from "./examples/example.ts";
import { integer, optional, paged, paging, requestId, text } from "./fields.ts";
import { reasons } from "./reasons.ts";
import { freshProof } from "./session.ts";

export const getProfit = call({
  path: "/v1/getProfit",
  access: "money",
  needsVerifiedEmail: true,
  takesRequestId: true,
  spends: "always",
  summary: "Withdraws profit: to the wallet at once, or in crypto once the operator has paid it.",
  description:
    "A withdrawal into the wallet arrives at once. One in crypto is pending until the operator has paid; the fee is taken from the amount. A key that withdraws in crypto sends a fresh proof: `mfaCode` if a second factor is bound, else `password`.",
  tag: "Affiliate",
  request: {
    amountCents: integer(1, 1_000_000_000, "badWithdrawalAmount").describe(
      "The sum to withdraw, in US cents.",
    ),
    target: z
      .enum(["balance", "crypto"], "badField")
      .describe(
        "`balance` pays into the wallet at once, `crypto` to `walletAddress` once the operator has paid.",
      ),
    contact: optional(text(120)).describe(
      "Your contact details, for the operator. Required for `crypto`.",
    ),
    walletAddress: optional(text(120)).describe(
      "The crypto address to pay to. Required for `crypto`.",
    ),
    ...freshProof,
    requestId,
  },
  crossFieldCheck: ({ amountCents, target, contact = "", walletAddress = "" }) => {
    // The smallest amount is a setting of the installation: the handler judges it.
    const rates = { ...specifiedRates, withdrawMinCents: 0 };
    const verdict = admitWithdrawal({ amountCents, target, contact, walletAddress }, rates);
    return verdict.ok ? null : { field: verdict.field, reason: verdict.why };
  },
  response: { withdrawal: withdrawal.describe("The withdrawal that was created.") },
  refusals: [
    "insufficientBalance",
    "withdrawalBelowMinimum",
    "enterContact",
    "enterWalletAddress",
    "badWalletAddress",
    ...reasons.freshProof,
  ],
  example: {
    request: {
      amountCents: 1_800,
      target: "balance",
      mfaCode: "123456",
      requestId: "profit-2026-03-14",
    },
    response: { withdrawal: examples.withdrawal },
  },
});

export const profitRecord = call({
  path: "/v1/profitRecord",
  access: "read",
  summary: "Lists withdrawals of profit, newest first.",
  tag: "Affiliate",
  request: {
    ...paging,
    status: optional(withdrawalStatus).describe("Only withdrawals with this status."),
  },
  response: paged(withdrawal),
  example: { request: { status: "paid" }, response: onePage([examples.withdrawal]) },
});

export const withdrawCalls = { getProfit, profitRecord };
