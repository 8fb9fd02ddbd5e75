/**
 * Counts connections that gateways refused, by reason. Past hours are counted once and cached, so
 * that the overview does not read a day of the log each time.
 */
import { sql } from "kysely";
import { inMemory } from "../../../platform/in-memory.ts";
import type { Services } from "../../../platform/services.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;
/** Reports of a disconnected gateway may arrive this late; such hours are counted again. */
const LATE_HOURS = 2;

/** Counts by reason, by the start of the hour. */
const hourCounts = inMemory(() => new Map<number, Map<string, number>>());

interface RefusalCount {
  reason: string;
  count: number;
}

/** The `most` most frequent reasons in the current hour and the 23 before it. */
export async function refusalsOfDay(
  services: Pick<Services, "db" | "memory">,
  now: number,
  most: number,
): Promise<RefusalCount[]> {
  const known = hourCounts(services);
  const current = Math.floor(now / HOUR_MS) * HOUR_MS;
  const first = current - (HOURS - 1) * HOUR_MS;
  const settled = current - LATE_HOURS * HOUR_MS;
  for (const hour of known.keys()) if (hour < first) known.delete(hour);
  let unknown = first;
  while (unknown < settled && known.has(unknown)) unknown += HOUR_MS;
  const { rows } = await sql<{ hour: Date; reason: string; count: number }>`
    select date_trunc('hour', at, 'UTC') as hour, reason, count(*)::int as count
    from request_log where outcome = 'refused' and at >= ${new Date(unknown)}
    group by 1, 2`.execute(services.db);
  const counted = Map.groupBy(rows, ({ hour }) => hour.getTime());
  const sums = new Map<string, number>();
  for (let hour = first; hour <= current; hour += HOUR_MS) {
    const before = hour < unknown ? known.get(hour) : undefined;
    const byReason =
      before ?? new Map((counted.get(hour) ?? []).map(({ reason, count }) => [reason, count]));
    if (hour < settled) known.set(hour, byReason);
    for (const [reason, count] of byReason) sums.set(reason, (sums.get(reason) ?? 0) + count);
  }
  return [...sums]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
    .slice(0, most);
}
