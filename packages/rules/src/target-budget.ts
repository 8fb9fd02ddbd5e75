/**
 * A sub-account's budgets per target (spec/traffic-plan#budgets-per-target). Entries cover targets
 * as in domain lists: `example.com` with its subdomains, `*.example.com` only the subdomains, an
 * address only itself. Of several matching entries, only the most specific one counts.
 */
import { dayMs } from "./statistics.ts";
import { dayStart, remainingUnder, monthStart } from "./sub-account-limits.ts";

/** Maximum number of budgets of one sub-account. */
export const maxTargetBudgets = 50;

/** Bytes per UTC day and per UTC month; null: no budget for that period. */
export interface TargetBudget {
  target: string;
  dayBytes: number | null;
  monthBytes: number | null;
}
interface Used {
  dayUsedBytes: number;
  monthUsedBytes: number;
}

/** Returns the entry that covers a host; null if none does. */
export type TargetMatcher = (host: string) => string | null;

/** Prepares entries for repeated use; each lookup takes one step per label of the host. */
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

/** Returns what a budget leaves after used bytes and those leased to gateways; null without one. */
export function budgetRemaining(
  { dayBytes, monthBytes }: TargetBudget,
  { dayUsedBytes, monthUsedBytes }: Used,
  leasedBytes: number,
): number | null {
  const day = remainingUnder(dayBytes, { usedBytes: dayUsedBytes, leasedBytes });
  const month = remainingUnder(monthBytes, { usedBytes: monthUsedBytes, leasedBytes });
  return day === null || month === null ? (day ?? month) : Math.min(day, month);
}

/** Returns until when (milliseconds since 1970) a budget is used up; null if something is left. */
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
