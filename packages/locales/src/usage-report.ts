/** Names of products, outcomes and unnamed values in the usage report, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/usage-report.json" with { type: "json" };
import en from "./en/usage-report.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/usage-report.json" with { type: "json" };
import ru from "./ru/usage-report.json" with { type: "json" };
import vi from "./vi/usage-report.json" with { type: "json" };
import zh from "./zh-tw/usage-report.json" with { type: "json" };

const words = inAllLanguages(en, { zh, fr, ru, vi, de });

/** Returns all texts of the report in a language. */
export const usageWords = (lang: Lang): typeof en => words[lang];
