/** What the mails say, in each language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/mails.json" with { type: "json" };
import en from "./en/mails.json" with { type: "json" };
import fr from "./fr/mails.json" with { type: "json" };
import { interpolate } from "./interpolate.ts";
import ru from "./ru/mails.json" with { type: "json" };
import vi from "./vi/mails.json" with { type: "json" };
import zh from "./zh-tw/mails.json" with { type: "json" };

const sentences: Record<Lang, typeof en> = { en, zh, fr, ru, vi, de };
type Part = "signature" | Addition;
/** What a mail may end with, and the value without which it does not. */
const additions = { apiKeys: "apiKeys", changes: "changesUrl", undo: "undoUrl" } as const;
type Addition = keyof typeof additions;
export type MailName = Exclude<keyof typeof en, Part>;
export const mailNames = Object.keys(en).filter(
  (name): name is MailName => name !== "signature" && !(name in additions),
);

/**
 * A mail's subject and text; throws where a value that the text names is missing. With `apiKeys` the
 * text names new API keys, with `changesUrl` recent `changes` and the link that undoes them, with
 * `undoUrl` it ends with the link that undoes what it tells of.
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
