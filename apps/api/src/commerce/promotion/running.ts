/** The active recharge promotions in the customer's language (spec/money#recharge-bonus). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import type { BonusTier } from "@turnpike/rules/recharge-bonus.ts";
import type { Db } from "../../platform/db/database.ts";
import { findRunning } from "./store.ts";

export interface Promotion extends BonusTier {
  id: string;
  title: string;
  endsAt: string;
}

/** Promotions that the operator has enabled and that are active at this instant. */
export async function runningPromotions(db: Db, lang: Lang, now: number): Promise<Promotion[]> {
  const words: Record<string, string> = shopSentences(lang).promotions;
  return (await findRunning(db, new Date(now))).map((row) => ({
    id: row.id,
    title: row.title ?? words[row.key ?? ""] ?? "",
    fromCents: row.fromCents,
    percent: row.percent,
    endsAt: row.endsAt.toISOString(),
  }));
}
