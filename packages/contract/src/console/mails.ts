/** Texts of mails (spec/console#mails). */
import { z } from "zod";
import { optional, requiredText } from "../fields.ts";
import { langs } from "../refusals.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { reason, seen, version } from "./fields.ts";

const access = "mails.write";
const name = requiredText(60).describe("The mail's name.");
const lang = z.enum(langs, "badField").describe("The language.");
const subject = requiredText(400).describe("The subject: one line.");
const body = requiredText(20_000).describe("The text, in Markdown with placeholders.");

const text = {
  name: z.string().describe("The mail's name."),
  lang: z.enum(langs).describe("The language."),
  subject: z.string().describe("The subject."),
  body: z.string().describe("The text, in Markdown."),
};

export const mailTextList = consoleCall({
  path: "/console/v1/mailTextList",
  access: "overview.read",
  summary: "Lists all mails that are sent to customers.",
  request: {
    lang: optional(z.enum(langs, "badField")).describe(
      "The language of the subjects; absent: English.",
    ),
  },
  response: {
    items: z
      .array(
        z.object({
          name: z.string().describe("The mail's name."),
          subject: z.string().describe("The shipped subject."),
          placeholders: z.array(z.string()).describe("What its text can use."),
          changed: z.array(z.enum(langs)).describe("Languages with a text of the operator's own."),
        }),
      )
      .describe("The mails."),
  },
});

export const mailTextShow = consoleCall({
  path: "/console/v1/mailTextShow",
  access: "overview.read",
  summary: "Returns the text of a mail in one language.",
  request: { name, lang },
  response: {
    ...text,
    changed: z.boolean().describe("True if it is the operator's own."),
    version,
    placeholders: z
      .array(
        z.object({
          name: z.string().describe("The name, without braces."),
          required: z.boolean().describe("True if the text has to contain it."),
        }),
      )
      .describe("What the text can use."),
  },
  refusals: ["notFound"],
});

export const mailTextPreview = consoleCall({
  path: "/console/v1/mailTextPreview",
  access: "overview.read",
  summary:
    "Returns a mail as it would arrive, with sample values, and what is wrong with its text.",
  request: { name, lang, subject, body },
  response: {
    from: z.string().describe("The sender."),
    subject: z.string().describe("The subject."),
    text: z.string().describe("The plain text."),
    html: z.string().describe("The HTML page."),
    faults: z
      .array(
        z.object({
          field: z.enum(["subject", "body"]).describe("The field at fault."),
          fault: z.string().describe("What is wrong with it."),
        }),
      )
      .describe("Why it cannot be saved; empty if it can."),
  },
  refusals: ["notFound"],
});

export const mailTextSet = consoleAct({
  path: "/console/v1/mailTextSet",
  access,
  fresh: true,
  summary: "Sets the text of a mail in one language, for mails that are queued from now on.",
  request: { name, lang, subject, body, seen, reason },
  response: text,
  refusals: ["notFound", "badField", "changedMeanwhile"],
});

export const mailTextReset = consoleAct({
  path: "/console/v1/mailTextReset",
  access,
  summary: "Returns to the shipped text of a mail, in one language or in all.",
  request: {
    name,
    lang: optional(z.enum(langs, "badField")).describe("The language; absent: all."),
    reason,
  },
  response: { reset: z.array(z.string()).describe("The languages that had another text.") },
  refusals: ["notFound"],
});

export const mailTextTest = consoleAct({
  path: "/console/v1/mailTextTest",
  access,
  summary: "Sends a mail with sample values to the staff member who makes the call.",
  request: { name, lang, subject, body },
  response: { to: z.string().describe("The address that it is sent to.") },
  refusals: ["notFound"],
});

export const consoleMailCalls = {
  mailTextList,
  mailTextShow,
  mailTextPreview,
  mailTextSet,
  mailTextReset,
  mailTextTest,
};
