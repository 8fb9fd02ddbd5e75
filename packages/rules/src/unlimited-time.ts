/** The time of unlimited plans: what orders give of it, refunds take, and undone refunds return. */
import { dayMs } from "./statistics.ts";

const secondMs = 1_000;

/** What an order of so many days grants a plan, in seconds. */
export function termSeconds(days: number): number {
  return (days * dayMs) / secondMs;
}

/** Of a plan, instants in milliseconds since 1970. */
export interface PlanClock {
  expiresAt: number;
  now: number;
  /** Nothing is left of it: its ports were closed for good. */
  released: boolean;
}

/** Seconds that are left of a plan from now on; one that has begun counts as a whole. */
export function secondsLeft({ expiresAt, now, released }: PlanClock): number {
  return released ? 0 : Math.max(0, Math.ceil((expiresAt - now) / secondMs));
}

/** A plan's end without so many seconds. */
export function endWithout(expiresAt: number, seconds: number): number {
  return expiresAt - seconds * secondMs;
}

/**
 * Shares out the seconds that an undone refund had taken. Those that stand and found fewer than
 * they were due (`missing`, one each) would have found these: they get them first, in their order.
 * Only what is left returns to the plan, which so never lasts longer than what is paid of it.
 */
export function shareReturned(
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
 * A plan's end once seconds that a refund took are returned. What passed since an end meanwhile is
 * not counted against them: the plan stood still for so many milliseconds.
 */
export function endWith(
  { expiresAt, now }: Pick<PlanClock, "expiresAt" | "now">,
  seconds: number,
): { expiresAt: number; idleMs: number } {
  const idleMs = Math.max(0, now - expiresAt);
  return { expiresAt: expiresAt + idleMs + seconds * secondMs, idleMs };
}

/** A plan's end at an instant until which it stood still; `since` null: it did not. */
export function endAfterWait(
  { expiresAt, now }: Pick<PlanClock, "expiresAt" | "now">,
  since: number | null,
): { expiresAt: number; idleMs: number } {
  const idleMs = since === null ? 0 : Math.max(0, now - since);
  return { expiresAt: expiresAt + idleMs, idleMs };
}
