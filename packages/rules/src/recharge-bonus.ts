/** Bonuses on recharges (spec/money#recharge-bonus). */
import { type Cents, percentOf } from "./money.ts";

/** Limits of a single recharge (spec/money#recharge-bonus). */
export const rechargeCents = { least: 500, most: 10_000_000 } as const;

/** From this amount on, the bonus is this percentage of the whole amount. */
export interface BonusTier {
  fromCents: Cents;
  percent: number;
}

/** 5 % for $500-1999, 10 % from $2000 (spec/money#recharge-bonus). */
export const standardBonusTiers: readonly BonusTier[] = [
  { fromCents: 50_000, percent: 5 },
  { fromCents: 200_000, percent: 10 },
];

/**
 * Returns the current tiers, lowest first: the standard ones and those of running promotions,
 * without tiers that a lower one already matches. A promotion can only improve the bonus.
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

/** Returns a recharge's bonus, by the best tier reached, rounded half up to the cent. */
export function rechargeBonus(amountCents: Cents, tiers: readonly BonusTier[]): Cents {
  const reached = tiers.filter((tier) => amountCents >= tier.fromCents);
  return percentOf(amountCents, Math.max(0, ...reached.map((tier) => tier.percent)));
}

/** Returns the promotion that increased a bonus; null if none did. */
export function bonusSource<T extends BonusTier>(
  { amountCents, bonusCents }: { amountCents: Cents; bonusCents: Cents },
  promotions: readonly T[],
): T | null {
  if (bonusCents <= rechargeBonus(amountCents, standardBonusTiers)) return null;
  const matches = ({ fromCents, percent }: T) =>
    amountCents >= fromCents && percentOf(amountCents, percent) === bonusCents;
  return promotions.find(matches) ?? null;
}
