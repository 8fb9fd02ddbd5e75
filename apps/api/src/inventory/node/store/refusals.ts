/** The table `node_refusal`: what was refused of a gateway machine (spec/nodes#identity). */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface NodeRefusal {
  nodeId: string;
  what: string;
  count: number;
}

/** Adds counts; one that was not refused anything for a day begins anew. */
export async function addRefusals(db: Db, refusals: NodeRefusal[]): Promise<void> {
  await sql`
    insert into node_refusal as known (node_id, what, count, since, last_at)
    select node_id, what, count, now(), now()
    from unnest(${refusals.map(({ nodeId }) => nodeId)}::uuid[],
      ${refusals.map(({ what }) => what)}::text[],
      ${refusals.map(({ count }) => count)}::bigint[]) as given (node_id, what, count)
    where exists (select from node where id = node_id)
    order by node_id, what
    on conflict (node_id, what) do update set last_at = excluded.last_at,
      since = case when known.last_at < now() - interval '1 day'
        then excluded.since else known.since end,
      count = case when known.last_at < now() - interval '1 day' then 0
        else known.count end + excluded.count`.execute(db);
}

export interface RecentRefusal {
  nodeId: string;
  what: string;
  count: number;
  since: Date;
  lastAt: Date;
}

/** What was refused in the last day, the most frequent first. */
export async function recentRefusals(db: Db | Tx): Promise<RecentRefusal[]> {
  const { rows } = await sql<RecentRefusal>`
    select node_id as "nodeId", what, count, since, last_at as "lastAt" from node_refusal
    where last_at > now() - interval '1 day'
    order by count desc, what`.execute(db);
  return rows;
}
