/** `legal …`: the provider's legal documents (spec/law#documents). */
import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import { type LegalKind, legalKinds } from "@turnpike/rules/legal.ts";
import { consentsOf } from "../../identity/legal/store/consents.ts";
import { langOfTag } from "../../platform/http/accept-language.ts";
import { accountOf } from "./acts/account-of.ts";
import { callCommand } from "./call-command.ts";
import { type Command, type CommandInput, readText, UsageError } from "./command.ts";
import { maxListedVersions } from "./read/legal.ts";
import { serialized } from "./read/paging.ts";
import { table } from "./table.ts";

/** @throws UsageError */
function readKind(text: string | undefined): LegalKind {
  const kind = legalKinds.find((one) => one === text);
  if (!kind) throw new UsageError(`KIND is one of ${legalKinds.join(", ")}`);
  return kind;
}

/** @throws UsageError */
function readLang({ options }: CommandInput, missing?: Lang): Lang {
  const lang = typeof options["lang"] === "string" ? langOfTag(options["lang"]) : missing;
  if (!lang) throw new UsageError(`--lang is one of ${langs.join(", ")}`);
  return lang;
}

const publish = callCommand({
  call: "legalPublish",
  name: "legal publish",
  args: "KIND FILE --lang L [--consent]",
  help: "Publish a new version of a legal document from a Markdown file; --consent asks every customer to agree",
  fields: async (input) => ({
    kind: readKind(input.args[0]),
    lang: readLang(input),
    markdown: await readText(input.args[1] ?? ""),
  }),
  show: ({ document: json }) => ({
    text: `Published version ${json.version} of ${json.kind} in ${json.lang}.`,
    json,
  }),
});

const list = callCommand({
  call: "legalList",
  name: "legal list",
  args: "",
  help: "List the published versions of legal documents, newest first",
  show: ({ items }) => ({
    text: table(items, {
      none: "Nothing is published: customers see the drafts.",
      columns: ["kind", "lang", "version", "consent", "publishedAt", "title"],
    }),
    json: items,
  }),
});

const show = callCommand({
  call: "legalShow",
  name: "legal show",
  args: "KIND [--lang L] [--version N]",
  help: "Show a legal document as Markdown: what is shown now, or a version; 0 is the draft",
  fields: (input) => ({ kind: readKind(input.args[0]), lang: readLang(input, "en") }),
  show: ({ document }) => ({ text: document.markdown, json: document }),
});

/** With the hash of the customer's network, which the console does not show. */
const consents: Command = {
  name: "legal consents",
  args: "EMAIL",
  help: "List which versions a customer agreed to, when, and with which order",
  run: async ({ services, args: [email = ""] }) => {
    const { id } = await accountOf(services, email);
    const json = serialized(await consentsOf(services.db, id, maxListedVersions));
    const text = table(json, {
      none: "Nothing was agreed to.",
      columns: ["at", "kind", "lang", "version", "source", "orderNo"],
    });
    return { ok: true, text, json };
  },
};

export const legalCommands: Command[] = [publish, list, show, consents];
