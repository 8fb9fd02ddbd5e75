/** Help texts for each parameter of a proxy user name, by language (spec/gateway#user-name). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/grammar.json" with { type: "json" };
import en from "./en/grammar.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/grammar.json" with { type: "json" };
import ru from "./ru/grammar.json" with { type: "json" };
import vi from "./vi/grammar.json" with { type: "json" };
import zh from "./zh-tw/grammar.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });
export type GrammarWord = keyof typeof en;

/** Returns one sentence per parameter. */
export function grammarHelp(lang: Lang): Record<GrammarWord, string> {
  return sentences[lang];
}
