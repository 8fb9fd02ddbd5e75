/** The account, by example. */
import {
  GB,
  left,
  now,
  orders,
  portPlan,
  shortCredits,
  staticCredits,
  staticIds,
  subAccountIds,
  frankfurt,
  invoiceTitle,
  exampleId,
  planIds,
  user,
  walletCents,
} from "./customer.ts";
import type { SomeExamples } from "./example.ts";
import { days, perDay } from "./statistics.ts";

const bonusTiers = [
  { fromCents: 50_000, percent: 5 },
  { fromCents: 200_000, percent: 10 },
];

export const accountExamples = {
  member: { question: {}, answer: user },
  headerInit: {
    question: {},
    answer: {
      email: user.email,
      walletCents,
      mfaBound: true,
      notices: [
        {
          id: exampleId(401),
          kind: "alert",
          title: "Short-term IP 198.51.100.140 ends on 17 March 2026",
          at: now,
          to: "/cli/static-short",
        },
      ],
      paymentMethods: ["card", "crypto"],
      managerPort: 4_000,
    },
  },
  indexInit: {
    question: {},
    answer: {
      walletCents,
      walletDebtCents: 0,
      ipBalance: left.ip,
      trafficBytes: left.trafficBytes,
      staticCredits,
      shortCredits,
      promotions: [
        {
          id: exampleId(402),
          title: "Spring: 8% on top",
          fromCents: 10_000,
          percent: 8,
          endsAt: "2026-03-31T23:59:59.000Z",
        },
      ],
      bonusTiers: [{ fromCents: 10_000, percent: 8 }, ...bonusTiers.slice(1)],
      news: [
        {
          id: exampleId(403),
          title: "Exits in Iceland",
          body: "The pool now has exits in Reykjavik.",
          at: "2026-03-11T12:00:00.000Z",
        },
      ],
      couponCount: 1,
      support: { email: "support@turnpike.example", qr: "", hours: 12 },
      antiFraud: "We never ask for your password or for payment outside this site.",
    },
  },
  forecast: {
    question: {},
    answer: {
      traffic: {
        leftBytes: left.trafficBytes,
        todayBytes: 1.2 * GB,
        yesterdayBytes: 2.3 * GB,
        perDayBytes: perDay,
        days: [
          ...Array.from({ length: 7 }, (_, day) => ({
            day: `2026-03-${String(day + 3).padStart(2, "0")}`,
            bytes: 2 * GB,
          })),
          ...days.map(({ day, bytes }) => ({ day, bytes })),
        ],
        fromDays: 13,
        daysLeft: 32.1,
      },
      wallet: {
        leftCents: walletCents,
        perDayCents: 500,
        renewals: 2,
        renewalsCents: 500,
        missingCents: 0,
        fromDays: 15,
        daysLeft: 49,
      },
      endings: [
        {
          kind: "static",
          id: staticIds.frankfurt,
          name: frankfurt.host,
          endsAt: frankfurt.expiresAt,
          autoRenew: true,
          to: "/cli/static-proxies",
        },
        {
          kind: "port",
          id: planIds.ports,
          name: "Unlimited port, Europe, 30 days",
          endsAt: portPlan.expiresAt,
          autoRenew: null,
          to: "/cli/unlimited-port",
        },
      ],
      endingsTotal: 2,
    },
  },
  find: {
    question: { q: "shop" },
    answer: {
      items: [
        {
          kind: "subAccount",
          id: subAccountIds.shop,
          name: "Shopper02",
          detail: "price checks",
          to: "/cli/account-manage",
        },
        {
          kind: "static",
          id: staticIds.frankfurt,
          name: frankfurt.host,
          detail: "DE · shop, Germany",
          to: "/cli/static-proxies",
        },
      ],
    },
  },
  upLang: { question: { language: "de" }, answer: { lang: "de" } },
  upInvoiceTitle: { question: invoiceTitle, answer: { invoiceTitle } },
  alerts: {
    question: { thresholds: { trafficGb: 5, walletCents: 2_000, expiryDays: 3 }, email: true },
    answer: { email: true, thresholds: { trafficGb: 5, walletCents: 2_000, expiryDays: 3 } },
  },
  cancelInfo: {
    question: {},
    answer: {
      walletCents,
      ipBalance: left.ip,
      trafficBytes: left.trafficBytes,
      staticCredits,
      shortCredits,
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
  cancel: {
    question: { password: "Example-Pass-1", code: "123456", mfaCode: "123456", confirm: true },
    answer: {},
  },
  ledger: {
    question: { asset: "wallet", page: 1, limit: 10 },
    answer: {
      items: [
        {
          id: exampleId(307),
          at: "2026-03-15T10:05:00.000Z",
          asset: "wallet",
          amount: -100,
          balance: 24_500,
          kind: "order",
          ref: orders.short.orderNo,
        },
        {
          id: exampleId(306),
          at: "2026-03-14T16:20:00.000Z",
          asset: "wallet",
          amount: 1_800,
          balance: 24_600,
          kind: "profit",
          ref: "balance",
        },
        {
          id: exampleId(305),
          at: "2026-03-05T10:05:00.000Z",
          asset: "wallet",
          amount: -4_500,
          balance: 22_800,
          kind: "order",
          ref: orders.ports.orderNo,
        },
      ],
      total: 7,
      page: 1,
      limit: 10,
    },
  },
} satisfies SomeExamples;
