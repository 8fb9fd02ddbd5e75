/** Traffic of all customers by day. */
import { sql } from "kysely";
import { inMemory } from "../../../platform/in-memory.ts";
import type { Services } from "../../../platform/services.ts";
import { DayCache } from "./day-cache.ts";

const bytesCache = inMemory(() => new DayCache<number>());

/** Bytes by UTC day (`2026-03-01`), from the day of `from` to that of `now`. */
export function trafficDays(
  services: Pick<Services, "db" | "memory">,
  span: { from: number; now: number },
): Promise<Map<string, number>> {
  return bytesCache(services).read(span, async (from, to) => {
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(up_bytes + down_bytes), 0)::bigint as bytes from usage_hour
      where hour >= ${from} and hour < ${to}`.execute(services.db);
    return rows[0]?.bytes ?? 0;
  });
}
