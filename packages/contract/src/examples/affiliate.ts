/** The affiliate programme, by example: profits of 18, 6 and 12 US dollars, of which 18 are paid out. */
import { exampleId, site } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";

const inviteCode = "MARA2026";
const shareUrl = `${site}/index/register?code=${inviteCode}`;
const withdrawal = {
  id: exampleId(601),
  at: "2026-03-14T16:20:00.000Z",
  status: "paid" as const,
  target: "balance" as const,
  contact: "",
  walletAddress: "",
  amountCents: 1_800,
  feeCents: 0,
  decidedAt: "2026-03-14T16:20:00.000Z",
  reason: "",
};
const profit = {
  renewal: false,
  percent: 10,
  freezeEndAt: null,
  deductedCents: 0,
  status: "available" as const,
};

export const affiliateExamples = {
  shareInfo: {
    question: {},
    answer: {
      inviteCode,
      shareUrl,
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
  getProfit: {
    question: {
      amountCents: 1_800,
      target: "balance",
      mfaCode: "123456",
      requestId: "profit-2026-03-14",
    },
    answer: { withdrawal },
  },
  profitRecord: { question: { status: "paid" }, answer: onePage([withdrawal]) },
  profitList: {
    question: { page: 1, limit: 10 },
    answer: onePage([
      {
        ...profit,
        id: exampleId(613),
        paidAt: "2026-03-08T12:00:00.000Z",
        registerEmail: "jo***@example.net",
        orderAmountCents: 24_000,
        orderNo: "T260308-101",
        renewal: true,
        percent: 5,
        freezeEndAt: "2026-04-07T12:00:00.000Z",
        profitCents: 1_200,
        status: "frozen" as const,
      },
      {
        ...profit,
        id: exampleId(612),
        paidAt: "2026-02-11T09:00:00.000Z",
        registerEmail: "li***@example.net",
        orderAmountCents: 6_000,
        orderNo: "T260211-102",
        profitCents: 600,
      },
      {
        ...profit,
        id: exampleId(611),
        paidAt: "2026-02-09T09:00:00.000Z",
        registerEmail: "jo***@example.net",
        orderAmountCents: 18_000,
        orderNo: "T260209-103",
        profitCents: 1_800,
      },
    ]),
  },
  invitations: {
    question: { page: 1, limit: 10 },
    answer: onePage([
      {
        id: exampleId(622),
        registeredAt: "2026-02-10T18:00:00.000Z",
        registerEmail: "li***@example.net",
        orders: 1,
        transactionCents: 6_000,
        profitCents: 600,
      },
      {
        id: exampleId(621),
        registeredAt: "2026-02-08T11:00:00.000Z",
        registerEmail: "jo***@example.net",
        orders: 2,
        transactionCents: 42_000,
        profitCents: 3_000,
      },
    ]),
  },
  shareChart: {
    question: { days: 7 },
    answer: {
      items: Array.from({ length: 7 }, (_, n) => ({
        day: `2026-03-${10 + n}`,
        invitations: 0,
        profitCents: 0,
      })),
    },
  },
  upShareCode: { question: { code: inviteCode }, answer: { inviteCode, shareUrl } },
} satisfies SomeExamples;
