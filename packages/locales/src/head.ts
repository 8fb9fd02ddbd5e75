/** Texts of the question for consent to services of third parties, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/head.json" with { type: "json" };
import en from "./en/head.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/head.json" with { type: "json" };
import ru from "./ru/head.json" with { type: "json" };
import vi from "./vi/head.json" with { type: "json" };
import zh from "./zh-tw/head.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });

/** Returns all texts of that question in a language. */
export const headSentences = (lang: Lang): typeof en => sentences[lang];
