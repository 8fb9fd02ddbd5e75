/** Account overview (spec/accounts#calls). */
import { isPrintable } from "@turnpike/rules/printable.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/money.ts";
import { at, bytes, cents, optional, requiredText, text } from "./fields.ts";
import { bonusTier, outsideMethod } from "./payment.ts";
import { langs } from "./refusals.ts";
import { arrears, invoiceTitle, user } from "./session.ts";

export const member = call({
  path: "/v1/member",
  access: "read",
  summary: "The account holder.",
  description: "The answer holds the access key: show it to its owner alone.",
  tag: "Account",
  answer: user,
  example: { question: {}, answer: customer.user },
});

export const headerInit = call({
  path: "/v1/headerInit",
  access: "read",
  summary: "What the header of every page shows.",
  tag: "Account",
  answer: {
    email: z.string().describe("The e-mail address of the account."),
    emailVerified: z
      .boolean()
      .describe("Whether a mailed code has proved that the e-mail address is the holder's."),
    walletCents: cents.describe("The wallet's balance, in US cents."),
    arrears,
    now: at.describe("The server's clock, for what counts down."),
    mfaBound: z.boolean().describe("Whether a second factor is bound."),
    notices: z
      .array(
        z.object({
          id: z.string().describe("The notice's id."),
          kind: z
            .enum(["news", "alert"])
            .describe("`news` comes from the operator, `alert` from the account's own thresholds."),
          title: z.string().describe("The notice in one line."),
          at: at.describe("When the notice appeared."),
          to: z
            .string()
            .nullable()
            .describe(
              "The dashboard screen where you can act on it; null where there is nothing to do.",
            ),
        }),
      )
      .describe("News, and alerts that are active now."),
    paymentMethods: z
      .array(outsideMethod)
      .describe("Payment methods this installation accepts beside the wallet."),
    managerPort: z
      .int()
      .describe(
        "The port on the customer's machine where the dashboard looks for the local manager.",
      ),
  },
  example: {
    question: {},
    answer: {
      email: customer.user.email,
      emailVerified: customer.user.emailVerified,
      walletCents: customer.walletCents,
      arrears: null,
      now: customer.now,
      mfaBound: true,
      notices: [
        {
          id: customer.exampleId(401),
          kind: "alert",
          title: "Short-term IP 198.51.100.140 ends on 17 March 2026",
          at: customer.now,
          to: "/cli/static-short",
        },
      ],
      paymentMethods: ["card", "crypto"],
      managerPort: 4_000,
    },
  },
});

export const indexInit = call({
  path: "/v2/indexInit",
  access: "read",
  summary: "What the home page shows.",
  tag: "Account",
  answer: {
    walletCents: cents.describe("The wallet's balance, in US cents."),
    walletDebtCents: cents.describe(
      "Owed from earlier refunds, in US cents; the next money that comes in pays it first.",
    ),
    ipBalance: z.int().describe("How many IPs of the pool the account can still open."),
    trafficBytes: bytes.describe("Traffic the account has left, in bytes."),
    staticCredits: user.shape.staticCredits.describe(
      "Credits for static IPs, by their period in days.",
    ),
    shortCredits: user.shape.shortCredits.describe(
      "Credits for short-term static IPs, by their period in days.",
    ),
    promotions: z
      .array(
        z.object({
          id: z.string().describe("The offer's id."),
          title: z.string().describe("The offer's title."),
          fromCents: cents.describe(
            "The smallest recharge that the offer applies to, in US cents.",
          ),
          percent: z.number().describe("The bonus in percent of the recharge."),
          endsAt: at.describe("When the offer ends."),
        }),
      )
      .describe("Recharge offers that are running now."),
    bonusTiers: z.array(bonusTier).describe("The bonus on a recharge, by its sum."),
    news: z
      .array(
        z.object({
          id: z.string().describe("The id of the piece of news."),
          title: z.string().describe("Its headline."),
          body: z.string().describe("Its text."),
          at: at.describe("When it was published."),
        }),
      )
      .describe("The operator's news, the newest first."),
    couponCount: z.int().describe("How many coupons can be used now."),
    support: z
      .object({
        email: z.string().describe("The support team's e-mail address."),
        qr: z.string().describe("An image to scan, as a data URL; empty where there is none."),
        hours: z.int().describe("Support promises an answer within so many hours."),
      })
      .describe("How to reach support."),
    antiFraud: z.string().describe("A warning against fraud, in the language of the call."),
  },
  example: {
    question: {},
    answer: {
      walletCents: customer.walletCents,
      walletDebtCents: 0,
      ipBalance: customer.left.ip,
      trafficBytes: customer.left.trafficBytes,
      staticCredits: customer.staticCredits,
      shortCredits: customer.shortCredits,
      promotions: [
        {
          id: customer.exampleId(402),
          title: "Spring: 8% on top",
          fromCents: 10_000,
          percent: 8,
          endsAt: "2026-03-31T23:59:59.000Z",
        },
      ],
      bonusTiers: [{ fromCents: 10_000, percent: 8 }, ...examples.bonusTiers.slice(1)],
      news: [
        {
          id: customer.exampleId(403),
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
});

export const upInvoiceTitle = call({
  path: "/v1/upInvoiceTitle",
  summary: "Sets the payer that invoices name.",
  tag: "Account",
  question: {
    title: requiredText(120)
      .refine(isPrintable, "notPrintable")
      .describe("The payer's name or company."),
    taxId: optional(text(40).refine(isPrintable, "notPrintable")).describe(
      "The payer's tax number.",
    ),
    address: optional(text(300).refine(isPrintable, "notPrintable")).describe(
      "The payer's postal address.",
    ),
    country: optional(
      z
        .string("badCountry")
        .trim()
        .regex(/^[A-Za-z]{2}$/, "badCountry")
        .toUpperCase(),
    ).describe("The payer's country as a two-letter code (ISO 3166-1 alpha-2)."),
  },
  answer: { invoiceTitle },
  example: { question: customer.invoiceTitle, answer: { invoiceTitle: customer.invoiceTitle } },
});

export const upLang = call({
  path: "/v1/upLang",
  summary: "Sets the language of mails and notices.",
  tag: "Account",
  question: {
    language: z
      .enum(langs, "badField")
      .describe("The language of mails and notices to this account."),
  },
  answer: { lang: z.string().describe("The language that is set now.") },
  example: { question: { language: "de" }, answer: { lang: "de" } },
});

export const accountCalls = { member, headerInit, indexInit, upInvoiceTitle, upLang };
