/** Texts of the page behind a link that undoes a change, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/undo.json" with { type: "json" };
import en from "./en/undo.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/undo.json" with { type: "json" };
import ru from "./ru/undo.json" with { type: "json" };
import vi from "./vi/undo.json" with { type: "json" };
import zh from "./zh-tw/undo.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });

/** Returns all texts of that page in a language. */
export function undoSentences(lang: Lang): typeof en {
  return sentences[lang];
}
