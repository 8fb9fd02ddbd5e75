/** The table `connection_trace`: who used which exit (spec/operator#trace). */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import {
  clockToleranceMs,
  foldedTarget,
  longConnectionMs,
  openAssumedMs,
  traceLookBackMs,
} from "@turnpike/rules/trace.ts";
import { sql } from "kysely";
import { addGeo } from "../../../inventory/upstream/store/geo.ts";
import { type Db, type Tx, transaction } from "../../../platform/db/database.ts";
import { atOf, besideOtherNodes, isOfNode } from "./other-nodes-rows.ts";

/** Within this time gateways resend rows that were not acknowledged. */
const resentMs = 3_600_000;

export interface GivenConnection {
  row: RequestRow;
  /** In canonical form; null if it is not an address. */
  client: string | null;
  /** Null: an upstream's, which did not tell it. */
  exit: string | null;
  address: string | null;
  /** The country of an exit that an upstream named, if one was asked for. */
  found?: string;
  /** See `other-nodes-rows.ts`. */
  micros?: number;
}

/**
 * Stores connections that used an exit; returns how many were new or completed. Rows are identified
 * by id and start: a repeated row changes nothing, and the row of an ended connection completes its
 * open one; only then is its country counted. If a gateway's clock was ahead, `at` is `now`, and the id
 * alone identifies the row. Another node's row is never taken for it (`other-nodes-rows.ts`).
 */
export async function insertConnections(
  db: Db,
  given: GivenConnection[],
  { now, gateway }: { now: number; gateway: string },
): Promise<number> {
  const rows = onePerConnection(given);
  // The gateway deletes rows once acknowledged, so they must be durable by then.
  return transaction(db, async (tx) => {
    const stored = await store(tx, rows, { now, gateway });
    const done = new Set(stored.map(({ id, at }) => keyOf(id, at)));
    const left = rows.filter(({ row }) => !done.has(keyOf(row.id, row.at)));
    const beside = await besideOtherNodes(tx, left, gateway);
    stored.push(...(await store(tx, beside, { now, gateway })));
    const ended = new Set(stored.flatMap((row) => (row.open ? [] : [keyOf(row.id, row.at)])));
    await addGeo(tx, rows.filter(({ row }) => ended.has(keyOf(row.id, row.at))).flatMap(geoOf));
    return stored.length;
  });
}

/** Returns those that were new or changed. */
async function store(
  tx: Tx,
  rows: GivenConnection[],
  { now, gateway }: { now: number; gateway: string },
): Promise<{ id: string; at: Date; open: boolean }[]> {
  if (rows.length === 0) return [];
  const column = <K extends keyof RequestRow>(name: K) => rows.map(({ row }) => row[name]);
  const { rows: stored } = await sql<{ id: string; at: Date; open: boolean }>`
    insert into connection_trace as known (id, account_id, sub_account_id, product, at, client,
      target, address, protocol, exit_ip, country, up_bytes, down_bytes, ms, open, outcome, reason,
      detail, connections, relayed, unproved, upstream, session, gateway)
    select given.*, ${gateway} from unnest(${column("id")}::text[], ${column("accountId")}::uuid[],
      ${column("subAccountId")}::uuid[], ${rows.map(({ row }) => row.product ?? "")}::text[],
      ${rows.map(atOf)}::timestamptz[],
      ${rows.map(({ client }) => client)}::inet[], ${column("target")}::text[],
      ${rows.map(({ address }) => address)}::inet[], ${column("protocol")}::text[],
      ${rows.map(({ exit }) => exit)}::inet[], ${column("country")}::text[],
      ${column("upBytes")}::bigint[], ${column("downBytes")}::bigint[], ${column("ms")}::bigint[],
      ${rows.map(({ row }) => row.open === true)}::boolean[], ${column("outcome")}::text[],
      ${column("reason")}::text[], ${column("detail")}::text[],
      ${rows.map(({ row }) => row.connections ?? 1)}::integer[],
      ${rows.map(({ row }) => row.proof === "relayed")}::boolean[],
      ${rows.map(({ row }) => row.proof === "unproved")}::boolean[],
      ${rows.map(({ row }) => row.upstream ?? null)}::text[],
      ${rows.map(({ row }) => row.session ?? null)}::text[]) as given (id, account_id,
      sub_account_id, product, at, client, target, address, protocol, exit_ip, country, up_bytes,
      down_bytes, ms, open, outcome, reason, detail, connections, relayed, unproved, upstream,
      session)
    where at <> ${new Date(now)} or not exists (
      select from connection_trace known
      where known.id = given.id and known.at >= ${new Date(now - resentMs)}
        and ${isOfNode(gateway)})
    on conflict (id, at) do update set
      up_bytes = excluded.up_bytes, down_bytes = excluded.down_bytes, ms = excluded.ms,
      open = excluded.open, outcome = excluded.outcome, reason = excluded.reason,
      detail = excluded.detail, connections = excluded.connections, address = coalesce(excluded.address, known.address)
    where known.open and known.gateway = excluded.gateway and (not excluded.open
      or excluded.ms > known.ms or excluded.connections > known.connections)
    returning id, at, open`.execute(tx);
  return stored;
}

