/** What a statement calls assets, units and what happened, in each language. */
import type { Lang } from "@turnpike/contract/refusals.ts";
import de from "./de/ledger.json" with { type: "json" };
import en from "./en/ledger.json" with { type: "json" };
import fr from "./fr/ledger.json" with { type: "json" };
import ru from "./ru/ledger.json" with { type: "json" };
import vi from "./vi/ledger.json" with { type: "json" };
import zh from "./zh-tw/ledger.json" with { type: "json" };

const sentences: Record<Lang, typeof en> = { en, zh, fr, ru, vi, de };
export type LedgerSentences = typeof en;

/** All of a statement's words in a language. */
export function ledgerSentences(lang: Lang): LedgerSentences {
  return sentences[lang];
}
