/** What the usage report calls products, outcomes and what has no name, in each language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/usage-report.json" with { type: "json" };
import en from "./en/usage-report.json" with { type: "json" };
import fr from "./fr/usage-report.json" with { type: "json" };
import ru from "./ru/usage-report.json" with { type: "json" };
import vi from "./vi/usage-report.json" with { type: "json" };
import zh from "./zh-tw/usage-report.json" with { type: "json" };

const words: Record<Lang, typeof en> = { en, zh, fr, ru, vi, de };

/** All of a report's words in a language. */
export const usageWords = (lang: Lang): typeof en => words[lang];
