/** Traffic of each exit by UTC day: sums that outlive the trace (spec/console#margin). */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { exitPrefixes } from "../../../inventory/exit/store/costs.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";

/** Reports of gateways that were cut off may arrive this late. */
const LATE_DAYS = 2;
const KEPT_DAYS = 800;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/**
 * Sums a UTC day again. Sums whose rows no longer exist are kept. Addresses in an exit's prefix
 * count for the prefix.
 */
async function sumDay(db: Db, start: number, prefixes: string[]): Promise<void> {
  await sql`
    insert into exit_usage_day (day, exit_ip, product, bytes, connections)
    select ${dayOf(start)}::date,
      coalesce((select p from unnest(${prefixes}::inet[]) p where exit_ip << p limit 1), exit_ip),
      product, least(sum(up_bytes + down_bytes), ${Number.MAX_SAFE_INTEGER})::bigint, sum(connections)
    from connection_trace
    where at >= ${new Date(start)} and at < ${new Date(start + dayMs)} and product <> 'relay'
      and upstream is null and exit_ip is not null and not unproved
    group by 1, 2, 3
    on conflict (day, exit_ip, product) do update
      set bytes = excluded.bytes, connections = excluded.connections`.execute(db);
}

/** UTC days from `first` to `last` that have rows, in milliseconds since 1970. */
async function daysWithRows(db: Db, first: number, last: number): Promise<number[]> {
  const { rows } = await sql<{ day: Date }>`
    select day from generate_series(${new Date(first)}::timestamptz, ${new Date(last)}::timestamptz,
      interval '24 hours') day
    cross join lateral (select from connection_trace
      where at >= day and at < day + interval '24 hours' limit 1) traced`.execute(db);
  return rows.map(({ day }) => day.getTime());
}

/** Sums days not summed yet, today, and days for which reports may still arrive. */
export async function sumExitUsage({
  db,
  world,
  env,
}: Pick<Services, "db" | "world" | "env">): Promise<void> {
  const prefixes = await exitPrefixes(db);
  const today = Math.floor(world.now() / dayMs) * dayMs;
  const { rows } = await sql<{ last: string | null }>`
    select max(day)::text as last from exit_usage_day`.execute(db);
  const last = rows[0]?.last ?? null;
  const begin = last === null ? today - env.TRACE_DAYS * dayMs : Date.parse(`${last}T00:00:00Z`);
  const first = Math.min(begin, today - LATE_DAYS * dayMs);
  for (const day of await daysWithRows(db, first, today)) await sumDay(db, day, prefixes);
  await sql`delete from exit_usage_day where day < ${dayOf(today - KEPT_DAYS * dayMs)}::date`.execute(
    db,
  );
}
