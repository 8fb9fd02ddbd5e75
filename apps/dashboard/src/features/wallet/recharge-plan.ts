/** What the recharge dialog computes itself: limits, presets, the next bonus tier. */
import {
  type BonusTier,
  rechargeBonus,
  rechargeCents,
  standardBonusTiers,
} from "@turnpike/rules/recharge-bonus.ts";

export const { least: minCents, most: maxCents } = rechargeCents;

/** Amounts in cents to choose with one click. */
export const presets = [1_000, 5_000, 10_000, 50_000, 200_000] as const;
export const firstCents = 5_000;

export type AmountError = "missing" | "belowMin" | "aboveMax" | "notWholeCents";
export type Amount = { ok: true; cents: number } | { ok: false; why: AmountError };

/** Parses typed dollars, at least `least` cents; empty or non-numeric input counts as missing. */
export function readAmount(dollars: number | string, least: number = minCents): Amount {
  const typed = typeof dollars === "string" ? dollars.trim() : dollars;
  const value = typed === "" ? Number.NaN : Number(typed);
  if (!Number.isFinite(value)) return { ok: false, why: "missing" };
  const cents = Math.round(value * 100);
  if (cents < least) return { ok: false, why: "belowMin" };
  if (cents > maxCents) return { ok: false, why: "aboveMax" };
  if (Math.abs(value * 100 - cents) > 1e-4) return { ok: false, why: "notWholeCents" };
  return { ok: true, cents };
}

/** The next tier above the amount with a higher percentage, and the amount missing for it. */
export function nextBonusTier(
  cents: number,
  tiers: readonly BonusTier[],
): { missingCents: number; percent: number } | null {
  const now = Math.max(0, ...reachedTiers(cents, tiers).map(({ percent }) => percent));
  const next = tiers
    .filter(({ fromCents, percent }) => fromCents > cents && percent > now)
    .sort((one, other) => one.fromCents - other.fromCents)[0];
  return next ? { missingCents: next.fromCents - cents, percent: next.percent } : null;
}

/** In cents: the bonus, the part of both that settles a debt (`debtCents`), and the new balance. */
export function rechargeBreakdown(plan: {
  cents: number;
  walletCents: number;
  debtCents: number;
  tiers: readonly BonusTier[];
}): { bonusCents: number; percent: number; settledCents: number; walletAfterCents: number } {
  const bonusCents = rechargeBonus(plan.cents, plan.tiers);
  const percent = Math.max(0, ...reachedTiers(plan.cents, plan.tiers).map((tier) => tier.percent));
  const arrivingCents = plan.cents + bonusCents;
  const settledCents = Math.min(plan.debtCents, arrivingCents);
  const walletAfterCents = plan.walletCents + arrivingCents - settledCents;
  return { bonusCents, percent, settledCents, walletAfterCents };
}

/** The running promotion that gives an amount's bonus; undefined if the usual tiers do. */
export function promotionFor<P extends BonusTier>(
  cents: number,
  offered: { promotions: readonly P[]; bonusTiers: readonly BonusTier[] },
): P | undefined {
  const percent = Math.max(
    0,
    ...reachedTiers(cents, offered.bonusTiers).map((tier) => tier.percent),
  );
  const usual = rechargeBonus(cents, standardBonusTiers);
  return offered.promotions.find(
    (one) =>
      cents >= one.fromCents && one.percent === percent && rechargeBonus(cents, [one]) > usual,
  );
}

const reachedTiers = (cents: number, tiers: readonly BonusTier[]) =>
  tiers.filter(({ fromCents }) => cents >= fromCents);
