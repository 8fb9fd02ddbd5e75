/** Exits that are sold individually as static IPs: which are free, and which are taken. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { foldPlace } from "@turnpike/rules/places-match.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isListed } from "./lists.ts";
import { isOffered } from "./offered.ts";

/** Not taken, not resting, offered, listed, and not known to be unreachable. */
const isFree = (now: Date) => sql`
  e.retired_at is null and e.taken_by is null and ${isOffered}
  and (e.rests_until is null or e.rests_until <= ${now})
  and (not e.shared or e.shared_port is not null) and ${isListed(now)}
  and not exists (select from modem m where m.exit_id = e.id
    and (m.address is null or m.changing_since is not null))
  and not exists (select from exit_health h where h.exit_id = e.id and not h.reachable)`;

export interface Stock {
  country: string;
  state: string;
  stateName: string;
  city: string;
  cityName: string;
  available: number;
}
export interface StockFilter {
  term: StaticTerm;
  country?: string | undefined;
  /** A token or a name. */
  city?: string | undefined;
  now: Date;
}
/** Counts the free exits of each city; omits cities without any. */
export async function staticStock(db: Db, request: StockFilter): Promise<Stock[]> {
  const { rows } = await sql<Stock>`
    select country, state, min(state_name) as "stateName", city, min(city_name) as "cityName",
      count(*)::int as available
    from exit e where ${isInStock(request)}
    group by country, state, city order by country, state, city`.execute(db);
  return rows;
}

/** Free, of the term and at the place; a condition is left out where nothing is requested. */
function isInStock({ term, country, city, now }: StockFilter) {
  const inCountry = country === undefined ? sql`` : sql`and country = ${country}`;
  const inCity = city === undefined ? sql`` : sql`and city = ${foldPlace(city)}`;
  return sql`product = ${term} and ${isFree(now)} ${inCountry} ${inCity}`;
}

/** The fields of an exit that a static IP shows. */
export interface TakenExit {
  exit_id: string;
  ip: string;
  country: string;
  city: string;
  city_name: string;
  isp_name: string;
  asn: number;
}
const ROUNDS = 5;
/**
 * Takes one free exit for each static IP in `takers`, in their order; takes none and returns null
 * if there are not enough. The first round skips exits that other transactions have locked. If the
 * rest is not enough, later rounds wait for these locks: the others may roll back.
 */
export async function takeExits(
  tx: Tx,
  request: StockFilter & { takers: string[] },
): Promise<TakenExit[] | null> {
  const { takers } = request;
  for (let round = 1; round <= ROUNDS; round++) {
    const ids = await lockFree(tx, request, { most: takers.length, wait: round > 1 });
    if (ids.length === takers.length) return markTaken(tx, ids, takers);
    if (!(await hasFree(tx, request, takers.length))) return null;
  }
  return null;
}

/** Locks `most` free exits, always in the same order; if there are fewer, keeps none locked. */
async function lockFree(
  tx: Tx,
  request: StockFilter,
  { most, wait }: { most: number; wait: boolean },
): Promise<string[]> {
  await sql`savepoint lock_free`.execute(tx);
  // `no key`: rows that reference an exit (its health) must not make it look taken.
  const { rows } = await sql<{ id: string }>`
    select id from exit e where ${isInStock(request)}
    order by coalesce(rests_until, created_at), id limit ${most}
    for no key update ${wait ? sql`` : sql`skip locked`}`.execute(tx);
  if (rows.length < most) await sql`rollback to savepoint lock_free`.execute(tx);
  await sql`release savepoint lock_free`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether `num` exits are free, including those that other transactions are about to take. */
export async function hasFree(tx: Tx, request: StockFilter, num: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from exit e where ${isInStock(request)} limit ${num}) as free`.execute(tx);
  return rows[0]?.count === num;
}

/** Those of these addresses that are free, with the term that each is sold for. */
export async function freeExitsAt(
  db: Db | Tx,
  ips: string[],
  now: Date,
): Promise<{ ip: string; term: StaticTerm }[]> {
  const { rows } = await sql<{ ip: string; term: StaticTerm }>`
    select host(e.ip) as ip, e.product as term from exit e
    where e.ip = any(${ips}::inet[]) and e.product in ('static', 'short') and ${isFree(now)}`.execute(
    db,
  );
  return rows;
}

/**
 * Takes the free exits at these addresses, in any product that is sold individually, and returns
 * them with their term. Leaves out those that are not free.
 */
export async function takeExitsAt(
  tx: Tx,
  wanted: { ip: string; taker: string }[],
  now: Date,
): Promise<(TakenExit & { taker: string; term: StaticTerm })[]> {
  const { rows } = await sql<TakenExit & { taker: string; term: StaticTerm }>`
    with wanted as (
      select ip, taker from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
        as given (ip inet, taker uuid)
    ), free as (
      select e.id, w.taker from exit e join wanted w on w.ip = e.ip
      where e.product in ('static', 'short') and ${isFree(now)}
      order by e.id for no key update of e
    )
    update exit e set taken_by = free.taker, rests_until = null from free where e.id = free.id
    returning free.taker, e.product as term, e.id as exit_id, host(e.ip) as ip, e.country, e.city,
      e.city_name, e.isp_name, e.asn`.execute(tx);
  return rows;
}

async function markTaken(tx: Tx, ids: string[], takers: string[]): Promise<TakenExit[]> {
  const { rows } = await sql<TakenExit>`
    with sold as (
      update exit set taken_by = taker, rests_until = null
      from unnest(${ids}::uuid[], ${takers}::uuid[]) with ordinality as pair (exit, taker, place)
      where id = pair.exit
      returning place, id as exit_id, ip, country, city, city_name, isp_name, asn
    )
    select sold.exit_id, host(coalesce(m.address, sold.ip)) as ip, country, city, city_name,
      isp_name, asn
    from sold left join modem m on m.exit_id = sold.exit_id order by place`.execute(tx);
  return rows;
}

/** Returns exits to the stock; they rest until `restsUntil`. Skips those already returned. */
export async function releaseExits(tx: Tx, staticIds: string[], restsUntil: Date): Promise<void> {
  await releaseExitsEach(
    tx,
    staticIds.map((staticId) => ({ staticId, restsUntil })),
  );
}

/** Same as `releaseExits`, with a rest of its own for each exit. */
export async function releaseExitsEach(
  tx: Tx,
  releases: { staticId: string; restsUntil: Date }[],
): Promise<void> {
  if (releases.length === 0) return;
  await sql`
    update exit set taken_by = null, rests_until = given."restsUntil"
    from jsonb_to_recordset(${JSON.stringify(releases)}::jsonb)
      as given ("staticId" uuid, "restsUntil" timestamptz)
    where taken_by = given."staticId"`.execute(tx);
}
