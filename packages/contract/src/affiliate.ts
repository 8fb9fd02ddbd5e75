/** The affiliate programme (spec/affiliate#profit). */
import { admitWithdrawal } from "@turnpike/rules/withdrawal.ts";
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  cents,
  integer,
  oneOf,
  optional,
  paged,
  paging,
  requestId,
  requiredText,
  text,
} from "./fields.ts";
import { mfaCode } from "./session.ts";

export const withdrawalStatus = z.enum(["pending", "paid", "rejected"], "badField");
export const profitStatus = z.enum(["frozen", "available", "deducted"], "badField");

export const withdrawal = z.object({
  id: z.string(),
  at,
  status: withdrawalStatus,
  target: z.enum(["balance", "crypto"]),
  contact: z.string(),
  walletAddress: z.string(),
  amountCents: cents,
  feeCents: cents.describe("Comes out of the amount."),
  decidedAt: at.nullable().describe("When it was paid or rejected."),
  reason: z.string().describe("Why it was rejected, as the operator wrote it."),
});

export const shareInfo = call({
  path: "/v1/shareInfo",
  access: "key",
  summary: "The invitation link, what it brought, and the rules of the programme.",
  answer: {
    inviteCode: z.string(),
    shareUrl: z.string(),
    invitations: z.int(),
    transactionCents: cents.describe(
      "Paid orders of those who were invited, without what was refunded.",
    ),
    withdrawableCents: cents.describe(
      "Below 0 where a profit was deducted after it had been paid out.",
    ),
    cashedOutCents: cents.describe("Paid out, fees included."),
    frozenCents: cents,
    pendingCents: cents.describe("Held by withdrawals that are not decided yet."),
    orderPercent: z.number(),
    renewalPercent: z.number(),
    freezeDays: z.int(),
    cryptoMinCents: cents,
    feePercent: z.number(),
    feeMinCents: cents,
  },
});

export const getProfit = call({
  path: "/v1/getProfit",
  once: true,
  summary: "Withdraws profit: to the wallet at once, or in crypto once the operator has paid it.",
  question: {
    amountCents: integer(1, 1_000_000_000, "badWithdrawalAmount"),
    target: z.enum(["balance", "crypto"], "badField"),
    contact: optional(text(120)).describe(
      "How the operator reaches you; needed for crypto, as is `walletAddress`.",
    ),
    walletAddress: optional(text(120)),
    mfaCode,
    requestId,
  },
  misfit: ({ amountCents, target, contact = "", walletAddress = "" }) => {
    const verdict = admitWithdrawal({ amountCents, target, contact, walletAddress });
    return verdict.ok ? null : { field: verdict.field, reason: verdict.why };
  },
  answer: { withdrawal },
});

export const profitRecord = call({
  path: "/v1/profitRecord",
  access: "key",
  summary: "Withdrawals of profit, newest first.",
  question: { ...paging, status: optional(withdrawalStatus) },
  answer: paged(withdrawal),
});

export const profitList = call({
  path: "/v1/profitList",
  access: "key",
  summary: "Profits, order by order, newest first.",
  question: { ...paging, status: optional(profitStatus) },
  answer: paged(
    z.object({
      id: z.string(),
      paidAt: at,
      registerEmail: z.string().describe("Masked."),
      orderAmountCents: cents,
      orderNo: z.string(),
      renewal: z.boolean(),
      percent: z.number(),
      freezeEndAt: at.nullable(),
      profitCents: cents.describe(
        "What it is worth now: what it earned less what refunds deducted.",
      ),
      deductedCents: cents,
      status: profitStatus,
    }),
  ),
});

export const invitations = call({
  path: "/v1/invitations",
  access: "key",
  summary: "Who registered with the invitation code, newest first.",
  question: paging,
  answer: paged(
    z.object({
      id: z.string(),
      registeredAt: at,
      registerEmail: z.string().describe("Masked."),
      orders: z.int(),
      transactionCents: cents,
      profitCents: cents,
    }),
  ),
});

export const shareChart = call({
  path: "/v1/shareChart",
  access: "key",
  summary: "Invitations and profit day by day (UTC), the oldest day first, without gaps.",
  question: { days: oneOf([7, 30, 90]).default(30) },
  answer: {
    items: z.array(z.object({ day: z.string(), invitations: z.int(), profitCents: cents })),
  },
});

export const upShareCode = call({
  path: "/v1/upShareCode",
  summary: "Sets a code of one's own: 6-15 letters and digits.",
  question: { code: requiredText(40, "badInviteCode") },
  answer: { inviteCode: z.string(), shareUrl: z.string() },
});
