/** Texts of the pages of the lab's sign-in provider, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/sign-in-lab.json" with { type: "json" };
import en from "./en/sign-in-lab.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/sign-in-lab.json" with { type: "json" };
import ru from "./ru/sign-in-lab.json" with { type: "json" };
import vi from "./vi/sign-in-lab.json" with { type: "json" };
import zh from "./zh-tw/sign-in-lab.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });

/** Returns all texts of these pages in a language. */
export function signInLabSentences(lang: Lang): typeof en {
  return sentences[lang];
}
