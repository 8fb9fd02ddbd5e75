/** Texts of the legal pages, and the shipped drafts of the documents, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import deDrafts from "./de/legal-drafts.json" with { type: "json" };
import de from "./de/legal.json" with { type: "json" };
import enDrafts from "./en/legal-drafts.json" with { type: "json" };
import en from "./en/legal.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import frDrafts from "./fr/legal-drafts.json" with { type: "json" };
import fr from "./fr/legal.json" with { type: "json" };
import ruDrafts from "./ru/legal-drafts.json" with { type: "json" };
import ru from "./ru/legal.json" with { type: "json" };
import viDrafts from "./vi/legal-drafts.json" with { type: "json" };
import vi from "./vi/legal.json" with { type: "json" };
import zhDrafts from "./zh-tw/legal-drafts.json" with { type: "json" };
import zh from "./zh-tw/legal.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });
const drafts = inAllLanguages(enDrafts, {
  zh: zhDrafts,
  fr: frDrafts,
  ru: ruDrafts,
  vi: viDrafts,
  de: deDrafts,
});

/** Returns the texts around legal documents in a language. */
export const legalSentences = (lang: Lang): typeof en => sentences[lang];

/** A shipped draft: sections with placeholders, by name. */
export interface LegalDraft {
  title: string;
  sections: Record<string, { title: string; text: string }>;
}
type DraftedKind = keyof typeof enDrafts;

/** Returns the shipped draft of a kind of document; null if it has none. */
export function legalDraft(lang: Lang, kind: string): LegalDraft | null {
  return Object.hasOwn(drafts.en, kind) ? drafts[lang][kind as DraftedKind] : null;
}
