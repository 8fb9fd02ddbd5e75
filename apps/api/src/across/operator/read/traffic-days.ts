/** Traffic by day of all customers. Days that are over are counted once and kept in memory. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { inMemory } from "../../../platform/in-memory.ts";
import type { Services } from "../../../platform/services.ts";

const kept = inMemory(() => new Map<string, number>());
/** Reports of a gateway that was away may arrive so late. */
const LATE_MS = 2 * dayMs;

const textOf = (day: number) => new Date(day).toISOString().slice(0, 10);

/** Bytes by UTC day (`2026-03-01`), from the day of `from` to the day of `to`. */
export async function trafficDays(
  services: Pick<Services, "db" | "memory">,
  from: number,
  to: number,
): Promise<Map<string, number>> {
  const known = kept(services);
  const first = Math.floor(from / dayMs) * dayMs;
  const settled = Math.floor((to - LATE_MS) / dayMs) * dayMs;
  let unknown = first;
  while (unknown < settled && known.has(textOf(unknown))) unknown += dayMs;
  const { rows } = await sql<{ day: string; bytes: number }>`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(up_bytes + down_bytes)::bigint as bytes
    from usage_hour where hour >= ${new Date(unknown)} and hour <= ${new Date(to)}
    group by 1`.execute(services.db);
  const counted = new Map(rows.map(({ day, bytes }) => [day, bytes]));
  const days = new Map<string, number>();
  for (let day = first; day <= to; day += dayMs) {
    const text = textOf(day);
    const bytes = (day < unknown ? known.get(text) : counted.get(text)) ?? 0;
    days.set(text, bytes);
    if (day < settled) known.set(text, bytes);
  }
  return days;
}
