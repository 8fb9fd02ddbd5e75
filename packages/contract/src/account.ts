/** Account overview (spec/accounts#calls). */
import { isPrintable } from "@turnpike/rules/printable.ts";
import { vatIdStates } from "@turnpike/rules/tax/tax.ts";
import { isCountry } from "@turnpike/rules/unlimited-region.ts";
import { z } from "zod";
import { askedConsent } from "./asked-consent.ts";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import * as examples from "./examples/money.ts";
import * as payer from "./examples/payer.ts";
import { at, bytes, cents, optional, text } from "./fields.ts";
import { bonusTier, outsideMethod } from "./payment.ts";
import { langs } from "./refusals.ts";
import { arrears, invoiceTitle, user } from "./session.ts";

export const member = call({
  path: "/v1/member",
  access: "read",
  summary: "Returns the account holder.",
  description: "The response contains the access key: show it only to its owner.",
  tag: "Account",
  response: user,
  example: { request: {}, response: customer.user },
});

export const headerInit = call({
  path: "/v1/headerInit",
  access: "read",
  summary: "Returns the data of every page's header.",
  tag: "Account",
  response: {
    email: z.string().describe("The e-mail address of the account."),
    emailVerified: z
      .boolean()
      .describe("True if a mailed code has proved that the e-mail address is the holder's."),
    walletCents: cents.describe("The wallet's balance, in US cents."),
    arrears,
    consents: z
      .array(askedConsent)
      .describe("The legal documents that the account is asked to agree to, by `/v1/consent`."),
    now: at.describe("The server's time, for countdowns."),
    mfaBound: z.boolean().describe("True if a second factor is bound."),
    notices: z
      .array(
        z.object({
          id: z.string().describe("The notice's ID."),
          kind: z
            .enum(["news", "alert"])
            .describe(
              "`news` comes from the operator, `alert` from the account's own thresholds, or from traffic that ends within a week.",
            ),
          title: z.string().describe("The notice in one line."),
          at: at.describe("The time the notice appeared."),
          to: z
            .string()
            .nullable()
            .describe(
              "The dashboard screen where you can act on it; null if there is nothing to do.",
            ),
        }),
      )
      .describe("News, and alerts that are active now."),
    paymentMethods: z
      .array(outsideMethod)
      .describe("Payment methods that this installation accepts beside the wallet."),
    managerPort: z
      .int()
      .describe(
        "The port on the customer's machine where the dashboard looks for the local manager.",
      ),
  },
  example: {
    request: {},
    response: {
      email: customer.user.email,
      emailVerified: customer.user.emailVerified,
      walletCents: customer.walletCents,
      arrears: null,
      consents: [],
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
  summary: "Returns the data of the home page.",
  tag: "Account",
  response: {
    walletCents: cents.describe("The wallet's balance, in US cents."),
    walletDebtCents: cents.describe(
      "Owed from earlier refunds, in US cents; the next money that comes in pays it first.",
    ),
    ipBalance: z.int().describe("The number of pool IPs that the account can still open."),
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
          id: z.string().describe("The offer's ID."),
          title: z.string().describe("The offer's title."),
          fromCents: cents.describe(
            "The smallest recharge that the offer applies to, in US cents.",
          ),
          percent: z.number().describe("The bonus in percent of the recharge."),
          endsAt: at.describe("The time the offer ends."),
        }),
      )
      .describe("Recharge offers that are running now."),
    bonusTiers: z.array(bonusTier).describe("Bonuses on recharges, by sum."),
    news: z
      .array(
        z.object({
          id: z.string().describe("The ID of the piece of news."),
          title: z.string().describe("Its headline."),
          body: z.string().describe("Its text."),
          at: at.describe("The time it was published."),
        }),
      )
      .describe("The operator's news, the newest first."),
    couponCount: z.int().describe("The number of coupons that can be used now."),
    support: z
      .object({
        email: z.string().describe("The support team's e-mail address."),
        qr: z.string().describe("An image to scan, as a data URL; empty if there is none."),
        hours: z.int().describe("The number of hours within which support promises to answer."),
      })
      .describe("Contact details of the support team."),
    antiFraud: z.string().describe("A warning against fraud, in the language of the call."),
  },
  example: {
    request: {},
    response: {
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
      support: { email: "support@proxies.example", qr: "", hours: 12 },
      antiFraud: "We never ask for your password or for payment outside this site.",
    },
  },
});

const payerField = (most: number, reason = "badField") =>
  optional(text(most, reason).refine(isPrintable, "notPrintable"));

export const upInvoiceTitle = call({
  path: "/v1/upInvoiceTitle",
  access: "money",
  summary: "Sets the payer that invoices name.",
  tag: "Account",
  description:
    "`title` is what invoices name; without it they name the company, else the person. Give the address in parts or as `address`. A VAT id is checked at once, within three seconds.",
  request: {
    title: payerField(120, "missingField").describe(
      "The payer's name or company, as invoices name it.",
    ),
    name: payerField(120).describe("The person's name."),
    company: payerField(120).describe("The company's name."),
    taxId: payerField(40).describe("The payer's tax number, where it is no VAT id of the EU."),
    vatId: payerField(40).describe("The VAT id of a company in the European Union."),
    address: payerField(300).describe("The payer's postal address, as it is printed."),
    street: payerField(120).describe("Street and number."),
    postal: payerField(20).describe("The postal code."),
    city: payerField(80).describe("The city."),
    country: optional(
      z
        .string("badCountry")
        .trim()
        .regex(/^[A-Za-z]{2}$/, "badCountry")
        .toUpperCase()
        .refine(isCountry, "badCountry"),
    ).describe("The payer's country as a two-letter code (ISO 3166-1 alpha-2)."),
  },
  response: {
    invoiceTitle,
    vatIdState: z.enum(vatIdStates).describe("The state of the VAT id, as in `invoiceTitle`."),
  },
  example: {
    request: payer.invoiceTitleFields,
    response: {
      invoiceTitle: payer.invoiceTitle,
      vatIdState: payer.invoiceTitle.vatIdState,
    },
  },
});

export const upLang = call({
  path: "/v1/upLang",
  access: "manage",
  summary: "Sets the language of e-mails and notices.",
  tag: "Account",
  request: {
    language: z
      .enum(langs, "badField")
      .describe("The language of e-mails and notices to this account."),
  },
  response: { lang: z.string().describe("The language that is set now.") },
  example: { request: { language: "de" }, response: { lang: "de" } },
});

export const accountCalls = { member, headerInit, indexInit, upInvoiceTitle, upLang };
