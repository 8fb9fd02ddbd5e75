/** Withdrawals and CDKeys (spec/console#money). */
import { z } from "zod";
import { at, cents, optional, paged, paging, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { holder, requestId, rowId } from "./fields.ts";

const access = "money.read";

const buyer = z.object({
  ...holder,
  profitCents: cents.describe("What their orders earn the inviter."),
  disputes: z.int().describe("Their disputes."),
  fraudWarnings: z.int().describe("Their fraud warnings."),
  chargedBackCents: cents.describe("What was charged back."),
  owedCents: cents.describe("What they owe."),
  signals: z
    .array(z.enum(["payer", "network", "mailbox", "ringPayer", "ringNetwork", "ringMailbox"]))
    .describe("What they share with the inviter, or (`ring…`) with another buyer."),
});

export const listedWithdrawal = z
  .object({
    ...holder,
    id: z.string().describe("The withdrawal's id."),
    at: at.describe("When it was requested."),
    status: z.enum(["pending", "paid", "rejected"]).describe("Its state."),
    target: z.string().describe("`balance` or `crypto`."),
    amountCents: cents.describe("What leaves the profit."),
    feeCents: cents.describe("The fee."),
    contact: z.string().describe("How the customer is reached."),
    walletAddress: z.string().describe("Where the coins go."),
    decidedAt: at.nullable().describe("When it was decided."),
    reason: z.string().describe("Why it was rejected."),
    buyers: z.array(buyer).describe("Buyers behind it of whom there is something to tell."),
  })
  .meta({ id: "ListedWithdrawal" });

export const withdrawalList = consoleCall({
  path: "/console/v1/withdrawalList",
  access,
  summary: "Withdrawals of profit, the newest first, with what is known of the buyers.",
  question: {
    ...paging,
    status: optional(z.enum(["pending", "paid", "rejected"], "badField")).describe(
      "Only with this status.",
    ),
  },
  answer: paged(listedWithdrawal),
});

export const withdrawalDecide = consoleAct({
  path: "/console/v1/withdrawalDecide",
  access: "withdrawals.decide",
  summary:
    "Marks a pending withdrawal as paid (send the coins first), or returns it to the profit; the customer is mailed.",
  question: {
    id: rowId,
    decision: z.enum(["paid", "rejected"], "badField").describe("What was decided."),
    reason: optional(text(500)).describe(
      "Needed to reject: a sentence that the customer is mailed.",
    ),
    requestId,
  },
  answer: { withdrawal: listedWithdrawal.describe("The withdrawal.") },
  refusals: ["actRefused", "missingField"],
});

export const cdkeyList = consoleCall({
  path: "/console/v1/cdkeyList",
  access,
  summary: "CDKeys, the newest first; the code's beginning alone.",
  question: {
    ...paging,
    account: optional(text(254)).describe("Only those made by this customer."),
    state: optional(z.enum(["unused", "used", "void"], "badField")).describe("Only in this state."),
  },
  answer: paged(
    z.object({
      ...holder,
      id: z.string().describe("The CDKey's id."),
      prefix: z.string().describe("How the code begins."),
      kind: z.enum(["ip", "traffic"]).describe("What it holds."),
      amount: z.int().describe("How much: IPs or GB."),
      producedAt: at.describe("When it was made."),
      usedAt: at.nullable().describe("When it was redeemed."),
      redeemerId: z.string().nullable().describe("Who redeemed it."),
      voidedAt: at.nullable().describe("When it was voided."),
    }),
  ),
});

export const cdkeyVoid = consoleAct({
  path: "/console/v1/cdkeyVoid",
  access: "cdkeys.void",
  summary: "Voids one unused CDKey, or all of a maker's; what they hold returns to the maker.",
  question: {
    id: optional(requiredText(64)).describe("One CDKey, by its id."),
    code: optional(text(64)).describe("One CDKey, by its code."),
    maker: optional(text(254)).describe("All unused ones of this customer."),
    reason: requiredText(500).describe("Why; kept in the audit log."),
    requestId,
  },
  answer: {
    voided: z.int().describe("How many were voided."),
    ips: z.int().describe("IPs that returned."),
    gb: z.int().describe("GB that returned."),
  },
  refusals: ["accountNotFound", "cdkeyNotFound", "actRefused", "missingField"],
});

export const consolePayoutCalls = { withdrawalList, withdrawalDecide, cdkeyList, cdkeyVoid };
