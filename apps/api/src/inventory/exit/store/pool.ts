/**
 * Exits of the ISP pool that are online: found by place or id, listed, drawn by lot. Exits of the
 * pool are shared: whoever opens one takes it from nobody.
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

/** An exit with its place in tokens and in words. */
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
/** With where it lies: degrees; null, and no time zone, where the inventory does not say. */
export interface LocatedExit extends PlacedExit {
  latitude: number | null;
  longitude: number | null;
  timezone: string;
}
/** What gateways measured of it last; null where none has. */
interface Measured {
  latencyMs: number | null;
  measuredAt: Date | null;
}
/** With the country's name in the asker's language: `placeShown` of the contract, id and address. */
export interface LocalizedExit extends PlacedExit, Measured {
  countryName: string;
}
export interface PoolExit extends LocatedExit, Measured {
  /** The account that asks has it open. */
  opened: boolean;
}

/** What is counted, listed and opened: of the pool, not retired, not offline, and a node can use it. */
export const onPool = sql`
  product = 'pool' and retired_at is null and offline_since is null and ${isOffered}`;

/** What is listed and opened by its address: of a prefix none could be promised. */
const openable = sql`${onPool} and not ${isPrefix}`;

const place = sql`country, state, state_name as "stateName", city, city_name as "cityName", postal,
  isp, isp_name as "ispName", asn`;
const placed = sql`id, host(ip) as ip, ${place}`;
const measured = sql`latency_ms as "latencyMs", measured_at as "measuredAt"`;
const coordinates = sql`latitude, longitude, timezone`;
const located = sql`${placed}, ${coordinates}`;

/** Postal codes as they are compared: `SW1A 1AA` and `sw1a-1aa` are one. */
export const foldedPostal = sql`regexp_replace(lower(postal), '[^a-z0-9]', '', 'g')`;

/** Names and tokens alike; what is absent or empty asks for any, what has no letters for none. */
export type PlaceFilter = { [K in keyof PoolFilter]?: PoolFilter[K] | null };

/** The condition that an exit is where it is asked for (spec/pool#places). */
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

/** The names of a place as an exit that is online there bears them; null where none is. */
export async function placeNames(
  db: Db,
  request: PlaceFilter,
): Promise<Pick<PlacedExit, "stateName" | "cityName" | "ispName"> | null> {
  const { rows } = await sql<Pick<PlacedExit, "stateName" | "cityName" | "ispName">>`
    select state_name as "stateName", city_name as "cityName", isp_name as "ispName" from exit
    where ${onPool} and ${inPlace(request)} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How many are online in a place. */
export async function countPoolExits(db: Db, filter: PlaceFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from exit where ${openable} and ${inPlace(filter)}`.execute(db);
  return rows[0]?.count ?? 0;
}

export interface PoolPage {
  filter: PlaceFilter;
  /** From 0. */
  offset: number;
  limit: number;
  /** A query of the ids of those that are shown as opened. */
  opened: RawBuilder<unknown>;
}
/** A page of those that are online, the quickest first, not measured ones last. */
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

/** An exit with the node that has it; null: every node. */
export interface OwnedExit extends PlacedExit {
  nodeId: string | null;
}

export interface PoolDraw {
  filter: PlaceFilter;
  num: number;
  /** A query of the ids of those that are not drawn. */
  without: RawBuilder<unknown>;
  /** Of those that this node can use; absent: of all. */
  nodeId?: string | undefined;
}
/** Draws so many by lot; fewer where there are not so many. */
export async function pickPoolExits(
  tx: Db,
  { filter, num, without, nodeId }: PoolDraw,
): Promise<OwnedExit[]> {
  const usable =
    nodeId === undefined ? sql`true` : sql`(node_id is null or node_id = ${nodeId}::uuid)`;
  const { rows } = await sql<OwnedExit>`
    select ${placed}, node_id as "nodeId" from exit
    where ${openable} and ${inPlace(filter)} and ${usable}
      and id not in (${without})
    order by random() limit ${num}`.execute(tx);
  return rows;
}

/** How many are online in a place, by the node that has them; null: every node. */
export async function poolExitsByNode(
  db: Db,
  filter: PlaceFilter,
): Promise<Map<string | null, number>> {
  const { rows } = await sql<{ nodeId: string | null; count: number }>`
    select node_id as "nodeId", count(*)::int as count from exit
    where ${openable} and ${inPlace(filter)} group by node_id`.execute(db);
  return new Map(rows.map(({ nodeId, count }) => [nodeId, count]));
}

/** Those of the named that are online, in no order; what is no id names none. */
export async function poolExitsByIds(db: Db, ids: string[]): Promise<OwnedExit[]> {
  const { rows } = await sql<OwnedExit>`
    select ${placed}, node_id as "nodeId" from exit
    where ${openable} and id = any(${ids.filter(isUuid)}::uuid[])`.execute(db);
  return rows;
}

/** Whether another node has an exit of the pool in a place, online or not. */
export async function isElsewhere(
  db: Db,
  { nodeId, filter }: { nodeId: string; filter: PlaceFilter },
): Promise<boolean> {
  const { rows } = await sql`
    select from exit
    where product = 'pool' and retired_at is null and node_id <> ${nodeId}::uuid
      and ${inPlace(filter)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether exits of the pool belong to nodes: then a node's sticky sessions are its own. */
export async function poolHasOwners(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from exit
    where node_id is not null and product = 'pool' and retired_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Exits at addresses, by address; one that is online in the pool before another of its address. */
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

/**
 * Address and place of exits by id, as they are shown in a language; those that are retired or
 * offline by now too.
 */
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
