/**
 * Budgets of a sub-account per target (spec/traffic-plan#budgets-per-target). A target is covered by an
 * entry as domains are by lists: `example.com` with its subdomains, `*.example.com` by them alone, an
 * address by itself. Of several entries the most specific one counts, and no other.
 */
import { dayMs } from "./statistics.ts";
import { dayStart, leftUnder, monthStart } from "./sub-account-limits.ts";

/** Budgets of one sub-account at most. */
export const mostTargetBudgets = 50;

/** Bytes of a UTC day and of a UTC month; null: no budget of that period. */
export interface TargetBudget {
  target: string;
  dayBytes: number | null;
  monthBytes: number | null;
}
interface Used {
  dayUsedBytes: number;
  monthUsedBytes: number;
}

/** Answers the entry that covers a target's host; null where none does. */
export type TargetMatcher = (host: string) => string | null;

/** Prepares entries for many questions; a question costs one look-up per label of the host. */
export function targetMatcher(targets: readonly string[]): TargetMatcher {
  const entries = new Set(targets);
  return (host) => {
    if (entries.has(host)) return host;
    for (let dot = host.indexOf("."); dot >= 0; dot = host.indexOf(".", dot + 1)) {
      const parent = host.slice(dot + 1);
      if (entries.has(`*.${parent}`)) return `*.${parent}`;
      if (entries.has(parent)) return parent;
    }
    return null;
  };
}

/** Bytes that a budget leaves beside what is used and what gateways hold; null where it has none. */
export function leftOfBudget(
  { dayBytes, monthBytes }: TargetBudget,
  { dayUsedBytes, monthUsedBytes }: Used,
  leasedBytes: number,
): number | null {
  const day = leftUnder(dayBytes, { usedBytes: dayUsedBytes, leasedBytes });
  const month = leftUnder(monthBytes, { usedBytes: monthUsedBytes, leasedBytes });
  return day === null || month === null ? (day ?? month) : Math.min(day, month);
}

/** Until when (milliseconds since 1970) a budget is used up at `now`; null while something is left. */
export function budgetSpentUntil(
  { dayBytes, monthBytes }: TargetBudget,
  { dayUsedBytes, monthUsedBytes }: Used,
  now: number,
): number | null {
  if (monthBytes !== null && monthUsedBytes >= monthBytes)
    return monthStart(monthStart(now) + 32 * dayMs);
  if (dayBytes !== null && dayUsedBytes >= dayBytes) return dayStart(now) + dayMs;
  return null;
}
