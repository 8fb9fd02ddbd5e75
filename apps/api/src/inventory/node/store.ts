/** Nodes and their workers' connections. */
import { sql } from "kysely";
import type { NodeFacts } from "@turnpike/rules/node.ts";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface NodeRow {
  id: string;
  name: string;
  region: string;
  /** The host to which customers connect; empty means GATEWAY_PUBLIC_HOST. */
  host: string;
  /** host:port; null without a relay. */
  relay: string | null;
  /** Ed25519, 32 bytes; null until the node has joined. */
  public_key: Buffer | null;
  join_hash: Buffer | null;
  /** Null if the line was used, or there is none. */
  join_expires_at: Date | null;
  draining: boolean;
  retired_at: Date | null;
  /** How long its gateways keep serving without contact to an API (`rules/lease.ts`). */
  lease_seconds: number;
  /** The HTTP and SOCKS5 port, as reported by its gateway; null: GATEWAY_PORT. */
  gateway_port: number | null;
  /** How often its key was revoked or replaced; earlier connections and relay passwords end. */
  generation: number;
  /** Whether its relay knows a password for each asking node (gateways of this release do). */
  relay_per_asker: boolean;
  /** The host for which it last proved its key although no API has it. */
  refused_host: string | null;
  refused_host_at: Date | null;
  /** When its gateway last had no room for lines of the trace. */
  lines_lost_at: Date | null;
  created_at: Date;
}

export interface WorkerRow {
  node_id: string;
  /** Starts at 1. */
  worker: number;
  epoch: string;
  /** The API process to which it is, or was last, connected. */
  replica: string;
  version: string;
  /** Its clock minus the hub's; positive if it is ahead. */
  skew_ms: number;
  connected_at: Date;
  seen_at: Date;
  disconnected_at: Date | null;
}

export interface NodeWithWorkers {
  node: NodeRow;
  workers: WorkerRow[];
}

/** The facts from which `nodeState` derives a node's state. */
export function factsOf({ node, workers }: NodeWithWorkers): NodeFacts {
  return {
    retired: node.retired_at !== null,
    draining: node.draining,
    // The local node has no key: it is authenticated by its socket.
    joined: node.public_key !== null,
    workers: workers.map((one) => {
      return { seenAt: one.seen_at.getTime(), disconnected: one.disconnected_at !== null };
    }),
  };
}

/** Returns the new node's id, or null if the name is taken. */
export async function insertNode(
  db: Db,
  row: Pick<NodeRow, "name" | "region" | "host" | "relay" | "lease_seconds"> & JoinLine,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into node (name, region, host, relay, lease_seconds, join_hash, join_expires_at)
    values (${row.name}, ${row.region}, ${row.host}, ${row.relay}, ${row.lease_seconds},
      ${row.hash}, ${row.expiresAt})
    on conflict (name) do nothing returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** SHA-256 of a join line's secret, and when the line expires. */
export interface JoinLine {
  hash: Buffer;
  expiresAt: Date;
}

/** Counts workers connected to any API process, and those connected to others than `replica`. */
export async function countConnected(
  db: Db,
  replica: string,
): Promise<{ all: number; elsewhere: number }> {
  const { rows } = await sql<{ all: number; elsewhere: number }>`
    select count(*)::int as all, count(*) filter (where replica <> ${replica})::int as elsewhere
    from node_worker
    where disconnected_at is null and seen_at > now() - interval '20 seconds'`.execute(db);
  return rows[0] ?? { all: 0, elsewhere: 0 };
}

/** All nodes with their workers' last connections, the local one first, then by name. */
export async function allNodes(db: Db | Tx): Promise<NodeWithWorkers[]> {
  const [nodes, workers] = [
    await sql<NodeRow>`select * from node order by name <> 'local', name`.execute(db),
    await sql<WorkerRow>`select * from node_worker order by worker`.execute(db),
  ];
  return nodes.rows.map((node) => {
    return { node, workers: workers.rows.filter(({ node_id: of }) => of === node.id) };
  });
}

export async function nodeByName(db: Db | Tx, name: string): Promise<NodeRow | null> {
  const { rows } = await sql<NodeRow>`select * from node where name = ${name}`.execute(db);
  return rows[0] ?? null;
}

export async function nodesById(db: Db | Tx, ids: string[]): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select * from node where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** Returns false if no node of this name exists or it is retired. */
export async function setDraining(db: Db, name: string, draining: boolean): Promise<boolean> {
  const { rows } = await sql`
    update node set draining = ${draining} where name = ${name} and retired_at is null
    returning id`.execute(db);
  return rows.length > 0;
}

/** Retires a node: its join line, key and relay passwords stop working; its records stay. */
export async function setRetired(db: Db | Tx, id: string, at: Date): Promise<void> {
  await sql`
    update node set retired_at = coalesce(retired_at, ${at}), join_expires_at = null,
      generation = generation + (retired_at is null)::int
    where id = ${id}`.execute(db);
}

/** Sets a new join line and un-retires the node. A live node's key works until the line is used. */
export async function setJoinLine(db: Db, id: string, line: JoinLine): Promise<void> {
  await sql`
    update node set join_hash = ${line.hash}, join_expires_at = ${line.expiresAt},
      public_key = case when retired_at is null then public_key end, retired_at = null
    where id = ${id}`.execute(db);
}

/** Locks the node of a join line. */
export async function lockNodeOfLine(tx: Tx, hash: Buffer): Promise<NodeRow | null> {
  const { rows } = await sql<NodeRow>`
    select * from node where join_hash = ${hash} for update`.execute(tx);
  return rows[0] ?? null;
}
