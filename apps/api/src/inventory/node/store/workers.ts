/** Workers' connections and the order of their runs, and the keys that they prove. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { WorkerRow } from "../store.ts";

/** How many runs of a worker are remembered, so that an earlier one is told from a new one. */
const runsKept = 64;

/**
 * Stores the key that the node proves from now on; the join line is used up. A new key ends the
 * connections of the one before: its workers are forgotten, so that none is in the way.
 */
export async function setKey(tx: Tx, id: string, publicKey: Buffer): Promise<void> {
  const { numAffectedRows } = await sql`
    update node set public_key = ${publicKey}, generation = generation + 1
    where id = ${id} and public_key is distinct from ${publicKey}`.execute(tx);
  await sql`update node set join_expires_at = null where id = ${id}`.execute(tx);
  if ((numAffectedRows ?? 0n) === 0n) return;
  await sql`delete from node_worker where node_id = ${id}`.execute(tx);
  await sql`delete from node_run where node_id = ${id}`.execute(tx);
}

/** Records whether a node's relay knows a password for each asking node. */
export async function setRelayPerAsker(tx: Tx, id: string, perAsker: boolean): Promise<void> {
  await sql`update node set relay_per_asker = ${perAsker} where id = ${id}`.execute(tx);
}

/** Records that the node's gateway had no room for lines of the trace; at most once a minute. */
export async function noteLinesLost(db: Db, name: string, at: Date): Promise<void> {
  await sql`
    update node set lines_lost_at = ${at}
    where name = ${name} and retired_at is null
      and coalesce(lines_lost_at, '-infinity') < ${at}::timestamptz - interval '1 minute'`.execute(
    db,
  );
}

/** Nodes whose key counts now, with what their connections have as generation. */
export async function nodesInForce(db: Db): Promise<{ id: string; generation: number }[]> {
  const { rows } = await sql<{ id: string; generation: number }>`
    select id, case name when 'local' then 0 else generation end as generation from node
    where retired_at is null and (public_key is not null or name = 'local')
    order by id`.execute(db);
  return rows;
}

/** The hosts of all nodes in use and of their relays, without ports; in order. */
export async function nodeHosts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct host from (
      select host from node where retired_at is null
      union all
      select regexp_replace(relay, ':[0-9]+$', '') from node where retired_at is null) as hosts
    where host <> '' order by host`.execute(db);
  return rows.map(({ host }) => host);
}

/** Records that a node proved its key for a host that no API has; at most once a minute. */
export async function recordRefusedHost(db: Db, id: string, host: string): Promise<void> {
  await sql`
    update node set refused_host = ${host}, refused_host_at = now()
    where id = ${id} and (refused_host is distinct from ${host}
      or refused_host_at < now() - interval '1 minute')`.execute(db);
}

/** A worker's identity on the link. */
export interface WorkerIdentity {
  nodeId: string;
  worker: number;
  epoch: string;
}

/** `revoked`: the key was replaced meanwhile; `superseded`: a newer run is connected anywhere. */
export type Connected = "recorded" | "superseded" | "revoked";

/**
 * Records that a worker connected to an API process, with the database's time, or why it may not. A
 * run that no API has seen before is the newest, whatever it is called.
 */
export async function recordWorkerConnected(
  tx: Tx,
  { nodeId, worker, epoch }: WorkerIdentity,
  by: { replica: string; version: string; generation: number | null },
): Promise<Connected> {
  const { rows: nodes } = await sql<{ generation: number; retired: boolean }>`
    select generation, retired_at is not null as retired from node
    where id = ${nodeId} for share`.execute(tx);
  const [node] = nodes;
  if (node === undefined) return "revoked";
  if (by.generation !== null && (node.retired || node.generation !== by.generation))
    return "revoked";
  const run = await runOf(tx, { nodeId, worker, epoch });
  const { rows } = await sql`
    insert into node_worker as w (node_id, worker, epoch, replica, version, connected_at, seen_at)
    values (${nodeId}, ${worker}, ${epoch}, ${by.replica}, ${by.version}, now(), now())
    on conflict (node_id, worker) do update set epoch = excluded.epoch,
      replica = excluded.replica, version = excluded.version, connected_at = now(),
      seen_at = now(), skew_ms = 0, disconnected_at = null
      where w.epoch = excluded.epoch or w.disconnected_at is not null
        or w.seen_at < now() - interval '20 seconds'
        or coalesce((select run from node_run r where r.node_id = w.node_id
          and r.worker = w.worker and r.epoch = w.epoch), 0) < ${run}
    returning worker`.execute(tx);
  return rows.length > 0 ? "recorded" : "superseded";
}

/** The place of a run among the worker's runs; a run that is new gets the next one. */
async function runOf(tx: Tx, { nodeId, worker, epoch }: WorkerIdentity): Promise<number> {
  // Runs of one worker are numbered one after the other: the lock ends with the transaction.
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`node_run ${nodeId} ${worker}`}, 0))`.execute(
    tx,
  );
  // A run that only the previous release admitted came before this one.
  await sql`
    insert into node_run (node_id, worker, epoch)
    select node_id, worker, epoch from node_worker
    where node_id = ${nodeId} and worker = ${worker} on conflict do nothing`.execute(tx);
  await sql`
    insert into node_run (node_id, worker, epoch) values (${nodeId}, ${worker}, ${epoch})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ run: number; count: number }>`
    select run, count(*) over ()::int as count from node_run
    where node_id = ${nodeId} and worker = ${worker}
    order by epoch = ${epoch} desc limit 1`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw new Error("the run of a worker is missing");
  if (found.count > runsKept)
    await sql`
      delete from node_run where node_id = ${nodeId} and worker = ${worker} and run not in (
        select run from node_run where node_id = ${nodeId} and worker = ${worker}
        order by run desc limit ${runsKept})`.execute(tx);
  return found.run;
}

/** Records that workers are still connected to this API process; skips superseded ones. */
export async function recordWorkersSeen(
  db: Db,
  replica: string,
  seen: (WorkerIdentity & { skewMs: number })[],
): Promise<void> {
  await sql`
    update node_worker w set seen_at = now(), skew_ms = s.skew_ms
    from unnest(${seen.map((one) => one.nodeId)}::uuid[], ${seen.map((one) => one.worker)}::int[],
      ${seen.map((one) => one.epoch)}::text[], ${seen.map((one) => one.skewMs)}::int[])
      as s (node_id, worker, epoch, skew_ms)
    where w.node_id = s.node_id and w.worker = s.worker and w.epoch = s.epoch
      and w.replica = ${replica}`.execute(db);
}

/** Records that a worker's connection to this API process ended, unless it has moved to another. */
export async function recordWorkerDisconnected(
  db: Db,
  { nodeId, worker, epoch }: WorkerIdentity,
  replica: string,
): Promise<void> {
  await sql`
    update node_worker set disconnected_at = now(), seen_at = now()
    where node_id = ${nodeId} and worker = ${worker} and epoch = ${epoch}
      and replica = ${replica}`.execute(db);
}

/** The last connection of each worker of these nodes. */
export async function workersOf(db: Db, nodeIds: string[]): Promise<WorkerRow[]> {
  const { rows } = await sql<WorkerRow>`
    select * from node_worker where node_id = any(${nodeIds}::uuid[])`.execute(db);
  return rows;
}
