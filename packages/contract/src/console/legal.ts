/** The provider's legal documents (spec/law). */
import { agreedKinds, legalKinds, maxLegalText } from "@turnpike/rules/legal.ts";
import { z } from "zod";
import { askedConsent } from "../asked-consent.ts";
import { at, flag, integer, optional } from "../fields.ts";
import { langs } from "../refusals.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { account, reason } from "./fields.ts";

const access = "legal.write";

const kind = z.enum(legalKinds, "badField").describe("The kind of document.");
const lang = z.enum(langs, "badField").describe("The language.");
/** Keeps line breaks and spaces: they mean something in Markdown. */
const markdown = z
  .string("missingField")
  .min(1, "missingField")
  .max(maxLegalText, "badField")
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), "badField")
  .describe("The text as Markdown; its first heading is the title.");

export const legalVersion = z
  .object({
    kind: z.enum(legalKinds).describe("The kind of document."),
    lang: z.enum(langs).describe("The language."),
    version: z.int().describe("The version, from 1; 0 is the draft that ships with the product."),
    title: z.string().describe("The title."),
    consent: z.boolean().describe("True if customers are asked to agree to it."),
    publishedAt: at.nullable().describe("The time it was published; null for the draft."),
    publishedBy: z
      .string()
      .nullable()
      .describe("A staff member's e-mail address, or `cli`; null for the draft."),
  })
  .meta({ id: "LegalVersion" });

export const legalList = consoleCall({
  path: "/console/v1/legalList",
  access,
  summary: "Lists the published versions of legal documents, the newest first.",
  response: {
    items: z.array(legalVersion).describe("The versions; 1,000 at most."),
    drafts: z
      .array(z.enum(legalKinds))
      .describe("The kinds of which nothing is published: their drafts are shown."),
    customers: z.int().describe("The number of customers that a new version can ask for consent."),
  },
});

export const legalShow = consoleCall({
  path: "/console/v1/legalShow",
  access,
  summary: "Returns a legal document: its current version, or an earlier one.",
  request: {
    kind,
    lang,
    version: optional(integer(0, 1_000_000, "badField")).describe(
      "The version; 0 for the draft, absent for what is shown now.",
    ),
  },
  response: {
    document: legalVersion
      .extend({
        markdown: z.string().describe("The text as Markdown."),
        html: z.string().describe("The text as HTML, without the title."),
      })
      .describe("The document."),
  },
  refusals: ["legalNotFound"],
});

export const legalPreview = consoleCall({
  path: "/console/v1/legalPreview",
  access,
  summary: "Renders Markdown as it will be shown, without publishing it.",
  request: { markdown },
  response: {
    title: z.string().nullable().describe("The title; null without a heading at the beginning."),
    html: z.string().describe("The text as HTML, without the title."),
  },
});

export const legalPublish = consoleAct({
  path: "/console/v1/legalPublish",
  access,
  fresh: true,
  summary: "Publishes a new version of a legal document; earlier versions stay as they are.",
  request: {
    kind,
    lang,
    markdown,
    consent: flag().default(false).describe("1 to ask every customer to agree to it."),
    seen: optional(integer(0, 1_000_000, "badField")).describe(
      "The newest version that was shown (0: none): if there is a newer one, the call is refused.",
    ),
    reason,
  },
  response: { document: legalVersion.describe("The published version.") },
  refusals: ["badField", "changedMeanwhile"],
});

export const legalConsents = consoleCall({
  path: "/console/v1/legalConsents",
  access: "customers.read",
  summary: "Lists which versions of legal documents a customer agreed to, the newest first.",
  request: { account },
  response: {
    items: z
      .array(
        z.object({
          kind: z.enum(agreedKinds).describe("The kind of document."),
          lang: z.enum(langs).describe("The language."),
          version: z.int().describe("The version; 0 for the draft."),
          at: at.describe("The time of the consent."),
          source: z
            .enum(["signUp", "consent", "order"])
            .describe("Where it was given: when signing up, on request, or with an order."),
          orderNo: z.string().nullable().describe("The order; null without one."),
        }),
      )
      .describe("The consents; 1,000 at most."),
    asked: z.array(askedConsent).describe("What is asked for and not yet given."),
  },
  refusals: ["accountNotFound"],
});

export const consoleLegalCalls = {
  legalList,
  legalShow,
  legalPreview,
  legalPublish,
  legalConsents,
};
