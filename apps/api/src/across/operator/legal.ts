/** `legal …`: the provider's legal documents (spec/law#documents). */
import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import { type LegalKind, legalKinds } from "@turnpike/rules/legal.ts";
import { consentsOf } from "../../identity/legal/store/consents.ts";
import { allVersions, type PublishedVersion } from "../../identity/legal/store/documents.ts";
import { langOfTag } from "../../platform/http/accept-language.ts";
import { accountOf } from "./acts/account-of.ts";
import { publish as publishAct } from "./acts/legal.ts";
import {
  type Command,
  type CommandInput,
  performFromCli,
  readText,
  UsageError,
  wholeNumber,
} from "./command.ts";
import { legalDocumentOf, maxListedVersions } from "./read/legal.ts";
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

const asRow = ({
  kind,
  lang,
  version,
  consent,
  publishedAt,
  title,
  publishedBy,
}: PublishedVersion) => ({
  kind,
  lang,
  version,
  consent,
  publishedAt: publishedAt.toISOString(),
  title,
  publishedBy,
});

const publish: Command = {
  name: "legal publish",
  args: "KIND FILE --lang L [--consent]",
  help: "Publish a new version of a legal document from a Markdown file; --consent asks every customer to agree",
  run: async (input) => {
    const [kind, file = ""] = input.args;
    const asked = { kind: readKind(kind), lang: readLang(input) };
    const publication = {
      ...asked,
      markdown: await readText(file),
      consent: input.options["consent"] === true,
    };
    const json = asRow(await performFromCli(input.services, publishAct, publication));
    const text = `Published version ${json.version} of ${json.kind} in ${json.lang}.`;
    return { ok: true, text, json };
  },
};

const list: Command = {
  name: "legal list",
  args: "",
  help: "List the published versions of legal documents, newest first",
  run: async ({ services }) => {
    const json = (await allVersions(services.db, maxListedVersions)).map(asRow);
    const text = table(json, {
      none: "Nothing is published: customers see the drafts.",
      columns: ["kind", "lang", "version", "consent", "publishedAt", "title"],
    });
    return { ok: true, text, json };
  },
};

const show: Command = {
  name: "legal show",
  args: "KIND [--lang L] [--version N]",
  help: "Show a legal document as Markdown: what is shown now, or a version; 0 is the draft",
  run: async (input) => {
    const { version } = input.options;
    const json = await legalDocumentOf(input.services, {
      kind: readKind(input.args[0]),
      lang: readLang(input, "en"),
      version: version === undefined ? undefined : wholeNumber(version, "--version", 0),
    });
    return { ok: true, text: json.markdown, json };
  },
};

const consents: Command = {
  name: "legal consents",
  args: "EMAIL",
  help: "List which versions a customer agreed to, when, and with which order",
  run: async ({ services, args: [email = ""] }) => {
    const { id } = await accountOf(services, email);
    const json = (await consentsOf(services.db, id, maxListedVersions)).map(({ at, ...row }) => ({
      ...row,
      at: at.toISOString(),
    }));
    const text = table(json, {
      none: "Nothing was agreed to.",
      columns: ["at", "kind", "lang", "version", "source", "orderNo"],
    });
    return { ok: true, text, json };
  },
};

export const legalCommands: Command[] = [publish, list, show, consents];