const keyOf = (id: string, at: Date | number) => `${id} ${Number(at)}`;

function geoOf({ row, found }: GivenConnection) {
  const { upstream, country: asked, connections = 1 } = row;
  if (found === undefined || !upstream || row.proof === "unproved") return [];
  return [
    { upstream, day: new Date(row.at).toISOString().slice(0, 10), asked, found, connections },
  ];
}

/** A statement cannot update a row twice: keeps a connection's ended row, or its longest. */
function onePerConnection(given: GivenConnection[]): GivenConnection[] {
  const last = new Map<string, GivenConnection>();
  for (const one of given) {
    const key = keyOf(one.row.id, one.row.at);
    const known = last.get(key)?.row;
    const isLater =
      known === undefined || (known.open === true && (!one.row.open || isMore(one.row, known)));
    if (isLater) last.set(key, one);
  }
  return [...last.values()];
}

/** A connection that is open grows in time, a folded line also in number. */
const isMore = (row: RequestRow, known: RequestRow) =>
  row.ms > known.ms || (row.connections ?? 1) > (known.connections ?? 1);

/** The instant to store, and whether later rows of the connection will have the same one. */
export function acceptedTime(at: number, now: number): { at: number; exact: boolean } {
  return at <= now + clockToleranceMs ? { at, exact: true } : { at: now, exact: false };
}

export interface FoundConnection {
  id: string;
  at: Date;
  ms: number;
  open: boolean;
  accountId: string;
  holderId: string;
  product: string;
  client: string | null;
  target: string;
  address: string | null;
  protocol: string;
  /** Null where an upstream did not tell it. */
  exit: string | null;
  /** The upstream's name and the session it saw; null for own exits. */
  upstream: string | null;
  session: string | null;
  country: string;
  upBytes: number;
  downBytes: number;
  outcome: string;
  reason: string;
  gateway: string;
  /** How many connections a folded line stands for; 1 for others. */
  connections: number;
  /** Through another node's exit, by its relay. */
  relayed: boolean;
  /** Only its gateway says so: the holder is not the account's, or the exit another node's. */
  unproved: boolean;
}

const columns = sql`
  id, at, ms, open, account_id as "accountId", sub_account_id as "holderId", product,
  host(client) as client, target, host(address) as address, protocol, host(exit_ip) as exit, country,
  up_bytes as "upBytes", down_bytes as "downBytes", outcome, reason, gateway, connections, relayed,
  unproved, upstream, session`;

export interface ConnectionQuery {
  /** In canonical form; null for any. */
  exit: string | null;
  /** The window in milliseconds since 1970, both ends inclusive. */
  from: number;
  to: number;
  /** Older connections are not returned, even if they are not deleted yet. */
  oldest: number;
  /** A host, `host:port` or address in lower case; null for any. */
  target: string | null;
  limit: number;
}

/** When a connection ended, or may have ended. */
const untilAt = sql`at + (ms + case when open then ${sql.lit(openAssumedMs)}::bigint else 0 end)
  * interval '1 millisecond'`;

const isTo = (target: string | null) => sql`(${target}::text is null
  or lower(target collate "C") = ${target}
  or starts_with(lower(target collate "C"), ${`${target ?? ""}:`})
  or starts_with(lower(target collate "C"), ${`[${target ?? ""}]:`})
  or host(address) = ${target} or target = ${foldedTarget})`;

