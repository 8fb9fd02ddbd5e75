/**
 * Online exits of the ISP pool: found by place or id, listed, picked at random. Pool exits are
 * shared: opening one does not make it unavailable to others.
 */
import type { PoolFilter } from "@turnpike/contract/place-fields.ts";
import type { Lang } from "@turnpike/contract/refusals.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";
import { countryNames } from "../../../platform/geo/country-names.ts";
import type { Services } from "../../../platform/services.ts";
import { isOffered } from "./offered.ts";
import { isPrefix } from "./prefixes.ts";

/** An exit with its place in tokens and names. */
export interface PlacedExit {
  id: string;
  ip: string;
  country: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  postal: string;
  isp: string;
  ispName: string;
  asn: number;
}
/** With coordinates in degrees; null (time zone: empty) if the inventory has none. */
export interface LocatedExit extends PlacedExit {
  latitude: number | null;
  longitude: number | null;
  timezone: string;
}
/** The latest measurement of gateways; null if there is none. */
interface Measured {
  latencyMs: number | null;
  measuredAt: Date | null;
}
/** With the country's name in the caller's language: `placeShown` of the contract, id, address. */
export interface LocalizedExit extends PlacedExit, Measured {
  countryName: string;
}
export interface PoolExit extends LocatedExit, Measured {
  /** The calling account has opened it. */
  opened: boolean;
}

/** What is counted, listed and opened: pool exits that are not retired, online, and offered. */
export const isOnlinePoolExit = sql`
  product = 'pool' and retired_at is null and offline_since is null and ${isOffered}`;

/** What is listed and opened by address; a prefix has no single address to promise. */
const openable = sql`${isOnlinePoolExit} and not ${isPrefix}`;

const place = sql`country, state, state_name as "stateName", city, city_name as "cityName", postal,
  isp, isp_name as "ispName", asn`;
const placed = sql`id, host(ip) as ip, ${place}`;
const measured = sql`latency_ms as "latencyMs", measured_at as "measuredAt"`;
const coordinates = sql`latitude, longitude, timezone`;
const located = sql`${placed}, ${coordinates}`;

/** Normalized postal code for comparison: `SW1A 1AA` and `sw1a-1aa` are equal. */
export const foldedPostal = sql`regexp_replace(lower(postal collate "C"), '[^a-z0-9]', '', 'g')`;

/** Names or tokens. Absent or empty: any. A value without letters or digits matches none. */
export type PlaceFilter = { [K in keyof PoolFilter]?: PoolFilter[K] | null };

