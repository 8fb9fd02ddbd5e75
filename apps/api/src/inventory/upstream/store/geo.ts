/** Where exits that wholesalers named are, beside where they were asked for, by UTC day. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** Connections of a day that asked for one country and left from another, or the same. */
export interface GeoCount {
  /** The upstream's name. */
  upstream: string;
  /** `2026-03-01`. */
  day: string;
  asked: string;
  found: string;
  connections: number;
}

/** As long as the trace usually proves them. */
const KEPT_DAYS = 90;

/** Adds counts; those of unknown upstreams are left out. */
export async function addGeo(tx: Tx, counts: GeoCount[]): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into upstream_geo_day as d (upstream_id, day, asked, found, connections)
    select u.id, g.day, g.asked, g.found, sum(g.connections)
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as g (upstream text, day date,
      asked text, found text, connections bigint)
    join upstream u on u.name = g.upstream
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (upstream_id, day, asked, found) do update
      set connections = d.connections + excluded.connections`.execute(tx);
}

/** Counts from `from` to before `to`, by upstream and day. */
export async function geoDays(
  db: Db,
  { from, to }: { from: string; to: string },
): Promise<GeoCount[]> {
  const { rows } = await sql<GeoCount>`
    select u.name as upstream, d.day::text as day, d.asked, d.found, d.connections
    from upstream_geo_day d join upstream u on u.id = d.upstream_id
    where d.day >= ${from}::date and d.day < ${to}::date
    order by d.day, u.name, d.connections desc, d.asked, d.found`.execute(db);
  return rows;
}

export async function deleteOldGeo(db: Db, now: Date): Promise<void> {
  await sql`
    delete from upstream_geo_day
    where day < ${now}::date - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
