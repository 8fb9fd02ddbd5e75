/**
 * Usage of unlimited plans' ports by UTC day: counted, not billed. The only file that names its
 * table.
 */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface PortUse {
  portId: string;
  /** Milliseconds since 1970; only the UTC day matters. */
  at: number;
  upBytes: number;
  downBytes: number;
  requests: number;
}

/** Cap per port, day and counter; 10 Gbps are 108 TB a day each way. */
const maxPerDay = 200_000_000_000_000;
/** Cap of a sum, which only false reports reach. */
export const maxUsageSum = Number.MAX_SAFE_INTEGER;

/**
 * Adds usage, summed per port and day. Unknown ports are ignored; usage dated before the plan's
 * first day counts for that day.
 */
export async function addPortUse(tx: Tx, uses: PortUse[]): Promise<void> {
  if (uses.length === 0) return;
  const given = uses.map((use) => ({ ...use, day: new Date(use.at).toISOString().slice(0, 10) }));
  await sql`
    insert into unlimited_usage_day as u (port_id, plan_id, account_id, day, up_bytes, down_bytes,
      requests)
    select o.id, o.plan_id, o.account_id,
      greatest(given.day, (p.started_at at time zone 'UTC')::date),
      least(sum("upBytes"), ${maxPerDay}), least(sum("downBytes"), ${maxPerDay}),
      least(sum(given.requests), ${maxPerDay})
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("portId" uuid, day date,
      "upBytes" bigint, "downBytes" bigint, requests bigint)
    join unlimited_port o on o.id = given."portId"
    join unlimited_plan p on p.id = o.plan_id
    group by 1, 2, 3, 4 order by 1, 4
    on conflict (port_id, day) do update set
      up_bytes = least(u.up_bytes + excluded.up_bytes, ${maxPerDay}),
      down_bytes = least(u.down_bytes + excluded.down_bytes, ${maxPerDay}),
      requests = least(u.requests + excluded.requests, ${maxPerDay})`.execute(tx);
}

const SHOWN_DAYS = 30;
const firstDay = (now: number) =>
  new Date(now - (SHOWN_DAYS - 1) * dayMs).toISOString().slice(0, 10);

const sums = (rows: { id: string; bytes: number }[]) =>
  new Map(rows.map(({ id, bytes }) => [id, bytes]));

/**
 * Bytes of ports in both directions, by id: of the last 30 days and of the current day. Ports
 * without usage have no entry.
 */
export async function usedBytesOfPorts(
  db: Db,
  portIds: string[],
  now: number,
): Promise<Map<string, { bytes: number; dayBytes: number }>> {
  const today = new Date(now).toISOString().slice(0, 10);
  const { rows } = await sql<{ id: string; bytes: number; dayBytes: number }>`
    select port_id as id, least(sum(up_bytes + down_bytes), ${maxUsageSum})::bigint as bytes,
      coalesce(sum(up_bytes + down_bytes) filter (where day = ${today}::date), 0)::bigint
        as "dayBytes"
    from unlimited_usage_day
    where port_id = any(${portIds}::uuid[]) and day >= ${firstDay(now)}::date
    group by port_id`.execute(db);
  return new Map(rows.map(({ id, ...used }) => [id, used]));
}

/** Bytes of plans in the last 30 days, over all their ports. */
export async function usedBytesOfPlans(
  db: Db,
  planIds: string[],
  now: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    select plan_id as id, least(sum(up_bytes + down_bytes), ${maxUsageSum})::bigint as bytes
    from unlimited_usage_day
    where plan_id = any(${planIds}::uuid[]) and day >= ${firstDay(now)}::date
    group by plan_id`.execute(db);
  return sums(rows);
}

/** The owner of each port and its plan's start (ms since 1970), including released ones. */
export async function ownersOfPorts(
  tx: Tx,
  ids: string[],
): Promise<{ id: string; accountId: string; since: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; accountId: string; since: number }>`
    select o.id, o.account_id as "accountId",
      (extract(epoch from p.started_at) * 1000)::bigint as since
    from unlimited_port o join unlimited_plan p on p.id = o.plan_id
    where o.id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}
