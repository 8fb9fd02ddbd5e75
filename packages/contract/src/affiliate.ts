/** The affiliate programme (spec/affiliate#profit). */
import { z } from "zod";
import { call } from "./call.ts";
import * as examples from "./examples/affiliate.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import { at, cents, oneOf, optional, paged, paging, requiredText } from "./fields.ts";

export const withdrawalStatus = z.enum(["pending", "paid", "rejected"], "badField");
export const profitStatus = z.enum(["frozen", "available", "deducted"], "badField");

export const withdrawal = z
  .object({
    id: z.string().describe("The withdrawal's ID."),
    at: at.describe("The time it was requested."),
    status: withdrawalStatus.describe(
      "`pending` until the operator decides, then `paid` or `rejected`.",
    ),
    target: z
      .enum(["balance", "crypto"])
      .describe("`balance` pays into the wallet, `crypto` to `walletAddress`."),
    contact: z.string().describe("The customer's contact details, for the operator."),
    walletAddress: z.string().describe("The crypto address it is paid to; empty for the wallet."),
    amountCents: cents.describe("The sum that was requested, in US cents."),
    feeCents: cents.describe("The fee, in US cents; it is taken out of the amount."),
    decidedAt: at.nullable().describe("The time it was paid or rejected; null while pending."),
    reason: z.string().describe("The operator's reason for a rejection; empty otherwise."),
  })
  .meta({ id: "Withdrawal", description: "A withdrawal of affiliate profit." });

export const shareInfo = call({
  path: "/v1/shareInfo",
  access: "read",
  summary: "Returns the invitation link, its results, and the rules of the programme.",
  tag: "Affiliate",
  response: {
    inviteCode: z.string().describe("The account's invitation code."),
    shareUrl: z.string().describe("The invitation link."),
    invitations: z.int().describe("The number of customers who signed up with the code."),
    transactionCents: cents.describe(
      "The sum that invited customers paid, less refunds, in US cents.",
    ),
    withdrawableCents: cents.describe(
      "Profit that can be withdrawn, in US cents; below 0 where a refund took back paid-out profit.",
    ),
    cashedOutCents: cents.describe("Profit that was paid out, fees included, in US cents."),
    frozenCents: cents.describe("Profit that is still frozen, in US cents."),
    pendingCents: cents.describe("Profit held by undecided withdrawals, in US cents."),
    orderPercent: z.number().describe("Profit from a customer's orders, in percent."),
    renewalPercent: z.number().describe("Profit from renewals, in percent."),
    freezeDays: z.int().describe("The number of days a profit stays frozen."),
    cryptoMinCents: cents.describe("The smallest withdrawal in crypto, in US cents."),
    feePercent: z.number().describe("The fee of a withdrawal in crypto, in percent."),
    feeMinCents: cents.describe("The smallest fee of a withdrawal in crypto, in US cents."),
  },
  example: {
    request: {},
    response: {
      inviteCode: examples.inviteCode,
      shareUrl: examples.shareUrl,
      invitations: 2,
      transactionCents: 48_000,
      withdrawableCents: 600,
      cashedOutCents: 1_800,
      frozenCents: 1_200,
      pendingCents: 0,
      orderPercent: 10,
      renewalPercent: 5,
      freezeDays: 30,
      cryptoMinCents: 3_000,
      feePercent: 2,
      feeMinCents: 100,
    },
  },
});

