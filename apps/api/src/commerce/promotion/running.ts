/** Recharge promotions and the bonus that holds now (spec/money#recharge-bonus). */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { shopSentences } from "@turnpike/locales/shop.ts";
import { type BonusTier, bonusTiers } from "@turnpike/rules/recharge-bonus.ts";
import type { Db } from "../../platform/db/database.ts";

export interface Promotion extends BonusTier {
  id: string;
  title: string;
  endsAt: string;
}

/** Promotions that somebody turned on and that run at this instant. */
export async function runningPromotions(db: Db, lang: Lang, now: number): Promise<Promotion[]> {
  const at = new Date(now);
  const rows = await db
    .selectFrom("promotion")
    .select(["id", "key", "title", "from_cents", "percent", "ends_at"])
    .where("enabled", "=", true)
    .where("starts_at", "<=", at)
    .where("ends_at", ">", at)
    .orderBy("from_cents")
    .limit(50)
    .execute();
  const words: Record<string, string> = shopSentences(lang).promotions;
  return rows.map((row) => ({
    id: row.id,
    title: row.title ?? words[row.key ?? ""] ?? "",
    fromCents: row.from_cents,
    percent: row.percent,
    endsAt: row.ends_at.toISOString(),
  }));
}

/** The bonus tiers with these promotions. */
export function tiersNow(promotions: Promotion[]): BonusTier[] {
  return bonusTiers(promotions);
}