/** The condition that an exit is in the requested place (spec/pool#places). */
export function inPlace(request: PlaceFilter): RawBuilder<unknown> {
  const tokens = [
    [sql`state`, request.state],
    [sql`city`, request.city],
    [sql`isp`, request.isp],
    [foldedPostal, request.postal],
  ] as const;
  const conditions = tokens.flatMap(([column, name]) =>
    name ? [sql`${column} = ${foldPlace(name)} and ${column} <> ''`] : [],
  );
  if (request.country) conditions.push(sql`country = ${request.country.toUpperCase()}`);
  if (typeof request.asn === "number") conditions.push(sql`asn = ${request.asn}`);
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Names of a place, taken from an online exit there; null if there is none. */
export async function placeNames(
  db: Db,
  request: PlaceFilter,
): Promise<Pick<PlacedExit, "stateName" | "cityName" | "ispName"> | null> {
  const { rows } = await sql<Pick<PlacedExit, "stateName" | "cityName" | "ispName">>`
    select state_name as "stateName", city_name as "cityName", isp_name as "ispName" from exit
    where ${isOnlinePoolExit} and ${inPlace(request)} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Counts the online exits of a place. */
export async function countPoolExits(db: Db, filter: PlaceFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exit where ${openable} and ${inPlace(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface PoolPage {
  filter: PlaceFilter;
  /** Starts at 0. */
  offset: number;
  limit: number;
  /** A query of the ids of exits to show as opened. */
  opened: RawBuilder<unknown>;
}
/** A page of online exits, the fastest first; exits without a measurement last. */
export async function listPoolExits(
  { db }: Pick<Services, "db">,
  { filter, offset, limit, opened }: PoolPage,
): Promise<{ exits: PoolExit[]; total: number }> {
  const { rows } = await sql<PoolExit & { total: number }>`
    with found as materialized (
      select id, latency_ms from exit where ${openable} and ${inPlace(filter)}),
    page as (
      select id from found order by latency_ms nulls last, id limit ${limit} offset ${offset})
    select ${located}, ${measured},
      id in (${opened}) as opened,
      (select count(*)::int from found) as total
    from exit where id in (select id from page) order by latency_ms nulls last, id`.execute(db);
  if (rows.length === 0 && offset > 0)
    return { exits: [], total: await countPoolExits(db, filter) };
  const exits = rows.map(({ total: _total, ...exit }) => exit);
  return { exits, total: rows[0]?.total ?? 0 };
}

/** An exit and the node that owns it; null: shared by every node. */
export interface OwnedExit extends PlacedExit {
  nodeId: string | null;
}

export interface PoolPick {
  filter: PlaceFilter;
  num: number;
  /** A query of the ids of exits to exclude. */
  excluding: RawBuilder<unknown>;
  /** Only exits that this node can use; absent: all. */
  nodeId?: string | undefined;
}
/** Picks `num` exits at random, fewer if there are not enough. */
export async function pickPoolExits(
  tx: Db,
  { filter, num, excluding, nodeId }: PoolPick,
): Promise<OwnedExit[]> {
  const usable =
    nodeId === undefined ? sql`true` : sql`(node_id is null or node_id = ${nodeId}::uuid)`;
  const { rows } = await sql<OwnedExit>`
    select ${placed}, node_id as "nodeId" from exit
    where ${openable} and ${inPlace(filter)} and ${usable}
      and id not in (${excluding})
    order by random() limit ${num}`.execute(tx);
  return rows;
}

/** Counts the online exits of a place by owning node; null: shared by every node. */
export async function poolExitsByNode(
  db: Db,
  filter: PlaceFilter,
): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ nodeId: string | null; count: number }>`
    select node_id as "nodeId", count(*)::int as count from exit
    where ${openable} and ${inPlace(filter)} group by node_id`.execute(db);
  return new Map(rows.map(({ nodeId, count }) => [nodeId, count]));
}

/** The exits among `ids` that are online, in no particular order. Invalid ids match nothing. */
export async function poolExitsByIds(db: Db, ids: string[]): Promise<OwnedExit[]> {
  const { rows } = await sql<OwnedExit>`
    select ${placed}, node_id as "nodeId" from exit
    where ${openable} and id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  return rows;
}

/** Whether a node other than `nodeId` owns a pool exit in a place, online or not. */
export async function isOwnedByOtherNode(
  db: Db,
  { nodeId, filter }: { nodeId: string; filter: PlaceFilter },
): Promise<boolean> {
  const { rows } = await sql`
    select from exit
    where product = 'pool' and retired_at is null and node_id <> ${nodeId}::uuid
      and ${inPlace(filter)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether nodes own exits of the pool: if so, sticky sessions are kept per node. */
export async function poolHasOwners(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from exit
    where node_id is not null and product = 'pool' and retired_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Exits by address. If several have one address, an online pool exit is preferred. */
export async function exitsAt(
  db: Db,
  ips: string[],
): Promise<Map<string, LocatedExit & { inPool: boolean }>> {
  const { rows } = await sql<LocatedExit & { inPool: boolean }>`
    with asked as (select distinct address from unnest(${ips}::inet[]) as given (address)),
    found as (
      select a.address, exit.* from asked a join exit on exit.ip = a.address
      union all
      select a.address, exit.* from asked a join exit on exit.ip >>= a.address and ${isPrefix})
    select distinct on (address) id, host(address) as ip, ${place}, ${coordinates},
      (product = 'pool' and offline_since is null) as "inPool"
    from found where retired_at is null order by address, "inPool" desc, product`.execute(db);
  return new Map(rows.map((row) => [row.ip, row]));
}

/** Address and place of exits by id, in a language; includes retired and offline exits. */
export async function placesOfExits(
  db: Db,
  ids: string[],
  lang: Lang,
): Promise<Map<string, LocalizedExit>> {
  const { rows } = await sql<PlacedExit & Measured>`
    select ${placed}, ${measured} from exit where id = any(${[...new Set(ids)]}::uuid[])`.execute(
    db,
  );
  const name = countryNames(lang);
  return new Map(rows.map((row) => [row.id, { ...row, countryName: name(row.country) }]));
}