export const profitList = call({
  path: "/v1/profitList",
  access: "read",
  summary: "Lists profits by order, newest first.",
  tag: "Affiliate",
  request: {
    ...paging,
    status: optional(profitStatus).describe("Only profits with this status."),
  },
  response: paged(
    z.object({
      id: z.string().describe("The profit's ID."),
      paidAt: at.describe("The time the order was paid."),
      registerEmail: z.string().describe("The invited customer's e-mail address, masked."),
      orderAmountCents: cents.describe("The order's price, in US cents."),
      orderNo: z.string().describe("The order's number."),
      renewal: z.boolean().describe("True if the order was a renewal."),
      percent: z.number().describe("The share of the order that was earned, in percent."),
      freezeEndAt: at
        .nullable()
        .describe("The time from which the profit can be withdrawn; null once it can."),
      profitCents: cents.describe("The profit after deductions, in US cents."),
      deductedCents: cents.describe("The sum that refunds of the order took back, in US cents."),
      status: profitStatus.describe(
        "`frozen` until `freezeEndAt`, then `available`; `deducted` where refunds took it back.",
      ),
    }),
  ),
  example: {
    request: { page: 1, limit: 10 },
    response: onePage([
      {
        ...examples.profit,
        id: customer.exampleId(613),
        paidAt: "2026-03-08T12:00:00.000Z",
        registerEmail: "jo***@example.net",
        orderAmountCents: 24_000,
        orderNo: "T260308-101",
        renewal: true,
        percent: 5,
        freezeEndAt: "2026-04-07T12:00:00.000Z",
        profitCents: 1_200,
        status: "frozen",
      },
      {
        ...examples.profit,
        id: customer.exampleId(612),
        paidAt: "2026-02-11T09:00:00.000Z",
        registerEmail: "li***@example.net",
        orderAmountCents: 6_000,
        orderNo: "T260211-102",
        profitCents: 600,
      },
      {
        ...examples.profit,
        id: customer.exampleId(611),
        paidAt: "2026-02-09T09:00:00.000Z",
        registerEmail: "jo***@example.net",
        orderAmountCents: 18_000,
        orderNo: "T260209-103",
        profitCents: 1_800,
      },
    ]),
  },
});

export const invitations = call({
  path: "/v1/invitations",
  access: "read",
  summary: "Lists the customers who signed up with the invitation code, newest first.",
  tag: "Affiliate",
  request: paging,
  response: paged(
    z.object({
      id: z.string().describe("The invited customer's ID in this list."),
      registeredAt: at.describe("The time the customer signed up."),
      registerEmail: z.string().describe("The customer's e-mail address, masked."),
      orders: z.int().describe("The number of orders that the customer paid."),
      transactionCents: cents.describe(
        "The sum that the customer paid, less refunds, in US cents.",
      ),
      profitCents: cents.describe("The profit from the customer's orders, in US cents."),
    }),
  ),
  example: {
    request: { page: 1, limit: 10 },
    response: onePage([
      {
        id: customer.exampleId(622),
        registeredAt: "2026-02-10T18:00:00.000Z",
        registerEmail: "li***@example.net",
        orders: 1,
        transactionCents: 6_000,
        profitCents: 600,
      },
      {
        id: customer.exampleId(621),
        registeredAt: "2026-02-08T11:00:00.000Z",
        registerEmail: "jo***@example.net",
        orders: 2,
        transactionCents: 42_000,
        profitCents: 3_000,
      },
    ]),
  },
});

export const shareChart = call({
  path: "/v1/shareChart",
  access: "read",
  summary: "Returns invitations and profit by day (UTC), the oldest first, without gaps.",
  tag: "Affiliate",
  request: {
    days: oneOf([7, 30, 90])
      .default(30)
      .describe("The number of days to show, today included. 30 by default."),
  },
  response: {
    items: z
      .array(
        z.object({
          day: z.string().describe("The day in UTC, as YYYY-MM-DD."),
          invitations: z.int().describe("The number of customers who signed up on that day."),
          profitCents: cents.describe("The profit earned that day, in US cents."),
        }),
      )
      .describe("One entry a day, the oldest first."),
  },
  example: {
    request: { days: 7 },
    response: {
      items: Array.from({ length: 7 }, (_, n) => ({
        day: `2026-03-${10 + n}`,
        invitations: 0,
        profitCents: 0,
      })),
    },
  },
});

export const upShareCode = call({
  path: "/v1/upShareCode",
  access: "manage",
  summary: "Sets a custom invitation code.",
  tag: "Affiliate",
  request: {
    code: requiredText(40, "badInviteCode").describe("The new code: 6 to 15 letters and digits."),
  },
  response: {
    inviteCode: z.string().describe("The new code."),
    shareUrl: z.string().describe("The invitation link with that code."),
  },
  refusals: ["badInviteCode", "inviteCodeTaken"],
  example: {
    request: { code: examples.inviteCode },
    response: { inviteCode: examples.inviteCode, shareUrl: examples.shareUrl },
  },
});

export const affiliateCalls = { shareInfo, profitList, invitations, shareChart, upShareCode };
