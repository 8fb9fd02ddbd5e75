/** Rows of leased ports: listening ports that gateways open for one customer for a limited time. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { nilUuid } from "../../../platform/db/uuid.ts";
import type { PortRange } from "../port-range.ts";

export const leasedPortKinds = ["openedIp", "whitePort"] as const;
export type LeasedPortKind = (typeof leasedPortKinds)[number];

/** The range of their numbers, unless a customer requests one. */
export const leasedPortRange: PortRange<LeasedPortKind> = {
  kinds: leasedPortKinds,
  numbers: (env) => env.WHITE_PORTS,
  lock: 7_271_841,
  ports: sql`gate_port`,
  kind: sql`p.kind`,
  requested: sql`p.asked`,
  badPorts: sql`gate_bad_number`,
  lastRelease: (nodeId) => sql`
    left join gate_released_number last on last.node_id = ${nodeId} and last.port = given.port`,
};

export interface LeasedPortRow {
  id: string;
  kind: LeasedPortKind;
  account_id: string;
  /** The node that opens it. */
  node_id: string;
  port: number;
  /** The customer requested this number. */
  asked: boolean;
  /** A gateway listens on it. */
  open: boolean;
  created_at: Date;
  expires_at: Date;
  /** Set once the port is closed for good. */
  released_at: Date | null;
}
const columns = sql`id, kind, account_id, node_id, port, asked, open, created_at, expires_at, released_at`;

/**
 * A subquery of id, kind, account_id, node_id, port, asked, open, created_at, expires_at and
 * released_at, for tables whose rows belong to ports: `join ${leasedPorts} g on g.id = …`.
 */
export const leasedPorts: RawBuilder<unknown> = sql`(select ${columns} from gate_port)`;

/** The ports among `ids` that are still open to gateways, in no particular order. */
export async function liveLeasedPorts(
  db: Db,
  kind: LeasedPortKind,
  ids: string[],
): Promise<LeasedPortRow[]> {
  const { rows } = await sql<LeasedPortRow>`
    select ${columns} from gate_port
    where kind = ${kind} and id = any(${ids}::uuid[]) and released_at is null`.execute(db);
  return rows;
}

/** A page of all ports of a kind that are still open to gateways, ordered by id, after `lastId`. */
export async function liveLeasedPortsAfter(
  db: Db,
  kind: LeasedPortKind,
  { lastId, limit }: { lastId: string; limit: number },
): Promise<LeasedPortRow[]> {
  const { rows } = await sql<LeasedPortRow>`
    select ${columns} from gate_port
    where kind = ${kind} and id > ${lastId || nilUuid}::uuid and released_at is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Ids and kinds of the accounts' ports that are still open to gateways. */
export async function liveLeasedPortsOf(
  db: Db,
  accountIds: string[],
  kinds: readonly LeasedPortKind[] = leasedPortKinds,
): Promise<{ kind: LeasedPortKind; id: string }[]> {
  const { rows } = await sql<{ kind: LeasedPortKind; id: string }>`
    select kind, id from gate_port
    where account_id = any(${accountIds}::uuid[]) and kind = any(${[...kinds]}::text[])
      and released_at is null order by id`.execute(db);
  return rows;
}

export interface NewLeasedPort {
  id: string;
  kind: LeasedPortKind;
  accountId: string;
  nodeId: string;
  port: number;
  asked: boolean;
  at: Date;
  expiresAt: Date;
}

export async function insertLeasedPorts(tx: Tx, ports: NewLeasedPort[]): Promise<void> {
  await sql`
    insert into gate_port (id, kind, account_id, node_id, port, asked, created_at, expires_at)
    select id, kind, "accountId", "nodeId", port, asked, at, "expiresAt"
    from jsonb_to_recordset(${JSON.stringify(ports)}::jsonb) as given (id uuid, kind text,
      "accountId" uuid, "nodeId" uuid, port int, asked boolean, at timestamptz, "expiresAt" timestamptz)`.execute(
    tx,
  );
}

/** Closes the ports among `ids` that are live, for good; returns them. */
export async function setReleased(
  tx: Tx,
  ids: string[],
  now: Date,
): Promise<{ kind: LeasedPortKind; id: string }[]> {
  // Locks in the order of ids, like every statement that locks many ports, to avoid deadlocks.
  await sql`
    select from gate_port where id = any(${ids}::uuid[]) and released_at is null
    order by id for no key update`.execute(tx);
  const { rows } = await sql<{ kind: LeasedPortKind; id: string }>`
    with released as (
      update gate_port set released_at = ${now}, open = false, trouble = '', trouble_code = ''
      where id = any(${ids}::uuid[]) and released_at is null returning kind, id, node_id, port),
    rested as (
      insert into gate_released_number (node_id, port, given_back)
      select node_id, port, ${now} from released order by node_id, port
      on conflict (node_id, port) do update set given_back = excluded.given_back)
    select kind, id from released order by id`.execute(tx);
  return rows;
}

/** The ports among `ids` that no gateway ever had open, in no particular order. */
export async function neverOpened(db: Db, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from gate_port where id = any(${ids}::uuid[]) and opened_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of expired ports, ordered by id. Skips rows that another transaction has locked. */
export async function expiredIds(
  db: Db,
  { now, except, limit }: { now: Date; except: string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from gate_port
    where released_at is null and expires_at <= ${now} and id <> all(${except}::uuid[])
    order by id limit ${limit} for no key update skip locked`.execute(db);
  return rows.map(({ id }) => id);
}

/** Locks those of the ports that have expired and that no other transaction has locked. */
export async function lockExpired(tx: Tx, ids: string[], now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from gate_port
    where id = any(${ids}::uuid[]) and released_at is null and expires_at <= ${now}
    order by id for no key update skip locked`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Deletes closed ports that were created before an instant, and what they were for with them.
 * Deletes about `limit` at once: ports created at the same instant go together. Returns how many.
 */
export async function removeOld(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gate_port where id in (
      select id from gate_port where released_at is not null and created_at < ${before}
      order by created_at fetch first ${limit} rows with ties)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Counts a node's live ports of a kind whose number was not requested. */
export async function countUnrequested(
  tx: Tx,
  { kind, nodeId }: { kind: LeasedPortKind; nodeId: string },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from gate_port
    where kind = ${kind} and node_id = ${nodeId} and released_at is null
      and not asked`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Deletes at most `limit` whitelisted ports closed before an instant; returns how many. */
export async function removeOldWhitelisted(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from gate_port where id in (
      select id from gate_port where kind = 'whitePort' and released_at < ${before}
      order by released_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A node, and port numbers at it. */
export interface NodeNumbers {
  nodeId: string;
  numbers: number[];
}

/** The numbers that live ports of the node have. */
export async function takenAmong(db: Db, { nodeId, numbers }: NodeNumbers): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select port from gate_port
    where node_id = ${nodeId} and port = any(${numbers}::int[]) and released_at is null`.execute(
    db,
  );
  return rows.map(({ port }) => port);
}

/** The numbers released at or after an instant: the gateway may still be closing them. */
export async function releasedSince(
  db: Db,
  { nodeId, numbers }: NodeNumbers,
  since: Date,
): Promise<number[]> {
  const { rows } = await sql<{ port: number }>`
    select port from gate_released_number
    where node_id = ${nodeId} and port = any(${numbers}::int[])
      and given_back >= ${since}`.execute(db);
  return rows.map(({ port }) => port);
}

/** Counts live ports by node; nodes without any are missing. */
export async function countByNode(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select node_id as id, count(*)::int as count from gate_port
    where released_at is null group by node_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
