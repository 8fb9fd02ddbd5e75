/** The documents that people see: published ones, or the shipped drafts (spec/law#documents). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { legalDraft, legalSentences } from "@turnpike/locales/legal.ts";
import { agreedKinds, isAgreedKind, type LegalKind, legalKinds } from "@turnpike/rules/legal.ts";
import { currentVersions, findDocument } from "../../identity/legal/store/documents.ts";
import type { BrandServices } from "../../platform/brand/brand.ts";
import { inMemory } from "../../platform/in-memory.ts";
import { renderSafely } from "../../platform/http/safe-markdown.ts";
import type { Services } from "../../platform/services.ts";
import { type Facts, hasSection, readFacts } from "./facts.ts";

export interface ShownDocument {
  kind: LegalKind;
  version: number;
  lang: Lang;
  title: string;
  markdown: string;
  html: string;
  publishedAt: Date | null;
}

type Needs = Pick<Services, "db" | "memory" | "seal"> & BrandServices;

/** The current document of a kind: in the language, else in English, else the draft; null if none. */
export async function currentDocument(
  services: Needs,
  { kind, lang }: { kind: LegalKind; lang: Lang },
): Promise<ShownDocument | null> {
  const found = await findDocument(services.db, { kind, lang });
  if (found) return found;
  return isAgreedKind(kind) ? draft(services, { kind, lang }) : null;
}

/** The kinds of documents that exist, in a fixed order. */
export async function existingKinds({ db }: Pick<Services, "db">): Promise<LegalKind[]> {
  const published = new Set((await currentVersions(db)).map(({ kind }) => kind));
  return legalKinds.filter((kind) => isAgreedKind(kind) || published.has(kind));
}

/** The kinds for which the draft is shown in some language: no English text, or none at all. */
export async function draftsInUse({ db }: Pick<Services, "db">): Promise<LegalKind[]> {
  const published = new Set((await currentVersions(db)).map(({ kind }) => kind));
  return agreedKinds.filter((kind) => !published.has(kind));
}

/** Rendered drafts by kind and language, with the facts that they were rendered with. */
const rendered = inMemory(() => new Map<string, { by: string; shown: ShownDocument }>());

/** The shipped draft with this installation's facts, rendered once for the same facts. */
export async function draft(
  services: Needs,
  { kind, lang }: { kind: LegalKind; lang: Lang },
): Promise<ShownDocument | null> {
  const facts = await readFacts(services);
  const by = JSON.stringify(facts);
  const kept = rendered(services).get(`${kind} ${lang}`);
  if (kept?.by === by) return kept.shown;
  const markdown = draftMarkdown(lang, kind, facts);
  if (markdown === null) return null;
  const { html, title } = renderSafely(markdown);
  const words = legalSentences(lang).kinds[kind];
  const shown = {
    kind,
    lang,
    version: 0,
    title: title ?? words,
    markdown,
    html,
    publishedAt: null,
  };
  rendered(services).set(`${kind} ${lang}`, { by, shown });
  return shown;
}

/** Characters that mean something in Markdown: names and addresses are shown as they are. */
const asText = (value: string) => value.replaceAll(/[\\`*_[\]<>#|~]/g, "\\$&");

function draftMarkdown(lang: Lang, kind: LegalKind, facts: Facts): string | null {
  const text = legalDraft(lang, kind);
  if (text === null) return null;
  const values = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, asText(value)]),
  );
  const sections = Object.entries(text.sections)
    .filter(([name]) => hasSection(facts, name))
    .map(([, section]) => `## ${section.title}\n\n${interpolate(section.text, values)}\n`);
  return [`# ${text.title}\n`, ...sections].join("\n");
}