/** The connections that used an exit or reached a target in a window, by start; at most `limit`. */
export async function findConnections(db: Db, query: ConnectionQuery): Promise<FoundConnection[]> {
  const { exit, target, limit } = query;
  const from = new Date(query.from);
  const to = new Date(query.to);
  const oldest = new Date(query.oldest);
  // As values, so that the planner excludes partitions outside the window.
  const recent = new Date(Math.max(query.oldest, query.from - traceLookBackMs));
  const ofExit = exit === null ? sql`true` : sql`exit_ip = ${exit}::inet`;
  const { rows } = await sql<FoundConnection>`
    select * from (
      select ${columns} from connection_trace
      where ${ofExit} and at >= ${recent} and at <= ${to} and ${untilAt} >= ${from}
        and ${isTo(target)}
      union all
      select ${columns} from connection_trace
      where ${ofExit} and ms > ${sql.lit(longConnectionMs)} and at >= ${oldest}
        and at < ${recent} and ${untilAt} >= ${from} and ${isTo(target)}
    ) as connections order by at, id limit ${limit}`.execute(db);
  return rows;
}

/** Connections of a holder that began in a time, without an exit or with the one before. */
export interface HolderTime {
  holderId: string;
  before: string | null;
  from: Date;
  to: Date;
}

/** The connections of holders in their times that were open in a window; at most `limit`. */
export async function connectionsInTimes(
  db: Db,
  query: Omit<ConnectionQuery, "exit"> & { times: HolderTime[] },
): Promise<FoundConnection[]> {
  const { times, target, limit } = query;
  if (times.length === 0) return [];
  const recent = new Date(Math.max(query.oldest, query.from - traceLookBackMs));
  const { rows } = await sql<FoundConnection>`
    select distinct ${columns} from connection_trace
    join jsonb_to_recordset(${JSON.stringify(times)}::jsonb)
      as held ("holderId" uuid, before inet, "from" timestamptz, "to" timestamptz)
      on at >= held."from" and at < held."to" and sub_account_id = held."holderId"
        and (exit_ip is null or exit_ip = held.before)
    where at >= ${recent} and at <= ${new Date(query.to)}
      and ${untilAt} >= ${new Date(query.from)} and ${isTo(target)}
    order by at, id limit ${limit}`.execute(db);
  return rows;
}

/** The connections of an upstream's session, the newest first; at most `limit`. */
export async function connectionsOfSession(
  db: Db,
  query: { upstream: string; session: string; oldest: number; limit: number },
): Promise<FoundConnection[]> {
  const { rows } = await sql<FoundConnection>`
    select ${columns} from connection_trace
    where session = ${query.session} and upstream = ${query.upstream}
      and at >= ${new Date(query.oldest)}
    order by at desc, id limit ${query.limit}`.execute(db);
  return rows;
}

/** The connection with a request id; null if there is none or it is too old. */
export async function connectionById(
  db: Db,
  { id, oldest }: { id: string; oldest: number },
): Promise<FoundConnection | null> {
  const { rows } = await sql<FoundConnection>`
    select ${columns} from connection_trace where id = ${id} and at >= ${new Date(oldest)}
    order by at desc limit 1`.execute(db);
  return rows[0] ?? null;
}

export interface ExitUser {
  accountId: string;
  holderId: string;
  product: string;
  firstAt: Date;
  lastAt: Date;
  connections: number;
  bytes: number;
}

/** Who used an exit since `from`, latest first; at most `limit`. */
export async function usersOfExit(
  db: Db,
  { exit, from, limit }: { exit: string; from: number; limit: number },
): Promise<ExitUser[]> {
  const { rows } = await sql<ExitUser>`
    select account_id as "accountId", sub_account_id as "holderId", max(product) as product,
      min(at) as "firstAt", max(at) as "lastAt", sum(connections)::bigint as connections,
      least(sum(up_bytes + down_bytes), ${Number.MAX_SAFE_INTEGER})::bigint as bytes
    from connection_trace where exit_ip = ${exit}::inet and at >= ${new Date(from)}
      and not unproved
    group by 1, 2 order by max(at) desc, 1, 2 limit ${limit}`.execute(db);
  return rows;
}
