/** Names of assets, units and entries in account statements, in all languages. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/ledger.json" with { type: "json" };
import en from "./en/ledger.json" with { type: "json" };
import { inAllLanguages } from "./fallback.ts";
import fr from "./fr/ledger.json" with { type: "json" };
import ru from "./ru/ledger.json" with { type: "json" };
import vi from "./vi/ledger.json" with { type: "json" };
import zh from "./zh-tw/ledger.json" with { type: "json" };

const sentences = inAllLanguages(en, { zh, fr, ru, vi, de });
export type LedgerSentences = typeof en;

/** Returns all texts of a statement in a language. */
export function ledgerSentences(lang: Lang): LedgerSentences {
  return sentences[lang];
}
