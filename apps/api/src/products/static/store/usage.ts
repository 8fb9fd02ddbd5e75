/** Usage of static IPs by UTC day: counted, not billed. The only file that names its table. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface StaticUse {
  staticId: string;
  /** Milliseconds since 1970; only the UTC day matters. */
  at: number;
  upBytes: number;
  downBytes: number;
  requests: number;
}

/** Cap per static IP, day and counter: monthly sums stay safe integers. */
const maxPerDay = 100_000_000_000_000;

/**
 * Adds usage, summed per static IP and day. Unknown ids are ignored; usage dated before the IP's
 * first day counts for that day.
 */
export async function addStaticUse(tx: Tx, uses: StaticUse[]): Promise<void> {
  if (uses.length === 0) return;
  const given = uses.map((use) => ({ ...use, day: new Date(use.at).toISOString().slice(0, 10) }));
  await sql`
    insert into static_usage_day as u (static_id, account_id, day, up_bytes, down_bytes, requests)
    select s.id, s.account_id, greatest(given.day, (s.started_at at time zone 'UTC')::date),
      least(sum("upBytes"), ${maxPerDay}), least(sum("downBytes"), ${maxPerDay}),
      least(sum(given.requests), ${maxPerDay})
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("staticId" uuid, day date,
      "upBytes" bigint, "downBytes" bigint, requests bigint)
    join static_ip s on s.id = given."staticId"
    group by 1, 2, 3 order by 1, 3
    on conflict (static_id, day) do update set
      up_bytes = least(u.up_bytes + excluded.up_bytes, ${maxPerDay}),
      down_bytes = least(u.down_bytes + excluded.down_bytes, ${maxPerDay}),
      requests = least(u.requests + excluded.requests, ${maxPerDay})`.execute(tx);
}

const SHOWN_DAYS = 30;
const firstDay = (now: number) =>
  new Date(now - (SHOWN_DAYS - 1) * dayMs).toISOString().slice(0, 10);

/** Bytes in both directions by id: of the last 30 days, and of the current day. */
export async function usedBytesOf(
  db: Db,
  staticIds: string[],
  now: number,
): Promise<Map<string, { bytes: number; dayBytes: number }>> {
  const today = new Date(now).toISOString().slice(0, 10);
  const { rows } = await sql<{ id: string; bytes: number; dayBytes: number }>`
    select static_id as id, sum(up_bytes + down_bytes)::bigint as bytes,
      coalesce(sum(up_bytes + down_bytes) filter (where day = ${today}::date), 0)::bigint
        as "dayBytes"
    from static_usage_day
    where static_id = any(${staticIds}::uuid[]) and day >= ${firstDay(now)}::date
    group by static_id`.execute(db);
  return new Map(rows.map(({ id, ...used }) => [id, used]));
}

export interface StaticDay {
  /** YYYY-MM-DD */
  day: string;
  upBytes: number;
  downBytes: number;
  requests: number;
}
/** The last 30 days of one IP, oldest first; days without usage are left out. */
export async function usageDays(db: Db, staticId: string, now: number): Promise<StaticDay[]> {
  const { rows } = await sql<StaticDay>`
    select to_char(day, 'YYYY-MM-DD') as day, up_bytes as "upBytes", down_bytes as "downBytes",
      requests
    from static_usage_day where static_id = ${staticId} and day >= ${firstDay(now)}::date
    order by static_usage_day.day`.execute(db);
  return rows;
}

/** The owner of each static IP and its start (milliseconds since 1970), including expired ones. */
export async function ownersOfStatics(
  tx: Tx,
  ids: string[],
): Promise<{ id: string; accountId: string; since: number }[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; accountId: string; since: number }>`
    select id, account_id as "accountId", (extract(epoch from started_at) * 1000)::bigint as since
    from static_ip where id = any(${ids}::uuid[])`.execute(tx);
  return rows;
}
