/** Bytes of upstreams by UTC day: on our sockets, and as the wholesaler reports them. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** What one account's traffic was at an upstream on a day. */
export interface UpstreamDay {
  upstreamId: string;
  /** `2026-03-01`. */
  day: string;
  accountId: string;
  country: string;
  sentBytes: number;
  receivedBytes: number;
  connections: number;
  failures: number;
}

/** Of an upstream in a day, over all machines: only false reports reach it. Sums stay safe integers. */
const maxPerDay = 200_000_000_000_000;

/** Adds rows; those of unknown upstreams are left out, and those beyond what a day can have. */
export async function addDays(tx: Tx, rows: UpstreamDay[]): Promise<void> {
  if (rows.length === 0) return;
  // In one order everywhere, so that two reports never wait for each other.
  await sql`
    with given as (
      select g."upstreamId" as upstream_id, g.day, g."accountId" as account_id, g.country,
        sum(g."sentBytes") as sent, sum(g."receivedBytes") as received,
        least(sum(g.connections), ${maxPerDay}) as connections,
        least(sum(g.failures), ${maxPerDay}) as failures
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("upstreamId" uuid, day date,
        "accountId" uuid, country text, "sentBytes" bigint, "receivedBytes" bigint,
        connections bigint, failures bigint)
      join upstream u on u.id = g."upstreamId" group by 1, 2, 3, 4
    ), sums as (
      select upstream_id, day, sum(sent + received) as bytes from given group by 1, 2
    ), possible as (
      select upstream_id, day, sums.bytes from sums
      left join upstream_total_day t using (upstream_id, day)
      where coalesce(t.bytes, 0) + sums.bytes <= ${maxPerDay}
    ), kept as (
      insert into upstream_day as d (upstream_id, day, account_id, country, sent_bytes,
        received_bytes, connections, failures)
      select given.* from given join possible using (upstream_id, day) order by 1, 2, 4, 3
      on conflict (upstream_id, day, country, account_id) do update set
        sent_bytes = d.sent_bytes + excluded.sent_bytes,
        received_bytes = d.received_bytes + excluded.received_bytes,
        connections = least(d.connections + excluded.connections, ${maxPerDay}),
        failures = least(d.failures + excluded.failures, ${maxPerDay})
    )
    insert into upstream_total_day as t (upstream_id, day, bytes)
    select upstream_id, day, bytes from possible order by 1, 2
    on conflict (upstream_id, day) do update set bytes = t.bytes + excluded.bytes`.execute(tx);
}

export interface QuotaUse {
  id: string;
  dayBytes: number | null;
  monthBytes: number | null;
  today: number;
  month: number;
}

/** Use of the UTC day and month of those upstreams that are `on` and have a quota. */
export async function quotaUse(db: Db | Tx, now: Date): Promise<QuotaUse[]> {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<QuotaUse>`
    select u.id, u.day_bytes as "dayBytes", u.month_bytes as "monthBytes",
      coalesce(sum(d.bytes) filter (where d.day = ${today}::date), 0)::bigint
        as today,
      coalesce(sum(d.bytes), 0)::bigint as month
    from upstream u left join upstream_total_day d on d.upstream_id = u.id
      and d.day >= date_trunc('month', ${today}::date) and d.day <= ${today}::date
    where u.state = 'on' and (u.day_bytes is not null or u.month_bytes is not null)
    group by u.id`.execute(db);
  return rows;
}

export interface UpstreamUse {
  id: string;
  connections: number;
  todayBytes: number;
  monthBytes: number;
}

/** Open connections, and bytes of the UTC day and month, of all upstreams. */
export async function upstreamUse(db: Db, now: Date): Promise<Map<string, UpstreamUse>> {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<UpstreamUse>`
    select u.id,
      coalesce((select sum(s.open) from upstream_slot s
        where s.upstream_id = u.id and s.ends_at > clock_timestamp()), 0)::int as connections,
      coalesce(sum(d.bytes) filter (where d.day = ${today}::date), 0)::bigint
        as "todayBytes",
      coalesce(sum(d.bytes), 0)::bigint as "monthBytes"
    from upstream u left join upstream_total_day d on d.upstream_id = u.id
      and d.day >= date_trunc('month', ${today}::date) and d.day <= ${today}::date
    group by u.id`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Records what the wholesaler says it carried on a day. */
export async function putReported(
  tx: Tx,
  { id, day, bytes }: { id: string; day: string; bytes: number },
): Promise<void> {
  await sql`
    insert into upstream_reported (upstream_id, day, bytes) values (${id}, ${day}::date, ${bytes})
    on conflict (upstream_id, day) do update set bytes = excluded.bytes`.execute(tx);
}

export interface CostedDay {
  upstream: string;
  day: string;
  country: string;
  ownBytes: number;
  /** Null if no price applied that day. */
  perGbMicros: number | null;
  gbBytes: number | null;
}

/** Bytes by upstream, day and country from `from` to before `to`, with the price of the day. */
export async function costedDays(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<CostedDay[]> {
  const { rows } = await sql<CostedDay>`
    select u.name as upstream, d.day::text as day, d.country,
      least(sum(d.sent_bytes + d.received_bytes), ${Number.MAX_SAFE_INTEGER})::bigint as "ownBytes",
      p.per_gb_micros as "perGbMicros", p.gb_bytes as "gbBytes"
    from upstream_day d join upstream u on u.id = d.upstream_id
    left join lateral (select per_gb_micros, gb_bytes from upstream_price
      where upstream_id = d.upstream_id and from_day <= d.day order by from_day desc limit 1) p
      on true
    where d.day >= ${from}::date and d.day < ${to}::date
    group by 1, 2, 3, 5, 6 order by 2, 1, 3`.execute(db);
  return rows;
}

export async function reportedDays(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<{ upstream: string; day: string; bytes: number }[]> {
  const { rows } = await sql<{ upstream: string; day: string; bytes: number }>`
    select u.name as upstream, r.day::text as day, r.bytes
    from upstream_reported r join upstream u on u.id = r.upstream_id
    where r.day >= ${from}::date and r.day < ${to}::date`.execute(db);
  return rows;
}

/** What is left of each quota, and the average use of a day of the last seven. */
export async function balances(
  db: Db,
  now: Date,
): Promise<Map<string, { left: number; perDay: number }>> {
  const today = now.toISOString().slice(0, 10);
  const { rows } = await sql<{ name: string; left: number; perDay: number }>`
    select u.name,
      greatest(0, case when u.month_bytes is not null
        then u.month_bytes - coalesce(sum(d.bytes)
          filter (where d.day >= date_trunc('month', ${today}::date)), 0)
        else u.day_bytes - coalesce(sum(d.bytes)
          filter (where d.day = ${today}::date), 0) end)::float8 as left,
      (coalesce(sum(d.bytes)
        filter (where d.day > ${today}::date - 7), 0)
        / greatest(1, count(distinct d.day) filter (where d.day > ${today}::date - 7)))::float8
        as "perDay"
    from upstream u left join upstream_total_day d on d.upstream_id = u.id
      and d.day >= ${today}::date - 31 and d.day <= ${today}::date
    where u.month_bytes is not null or u.day_bytes is not null
    group by u.id`.execute(db);
  return new Map(rows.map(({ name, ...row }) => [name, row]));
}
