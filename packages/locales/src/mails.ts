/** Texts of mails, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/mails.json" with { type: "json" };
import en from "./en/mails.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/mails.json" with { type: "json" };
import { interpolate } from "./interpolate.ts";
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

/**
 * Returns a mail's subject and text; throws if a value used in the text is missing. With `apiKeys`
 * the text lists new API keys, with `changesUrl` recent `changes` and a link to undo them; with
 * `undoUrl` it ends with a link to undo what the mail reports.
 */
export function mailText(
  lang: Lang,
  mail: MailName,
  values: Record<string, string | number>,
): { subject: string; text: string } {
  const { subject, body } = sentences[lang][mail];
  const { signature, ...others } = sentences[lang];
  const added = Object.entries(additions).flatMap(([name, value]) =>
    values[value] === undefined ? [] : [others[name as Addition]],
  );
  const text = [body, ...added, signature].join("\n\n");
  return {
    subject: interpolate(subject, values),
    text: interpolate(`${text}\n`, values),
  };
}
