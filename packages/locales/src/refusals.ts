/** Sentences for all refusals, in all languages; it does not compile if an English one is missing. */
import type { Lang, RefusalReason } from "@turnpike/contract/refusals.ts";
import de from "./de/refusals.json" with { type: "json" };
import en from "./en/refusals.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/refusals.json" with { type: "json" };
import ru from "./ru/refusals.json" with { type: "json" };
import vi from "./vi/refusals.json" with { type: "json" };
import zh from "./zh-tw/refusals.json" with { type: "json" };

const english: Record<RefusalReason, string> = en;
const sentences = inAllLanguages(english, { zh, fr, ru, vi, de });

/** Returns the sentence shown for a refusal: what is wrong and what to do. */
export function refusalSentence(lang: Lang, reason: RefusalReason): string {
  return sentences[lang][reason];
}
