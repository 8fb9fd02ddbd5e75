/** The account at a glance (spec/accounts#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import { agreed, at, bytes, cents, optional, paged, paging, requiredText, text } from "./fields.ts";
import { bonusTier, outsideMethod } from "./payment.ts";
import { langs } from "./refusals.ts";
import { anyPassword, invoiceTitle, mfaCode, user } from "./session.ts";

export const member = call({
  path: "/v1/member",
  access: "key",
  summary: "The account holder.",
  answer: user.shape,
});

export const headerInit = call({
  path: "/v1/headerInit",
  access: "key",
  summary: "What the header of every page shows.",
  answer: {
    email: z.string(),
    walletCents: cents,
    mfaBound: z.boolean(),
    notices: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(["news", "alert"]),
          title: z.string(),
          at,
          to: z.string().nullable(),
        }),
      )
      .describe("News, and alerts that hold now: `to` is the screen where something can be done."),
    paymentMethods: z.array(outsideMethod).describe("How payments from outside can be made here."),
    managerPort: z
      .int()
      .describe("Where the local proxy manager is looked for on the customer's machine."),
  },
});

export const indexInit = call({
  path: "/v2/indexInit",
  access: "key",
  summary: "What the home page shows.",
  answer: {
    walletCents: cents,
    walletDebtCents: cents.describe(
      "Owed from earlier refunds; the next money that comes in pays it first.",
    ),
    ipBalance: z.int(),
    trafficBytes: bytes,
    staticCredits: user.shape.staticCredits,
    shortCredits: user.shape.shortCredits,
    promotions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        fromCents: cents,
        percent: z.number(),
        endsAt: at,
      }),
    ),
    bonusTiers: z.array(bonusTier),
    news: z.array(z.object({ id: z.string(), title: z.string(), body: z.string(), at })),
    couponCount: z.int(),
    support: z
      .object({ email: z.string(), qr: z.string(), hours: z.int() })
      .describe(
        "`qr` is an image as a data URL, or empty; `hours` is the promised time to an answer.",
      ),
    antiFraud: z.string(),
  },
});

export const ledger = call({
  path: "/v1/ledger",
  access: "key",
  summary: "Every line of the account's own ledger, newest first, with its running balance.",
  question: { ...paging, asset: optional(text(20)) },
  answer: paged(
    z.object({
      id: z.string(),
      at,
      asset: z.string(),
      amount: z.int(),
      balance: z.int(),
      kind: z.string(),
      ref: z.string(),
    }),
  ),
});

export const upAccessKey = call({
  path: "/v1/upAccessKey",
  summary: "Makes a new access key; the old one is dead at once.",
  question: { mfaCode },
  answer: { accessKey: z.string() },
});

export const upInvoiceTitle = call({
  path: "/v1/upInvoiceTitle",
  summary: "Sets who pays, as invoices name them.",
  question: {
    title: requiredText(120),
    taxId: optional(text(40)),
    address: optional(text(300)),
    country: optional(
      z
        .string("badCountry")
        .trim()
        .regex(/^[A-Za-z]{2}$/, "badCountry")
        .toUpperCase(),
    ),
  },
  answer: { invoiceTitle },
});

export const upLang = call({
  path: "/v1/upLang",
  summary: "Sets the language in which the account is written to.",
  question: { language: z.enum(langs, "badField") },
  answer: { lang: z.string() },
});

export const cancelInfo = call({
  path: "/v1/cancelInfo",
  summary: "What closing the account would destroy.",
  answer: {
    walletCents: cents,
    ipBalance: z.int(),
    trafficBytes: bytes,
    staticCredits: user.shape.staticCredits,
    shortCredits: user.shape.shortCredits,
    profitCents: cents.describe(
      "Profit of the affiliate programme that was not withdrawn, frozen or not.",
    ),
    subAccounts: z.int(),
    whitelistEntries: z.int(),
    staticIps: z.int().describe("Long and short term, those that still have an address."),
    unlimitedPlans: z.int().describe("By port and by bandwidth, whose ports are not closed yet."),
    coupons: z.int(),
    sessions: z.int(),
    linkedLogins: z.int(),
    pendingPayments: z
      .int()
      .describe("Payments that were begun and not finished: they end unpaid."),
    pendingWithdrawals: z
      .int()
      .describe(
        "Withdrawals that are not decided: they are rejected, and what they held is lost with the rest.",
      ),
  },
});

export const cancel = call({
  path: "/v1/cancel",
  summary: "Closes the account for ever.",
  question: {
    password: anyPassword,
    code: text(10, "wrongCode").min(1, "missingField"),
    mfaCode,
    confirm: agreed("mustConfirm"),
  },
});
