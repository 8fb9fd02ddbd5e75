/** Scheduled price changes (spec/money#prices). */
import type { Micros } from "./money.ts";
import type { PriceTier } from "./pricing.ts";

/** A tier's price from an instant on. */
export interface PriceChange {
  fromQty: number;
  /** Null: the tier is removed. */
  unitMicros: Micros | null;
  /** Milliseconds since 1970. */
  from: number;
}

/** Returns the tiers with one price changed, or (if null) removed, ordered by quantity. */
export function changedTiers(
  tiers: readonly PriceTier[],
  { fromQty, unitMicros }: Pick<PriceChange, "fromQty" | "unitMicros">,
): PriceTier[] {
  const others = tiers.filter((tier) => tier.fromQty !== fromQty);
  const all = unitMicros === null ? others : [...others, { fromQty, unitMicros }];
  return all.toSorted((a, b) => a.fromQty - b.fromQty);
}

/** Sorts by instant; changes at the same instant stay in the order in which they were scheduled. */
const byStart = (changes: readonly PriceChange[]) => changes.toSorted((a, b) => a.from - b.from);

/**
 * Returns the tiers in effect at an instant, after all changes up to and including it. `changes`
 * are in the order in which they were scheduled.
 */
export function tiersAt(
  tiers: readonly PriceTier[],
  changes: readonly PriceChange[],
  at: number,
): PriceTier[] {
  return byStart(changes)
    .filter(({ from }) => from <= at)
    .reduce<PriceTier[]>((before, change) => changedTiers(before, change), [...tiers]);
}

/**
 * Returns the tiers for a customer whose group has tiers of its own: from the group's first quantity
 * on they replace the list's, below it the list's apply.
 */
export function tiersForGroup(list: readonly PriceTier[], own: readonly PriceTier[]): PriceTier[] {
  const first = Math.min(...own.map(({ fromQty }) => fromQty));
  return [...list.filter(({ fromQty }) => fromQty < first), ...own];
}

type ScheduleVerdict =
  | { ok: true }
  /** Removes a tier that does not exist then, or leaves the smallest order without a price. */
  | { ok: false; why: "noTier" | "noPrice"; change: PriceChange };

/**
 * Checks that after each change the smallest order has a price, and that removed tiers exist. A group
 * needs no prices of its own (`minQty` null).
 */
export function judgeSchedule(
  { minQty, tiers }: { minQty: number | null; tiers: readonly PriceTier[] },
  changes: readonly PriceChange[],
): ScheduleVerdict {
  const instants = [...new Set(byStart(changes).map(({ from }) => from))];
  let current: PriceTier[] = [...tiers];
  for (const instant of instants) {
    const due = changes.filter(({ from }) => from === instant);
    for (const change of due) {
      const exists = current.some(({ fromQty }) => fromQty === change.fromQty);
      if (change.unitMicros === null && !exists) return { ok: false, why: "noTier", change };
      current = changedTiers(current, change);
    }
    const last = due.at(-1);
    if (last && minQty !== null && !current.some(({ fromQty }) => fromQty <= minQty))
      return { ok: false, why: "noPrice", change: last };
  }
  return { ok: true };
}
