/** Texts of mails, in all languages: Markdown with placeholders such as `{{code}}`. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/mails.json" with { type: "json" };
import en from "./en/mails.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/mails.json" with { type: "json" };
import ru from "./ru/mails.json" with { type: "json" };
import vi from "./vi/mails.json" with { type: "json" };
import zh from "./zh-tw/mails.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });
type Part = "signature" | Addition;
/** Optional endings of a mail, each with the value that it requires. */
const additions = { apiKeys: "apiKeys", changes: "changesUrl", undo: "undoUrl" } as const;
type Addition = keyof typeof additions;
export type MailName = Exclude<keyof typeof en, Part>;
export const mailNames = Object.keys(en).filter(
  (name): name is MailName => name !== "signature" && !(name in additions),
);

/** A mail before its placeholders have values. */
export interface MailTemplate {
  subject: string;
  /** Markdown. */
  body: string;
}

/** The shipped text of a mail. */
export function mailTemplate(lang: Lang, mail: MailName): MailTemplate {
  return sentences[lang][mail];
}

/**
 * What follows the body of a mail, as Markdown: new API keys if there is a value `apiKeys`, recent
 * `changes` and a link to undo them with `changesUrl`, a link to undo what the mail reports with
 * `undoUrl`.
 */
export function mailAdditions(lang: Lang, values: Record<string, unknown>): string[] {
  return Object.entries(additions).flatMap(([name, value]) =>
    values[value] === undefined ? [] : [sentences[lang][name as Addition]],
  );
}

/** The last paragraph of every mail. */
export function mailSignature(lang: Lang): string {
  return sentences[lang].signature;
}
