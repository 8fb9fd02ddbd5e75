/** The provider's legal documents, and the consent to them (spec/law). */
import { agreedKinds, legalKinds as kinds } from "@turnpike/rules/legal.ts";
import { z } from "zod";
import { askedConsent } from "./asked-consent.ts";
import { call } from "./call.ts";
import { at, integer } from "./fields.ts";
import { langs } from "./refusals.ts";

/** The current version of a document in one language. */
export const legalDocument = z
  .object({
    kind: z.enum(kinds).describe("The kind of document."),
    version: z
      .int()
      .describe(
        "Its version in this language, from 1; 0 is the draft that ships with the product.",
      ),
    lang: z
      .enum(langs)
      .describe("Its language: English if there is no text in the one that was asked for."),
    title: z.string().describe("Its title."),
    html: z.string().describe("Its text as HTML, without scripts, styles or images."),
    publishedAt: at.nullable().describe("The time it was published; null for the draft."),
  })
  .meta({ id: "LegalDocument", description: "A legal document of the provider." });

export const legal = call({
  path: "/v1/legal",
  access: "visitor",
  summary:
    "Returns a legal document: the terms, the privacy policy, refunds, acceptable use, imprint.",
  description:
    "Without a text in the language of `lang`, it is the English one. The same text for people is at `/legal/KIND`.",
  tag: "Account",
  request: {
    kind: z
      .enum(kinds, {
        error: ({ input }) => (input === undefined ? "missingField" : "badField"),
      })
      .describe("The kind of document."),
  },
  response: legalDocument,
  refusals: ["legalNotFound"],
  example: {
    request: { kind: "refund" },
    response: {
      kind: "refund",
      version: 1,
      lang: "en",
      title: "Refunds",
      html: "<h2>Unused traffic</h2>\n<p>Write to support within 14 days.</p>\n",
      publishedAt: "2026-01-02T10:00:00.000Z",
    },
  },
});

export const legalKinds = call({
  path: "/v1/legalKinds",
  access: "visitor",
  summary: "Lists the kinds of legal documents that exist.",
  tag: "Account",
  response: { kinds: z.array(z.enum(kinds)).describe("The kinds of documents that exist.") },
  example: { request: {}, response: { kinds: ["terms", "privacy", "refund", "aup"] } },
});

export const consent = call({
  path: "/v1/consent",
  summary: "Agrees to a version of a legal document.",
  description:
    "`consents` of the account holder lists what is asked for. Without it, orders, recharges and renewals are refused with `consentNeeded` from 30 days after the publication.",
  tag: "Account",
  waitsForGateways: false,
  request: {
    kind: z
      .enum(agreedKinds, {
        error: ({ input }) => (input === undefined ? "missingField" : "badField"),
      })
      .describe("The kind of document."),
    version: integer(0, 1_000_000, "badField", "missingField").describe(
      "The version that is agreed to: the newest that asks for consent, or the current one.",
    ),
  },
  response: {
    consents: z.array(askedConsent).describe("What is still asked for."),
  },
  refusals: ["badField"],
  example: { request: { kind: "terms", version: 2 }, response: { consents: [] } },
});

export const legalCalls = { legal, legalKinds, consent };
