/** Which numbers of a range are free at a node. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import type { PortRange } from "../port-range.ts";

/**
 * Until this transaction ends, no other one can allocate numbers of the range. Must be called
 * before anything is posted to the ledger: the holder of this lock may wait for a balance.
 */
export async function lockNumbers(tx: Tx, range: PortRange): Promise<void> {
  await sql`select pg_advisory_xact_lock(${range.lock})`.execute(tx);
}

/** Counts the free numbers at each of the nodes. */
export async function countFreeNumbers(
  { env, world }: Services,
  db: Db,
  range: PortRange,
  nodeIds: string[],
): Promise<Map<string, number>> {
  const numbers = range.numbers(env);
  const { rows } = await sql<{ id: string; used: number }>`
    select used.node_id as id, count(distinct used.port)::int as used from (
      select p.node_id, p.port from ${range.ports} p where p.released_at is null
      union all select b.node_id, b.port from ${range.badPorts} b
        where b.until > ${new Date(world.now())}) as used
    where used.node_id = any(${nodeIds}::uuid[]) and used.port = any(${numbers}::int[])
    group by used.node_id`.execute(db);
  const used = new Map(rows.map((row) => [row.id, row.used]));
  return new Map(nodeIds.map((id) => [id, numbers.length - (used.get(id) ?? 0)]));
}

/**
 * Returns up to `count` free numbers of a node: first numbers never allocated, in their order, then
 * those released the longest ago. The caller must hold the lock (`lockNumbers`).
 */
export async function freeNumbers(
  { env, world }: Services,
  tx: Tx,
  range: PortRange,
  { nodeId, count }: { nodeId: string; count: number },
): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select given.port
    from unnest(${range.numbers(env)}::int[]) with ordinality as given (port, place)
    ${range.lastRelease(nodeId)}
    where not exists (select from ${range.ports} p
        where p.node_id = ${nodeId} and p.port = given.port and p.released_at is null)
      and not exists (select from ${range.badPorts} b where b.node_id = ${nodeId}
        and b.port = given.port and b.until > ${new Date(world.now())})
    order by last.given_back nulls first, place limit ${count}`.execute(tx);
  return rows.map(({ port }) => port);
}

/** Excludes numbers that a node could not open from allocation there, until an instant. */
export async function insertBadPorts(
  tx: Tx,
  range: PortRange,
  ports: { nodeId: string; port: number; trouble: string }[],
  until: Date,
): Promise<void> {
  const distinct = [...new Map(ports.map((one) => [`${one.nodeId} ${one.port}`, one])).values()];
  await sql`
    insert into ${range.badPorts} (node_id, port, until, detail)
    select "nodeId", port, ${until}, trouble
    from jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb)
      as given ("nodeId" uuid, port int, trouble text)
    order by "nodeId", port
    on conflict (node_id, port) do update
      set until = excluded.until, detail = excluded.detail`.execute(tx);
}

/** Counts a node's numbers that are excluded at an instant because they could not be opened. */
export async function countBadPorts(
  tx: Tx,
  range: PortRange,
  { nodeId, now }: { nodeId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${range.badPorts} b
    where b.node_id = ${nodeId} and b.until > ${now}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Removes exclusions that have expired. */
export async function removeBadPorts(db: Db, range: PortRange, now: Date): Promise<void> {
  await sql`delete from ${range.badPorts} b where b.until <= ${now}`.execute(db);
}
