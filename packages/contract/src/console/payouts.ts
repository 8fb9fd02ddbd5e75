/** Withdrawals and CDKeys (spec/console#money). */
import { z } from "zod";
import { at, cents, optional, paged, paging, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { holder, requestId, rowId } from "./fields.ts";

const access = "money.read";

const buyer = z.object({
  ...holder,
  profitCents: cents.describe("The profit from their orders."),
  disputes: z.int().describe("The number of their disputes."),
  fraudWarnings: z.int().describe("The number of their early fraud warnings."),
  chargedBackCents: cents.describe("The sum of their disputes."),
  owedCents: cents.describe("The sum they owe."),
  signals: z
    .array(z.enum(["payer", "network", "mailbox", "ringPayer", "ringNetwork", "ringMailbox"]))
    .describe("The things they share with the inviter, or (`ring…`) with another buyer."),
});

export const listedWithdrawal = z
  .object({
    ...holder,
    id: z.string().describe("The withdrawal's ID."),
    at: at.describe("The time it was requested."),
    status: z.enum(["pending", "paid", "rejected"]).describe("The withdrawal's state."),
    target: z.string().describe("The destination: `balance` or `crypto`."),
    amountCents: cents.describe("The sum that is taken from the profit."),
    feeCents: cents.describe("The fee."),
    contact: z.string().describe("The customer's contact details."),
    walletAddress: z.string().describe("The destination of the coins."),
    decidedAt: at.nullable().describe("The time it was decided."),
    reason: z.string().describe("The reason it was rejected."),
    buyers: z.array(buyer).describe("Suspicious buyers behind the profit."),
  })
  .meta({ id: "ListedWithdrawal" });

export const withdrawalList = consoleCall({
  path: "/console/v1/withdrawalList",
  access,
  summary: "Lists withdrawals of profit, the newest first, with facts about the buyers.",
  request: {
    ...paging,
    status: optional(z.enum(["pending", "paid", "rejected"], "badField")).describe(
      "Only withdrawals with this status.",
    ),
  },
  response: paged(listedWithdrawal),
});

export const withdrawalDecide = consoleAct({
  path: "/console/v1/withdrawalDecide",
  access: "withdrawals.decide",
  summary:
    "Marks a pending withdrawal as paid (send the coins first), or rejects it and returns the profit; the customer is e-mailed.",
  request: {
    id: rowId,
    decision: z.enum(["paid", "rejected"], "badField").describe("The decision."),
    reason: optional(text(500)).describe(
      "The reason for the customer, by e-mail. Required to reject.",
    ),
    requestId,
  },
  response: { withdrawal: listedWithdrawal.describe("The withdrawal.") },
  refusals: ["actRefused", "missingField"],
});

export const cdkeyList = consoleCall({
  path: "/console/v1/cdkeyList",
  access,
  summary: "Lists CDKeys, the newest first, with the first characters of their codes.",
  request: {
    ...paging,
    account: optional(text(254)).describe("Only those made by this customer."),
    state: optional(z.enum(["unused", "used", "void"], "badField")).describe(
      "Only CDKeys in this state.",
    ),
  },
  response: paged(
    z.object({
      ...holder,
      id: z.string().describe("The CDKey's ID."),
      prefix: z.string().describe("The code's first characters."),
      kind: z.enum(["ip", "traffic"]).describe("The content: IPs or traffic."),
      amount: z.int().describe("The amount: IPs or GB."),
      producedAt: at.describe("The time it was made."),
      usedAt: at.nullable().describe("The time it was redeemed."),
      redeemerId: z.string().nullable().describe("The account that redeemed it."),
      voidedAt: at.nullable().describe("The time it was voided."),
    }),
  ),
});

export const cdkeyVoid = consoleAct({
  path: "/console/v1/cdkeyVoid",
  access: "cdkeys.void",
  summary: "Voids one unused CDKey, or all of a maker; their content returns to the maker.",
  request: {
    id: optional(requiredText(64)).describe("One CDKey, by its ID."),
    code: optional(text(64)).describe("One CDKey, by its code."),
    maker: optional(text(254)).describe("All unused ones of this customer."),
    reason: requiredText(500).describe("The reason. Recorded in the audit log."),
    requestId,
  },
  response: {
    voided: z.int().describe("The number of CDKeys voided."),
    ips: z.int().describe("The number of IPs returned."),
    gb: z.int().describe("The number of GB returned."),
  },
  refusals: ["accountNotFound", "cdkeyNotFound", "actRefused", "missingField"],
});

export const consolePayoutCalls = { withdrawalList, withdrawalDecide, cdkeyList, cdkeyVoid };
