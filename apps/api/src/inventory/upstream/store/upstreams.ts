/** The tables of upstreams and of the first pool's own member. */
import type { PoolShares, UpstreamPlaceRow } from "@turnpike/contract/upstream-facts.ts";
import type { UpstreamFile } from "@turnpike/proxy-strings/upstream/definition.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export const upstreamStates = ["on", "paused", "retired", "quotaGone", "authFailed"] as const;
export type StoredState = (typeof upstreamStates)[number];

/** The id of the row of own exits. */
export const ownExitsId = "00000000-0000-4000-8000-000000000001";
/** The member `own` unless the operator set it. */
export const ownByDefault = { priority: 1, weight: 100 };

export interface UpstreamRow {
  id: string;
  name: string;
  /** Without login fields and secret. */
  file: UpstreamFile;
  /** Login fields and secret, sealed. */
  sealed: string;
  priority: number;
  weight: number;
  state: StoredState;
  stateSince: Date;
  nextTryAt: Date | null;
  maxConnections: number | null;
  dayBytes: number | null;
  monthBytes: number | null;
  /** Whether it is a member of the first pool, with the share above. */
  inFirstPool: boolean;
  /** Its shares in other pools; null without one. */
  pools: PoolShares | null;
}

/** The shares of a member in pools but the first. */
const sharesOf = (memberId: RawBuilder<unknown>) => sql`(
  select jsonb_object_agg(pool, jsonb_build_object('priority', m.priority, 'weight', m.weight))
  from pool_member m where m.member_id = ${memberId}) as pools`;

const columns = sql`id, name, file, sealed, priority, weight, state, state_since as "stateSince",
  next_try_at as "nextTryAt", max_connections as "maxConnections", day_bytes as "dayBytes",
  month_bytes as "monthBytes", in_first_pool as "inFirstPool", ${sharesOf(sql`upstream.id`)}`;

/** All upstreams by name; retired ones are at the end. */
export async function allUpstreams(db: Db | Tx): Promise<UpstreamRow[]> {
  const { rows } = await sql<UpstreamRow>`
    select ${columns} from upstream order by state = 'retired', name`.execute(db);
  return rows;
}

