/** What a recharge earns on top (spec/money#recharge-bonus). */
import { type Cents, percentOf } from "./money.ts";

/** What may be paid in at once (spec/money#recharge-bonus). */
export const rechargeCents = { least: 500, most: 10_000_000 } as const;

/** From this amount on, this many percent of the whole amount come on top. */
export interface BonusTier {
  fromCents: Cents;
  percent: number;
}

/** $500-1999 gives 5 %, $2000 and over 10 % (spec/money#recharge-bonus). */
export const standardBonusTiers: readonly BonusTier[] = [
  { fromCents: 50_000, percent: 5 },
  { fromCents: 200_000, percent: 10 },
];

/**
 * The tiers that hold now: the standard ones and those of running promotions, lowest first, without
 * tiers that a lower one already equals. A promotion helps where it is better and never harms.
 */
export function bonusTiers(promotions: readonly BonusTier[]): BonusTier[] {
  const all = [...standardBonusTiers, ...promotions].toSorted(
    (a, b) => a.fromCents - b.fromCents || b.percent - a.percent,
  );
  const kept: BonusTier[] = [];
  for (const { fromCents, percent } of all) {
    if (percent > (kept.at(-1)?.percent ?? 0)) kept.push({ fromCents, percent });
  }
  return kept;
}

/** The bonus of a recharge: the best tier that the amount reaches, rounded half up to the cent. */
export function rechargeBonus(amountCents: Cents, tiers: readonly BonusTier[]): Cents {
  const reached = tiers.filter((tier) => amountCents >= tier.fromCents);
  return percentOf(amountCents, Math.max(0, ...reached.map((tier) => tier.percent)));
}

/** The promotion that made a bonus larger than it would have been; null where none did. */
export function bonusSource<T extends BonusTier>(
  { amountCents, bonusCents }: { amountCents: Cents; bonusCents: Cents },
  promotions: readonly T[],
): T | null {
  if (bonusCents <= rechargeBonus(amountCents, standardBonusTiers)) return null;
  const gave = ({ fromCents, percent }: T) =>
    amountCents >= fromCents && percentOf(amountCents, percent) === bonusCents;
  return promotions.find(gave) ?? null;
}
