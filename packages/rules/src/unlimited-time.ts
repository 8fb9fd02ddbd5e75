/** Lifetime of unlimited plans: granted by orders, taken by refunds, returned by undone refunds. */
import { dayMs } from "./statistics.ts";

const secondMs = 1_000;

/** Returns the seconds that an order of this many days grants a plan. */
export function termSeconds(days: number): number {
  return (days * dayMs) / secondMs;
}

/** Times of a plan, in milliseconds since 1970. */
export interface PlanClock {
  expiresAt: number;
  now: number;
  /** Nothing is left of the plan: its ports were closed for good. */
  released: boolean;
}

/** Returns the seconds that are left of a plan; a started second counts as a whole. */
export function secondsLeft({ expiresAt, now, released }: PlanClock): number {
  return released ? 0 : Math.max(0, Math.ceil((expiresAt - now) / secondMs));
}

/** Shortens a plan by this many seconds. */
export function shortenedExpiry(expiresAt: number, seconds: number): number {
  return expiresAt - seconds * secondMs;
}

/**
 * Distributes the seconds taken by a refund that was undone. Other refunds in effect that found
 * less than they were due (`missing`, one each) get them first, in order, as they would have found
 * them. Only the rest returns to the plan, so it never lasts longer than was paid for.
 */
export function splitReturnedSeconds(
  seconds: number,
  missing: readonly number[],
): { returned: number; kept: number[] } {
  let returned = seconds;
  const kept = missing.map((wanted) => {
    const got = Math.min(returned, wanted);
    returned -= got;
    return got;
  });
  return { returned, kept };
}

/**
 * Extends a plan by the seconds returned from a refund. Time since an expiry in the meantime does
 * not count: the plan was suspended for `idleMs`.
 */
export function extendedExpiry(
  { expiresAt, now }: Pick<PlanClock, "expiresAt" | "now">,
  seconds: number,
): { expiresAt: number; idleMs: number } {
  const idleMs = Math.max(0, now - expiresAt);
  return { expiresAt: expiresAt + idleMs + seconds * secondMs, idleMs };
}

/** Returns a plan's expiry after a suspension that ended at `now`; `since` null: there was none. */
export function expiryAfterSuspension(
  { expiresAt, now }: Pick<PlanClock, "expiresAt" | "now">,
  since: number | null,
): { expiresAt: number; idleMs: number } {
  const idleMs = since === null ? 0 : Math.max(0, now - since);
  return { expiresAt: expiresAt + idleMs, idleMs };
}