/** Those of the names that an upstream has, also a retired one. */
export async function namesOfUpstreams(db: Db, names: string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from upstream where name = any(${names}::text[])`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

export async function upstreamNamed(db: Db | Tx, name: string): Promise<UpstreamRow | null> {
  const { rows } = await sql<UpstreamRow>`
    select ${columns} from upstream where name = ${name}`.execute(db);
  return rows[0] ?? null;
}

/** Locks an upstream until the transaction ends; null if there is none. */
export async function lockUpstream(tx: Tx, id: string): Promise<UpstreamRow | null> {
  const { rows } = await sql<UpstreamRow>`
    select ${columns} from upstream where id = ${id} for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function liveUpstreams(db: Db, ids: string[]): Promise<UpstreamRow[]> {
  const { rows } = await sql<UpstreamRow>`
    select ${columns} from upstream
    where id = any(${ids}::uuid[]) and state <> 'retired'`.execute(db);
  return rows;
}

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** A page of upstreams that are not retired, after `lastId` (empty: the first page). */
export async function liveUpstreamsAfter(
  db: Db,
  lastId: string,
  limit: number,
): Promise<UpstreamRow[]> {
  const { rows } = await sql<UpstreamRow>`
    select ${columns} from upstream where id > ${lastId || NO_ID}::uuid and state <> 'retired'
    order by id limit ${limit}`.execute(db);
  return rows;
}

type Saved = Omit<UpstreamRow, "state" | "stateSince" | "nextTryAt" | "inFirstPool" | "pools">;

export async function insertUpstream(tx: Tx, row: Saved & { at: Date }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into upstream (id, name, file, sealed, priority, weight, max_connections, day_bytes,
      month_bytes, state, state_since, created_at)
    values (${row.id}, ${row.name}, ${JSON.stringify(row.file)}::jsonb, ${row.sealed},
      ${row.priority}, ${row.weight}, ${row.maxConnections}, ${row.dayBytes}, ${row.monthBytes},
      'on', ${row.at}, ${row.at})
    on conflict (name) do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

export async function updateUpstream(tx: Tx, row: Saved): Promise<void> {
  await sql`
    update upstream set file = ${JSON.stringify(row.file)}::jsonb, sealed = ${row.sealed},
      priority = ${row.priority}, weight = ${row.weight}, max_connections = ${row.maxConnections},
      day_bytes = ${row.dayBytes}, month_bytes = ${row.monthBytes}
    where id = ${row.id}`.execute(tx);
}

/** Sets a state if it is one of `from`; returns whether it was. */
export async function setState(
  db: Db | Tx,
  {
    id,
    from,
    to,
    at,
    nextTryAt = null,
  }: {
    id: string;
    from: readonly StoredState[];
    to: StoredState;
    at: Date;
    nextTryAt?: Date | null;
  },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update upstream set state = ${to}, state_since = ${at}, next_try_at = ${nextTryAt}
    where id = ${id} and state = any(${from}::text[])`.execute(db);
  return numAffectedRows > 0n;
}

/** How many serve nothing without the operator having said so. */
export async function countStopped(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from upstream
    where state in ('quotaGone', 'authFailed')`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Upstreams without quota whose day or month is over. */
export async function dueQuotas(db: Db, at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from upstream where state = 'quotaGone' and next_try_at <= ${at}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function setShare(
  tx: Tx,
  id: string,
  { priority, weight }: { priority: number; weight: number },
): Promise<void> {
  await sql`
    update upstream set priority = ${priority}, weight = ${weight}, in_first_pool = true,
      file = file || ${JSON.stringify({ priority, weight })}::jsonb
    where id = ${id}`.execute(tx);
}

/** Sets what a GB costs from a day on. */
export async function putPrice(
  tx: Tx,
  {
    id,
    day,
    perGbMicros,
    gbBytes,
  }: {
    id: string;
    day: string;
    perGbMicros: number;
    gbBytes: number;
  },
): Promise<void> {
  await sql`
    insert into upstream_price (upstream_id, from_day, per_gb_micros, gb_bytes)
    values (${id}, ${day}::date, ${perGbMicros}, ${gbBytes})
    on conflict (upstream_id, from_day) do update
      set per_gb_micros = excluded.per_gb_micros, gb_bytes = excluded.gb_bytes`.execute(tx);
}

/* The member of own exits. */

export async function ownExits(db: Db | Tx): Promise<{ priority: number; weight: number } | null> {
  const { rows } = await sql<{ priority: number; weight: number }>`
    select priority, weight from own_exits`.execute(db);
  return rows[0] ?? null;
}

/** The shares of own exits in pools but the first; null without one. */
export async function ownShares(db: Db | Tx): Promise<PoolShares | null> {
  const id = sql`${ownExitsId}::uuid`;
  const { rows } = await sql<{ pools: PoolShares | null }>`select ${sharesOf(id)}`.execute(db);
  return rows[0]?.pools ?? null;
}

export async function setOwnExits(
  tx: Tx,
  { priority, weight }: { priority: number; weight: number },
): Promise<void> {
  await sql`
    insert into own_exits (id, priority, weight) values (${ownExitsId}, ${priority}, ${weight})
    on conflict (id) do update
      set priority = excluded.priority, weight = excluded.weight`.execute(tx);
}

/* Spellings of places. */

export interface PlacesPage {
  id: string;
  upstreamId: string;
  rows: UpstreamPlaceRow[];
}

/** Replaces an upstream's pages; returns the ids of old and new ones. */
export async function replacePlaces(
  tx: Tx,
  upstreamId: string,
  pages: PlacesPage[],
): Promise<string[]> {
  const { rows: old } = await sql<{ id: string }>`
    delete from upstream_places where upstream_id = ${upstreamId} returning id`.execute(tx);
  for (const [page, { id, rows }] of pages.entries()) {
    await sql`
      insert into upstream_places (id, upstream_id, page, rows)
      values (${id}, ${upstreamId}, ${page}, ${JSON.stringify(rows)}::jsonb)`.execute(tx);
  }
  return [...old, ...pages].map(({ id }) => id);
}

export async function placesOf(db: Db | Tx, upstreamId: string): Promise<UpstreamPlaceRow[]> {
  const { rows } = await sql<{ rows: UpstreamPlaceRow[] }>`
    select rows from upstream_places where upstream_id = ${upstreamId} order by page`.execute(db);
  return rows.flatMap((page) => page.rows);
}

export async function placePageIds(tx: Tx, upstreamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from upstream_places where upstream_id = ${upstreamId}`.execute(tx);
  return rows.map(({ id }) => id);
}

const livePages = sql`upstream_places p join upstream u on u.id = p.upstream_id
    and u.state <> 'retired'`;

export async function placePages(db: Db, ids: string[]): Promise<PlacesPage[]> {
  const { rows } = await sql<PlacesPage>`
    select p.id, p.upstream_id as "upstreamId", p.rows from ${livePages}
    where p.id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

export async function placePagesAfter(
  db: Db,
  lastId: string,
  limit: number,
): Promise<PlacesPage[]> {
  const { rows } = await sql<PlacesPage>`
    select p.id, p.upstream_id as "upstreamId", p.rows from ${livePages}
    where p.id > ${lastId || NO_ID}::uuid order by p.id limit ${limit}`.execute(db);
  return rows;
}

/** Whether the installation has an upstream that is not retired. */
export async function anyUpstream(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from upstream where state <> 'retired' limit 1`.execute(db);
  return rows.length > 0;
}
