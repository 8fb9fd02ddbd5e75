/** The texts of undoable changes. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { undoSentences } from "@turnpike/locales/undo.ts";
import { maskEmail } from "@turnpike/rules/mask-email.ts";
import type { StoredChange } from "./store.ts";

/** One line: the change and its time. */
export function changeLine(lang: Lang, one: StoredChange): string {
  const { changes } = undoSentences(lang);
  const time = `${one.at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  switch (one.change) {
    case "secureMail":
      return interpolate(changes.secureMail, { address: maskEmail(one.details.is), time });
    case "login":
      return interpolate(changes.login, { provider: one.details.provider, time });
    case "mfa":
      return interpolate(changes.mfa, { time });
  }
}
