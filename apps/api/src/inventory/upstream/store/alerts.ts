/** What an operator has to know of upstreams: changes of states, and answers that need them. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface UpstreamAlert {
  at: Date;
  class: string;
  text: string;
}

/** Alerts of one upstream and class within this time are one. */
const quietMinutes = 10;
/** More than this of a class within that time say nothing new, whatever their words. */
const mostOfClass = 6;
const SHOWN = 20;
const KEPT_DAYS = 90;

/** Adds an alert, unless the same one is recent, or many of its class are. */
export async function addAlert(
  db: Db | Tx,
  upstreamId: string,
  alert: UpstreamAlert,
): Promise<void> {
  await sql`
    insert into upstream_alert (upstream_id, at, class, text)
    select ${upstreamId}, ${alert.at}, ${alert.class}, ${alert.text}
    where not exists (select from upstream_alert where upstream_id = ${upstreamId}
      and class = ${alert.class} and text = ${alert.text}
      and at > ${alert.at}::timestamptz - make_interval(mins => ${quietMinutes}))
      and ${mostOfClass} > (select count(*) from upstream_alert where upstream_id = ${upstreamId}
        and class = ${alert.class}
        and at > ${alert.at}::timestamptz - make_interval(mins => ${quietMinutes}))`.execute(db);
}

/** The newest alerts of each upstream, newest first. */
export async function recentAlerts(db: Db): Promise<Map<string, UpstreamAlert[]>> {
  const { rows } = await sql<UpstreamAlert & { id: string }>`
    select u.id, a.at, a.class, a.text from upstream u cross join lateral (
      select at, class, text from upstream_alert where upstream_id = u.id
      order by at desc, id desc limit ${SHOWN}) a`.execute(db);
  const found = new Map<string, UpstreamAlert[]>();
  for (const { id, ...alert } of rows) found.set(id, [...(found.get(id) ?? []), alert]);
  return found;
}

export async function deleteOldAlerts(db: Db, now: Date): Promise<void> {
  await sql`
    delete from upstream_alert
    where at < ${now}::timestamptz - make_interval(days => ${KEPT_DAYS})`.execute(db);
}
