/** Rows of exits as the operator imports, lists and retires them (spec/operator#exits-import). */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { nameOfNode } from "../../node/store/fleet.ts";
import type { ImportedExit } from "../read-csv.ts";
import { needsOwner } from "./offered.ts";
import { isPrefix, ownIp, shownIp } from "./prefixes.ts";

const soldSingly = sql`product in ('static', 'short')`;
/** Taken or resting; retired or not. */
const isHeld = (now: Date) => sql`(e.taken_by is not null or e.rests_until > ${now})`;

/** Locks the static and short exits at these addresses, in the order in which `takeExits` does. */
export async function lockSoldSingly(tx: Tx, ips: string[]): Promise<void> {
  await sql`
    select from exit where ip = any(${ips}::inet[]) and ${soldSingly}
    order by coalesce(rests_until, created_at), id for no key update`.execute(tx);
}

/**
 * Restores retired exits that are taken or resting: importing their addresses again must not create
 * free exits. Returns their ids.
 */
export async function unretireHeld(
  tx: Tx,
  exits: { ip: string; product: string }[],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update exit set retired_at = null, shared_port = null where id in (
      select distinct on (e.ip, e.product) e.id
      from exit e join jsonb_to_recordset(${JSON.stringify(exits)}::jsonb)
        as given (ip inet, product text) on e.ip = given.ip and e.product = given.product
      where e.retired_at is not null and e.${soldSingly}
        and ${isHeld(now)}
        and not exists (select from exit other where other.ip = e.ip and other.${soldSingly}
          and other.retired_at is null)
      order by e.ip, e.product, e.retired_at desc)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Static and short exits, live or retired but held, that listen at any of the addresses. */
export async function listenersAt(
  tx: Tx,
  addresses: string[],
  now: Date,
): Promise<{ ip: string; product: string; address: string }[]> {
  const { rows } = await sql<{ ip: string; product: string; address: string }>`
    select host(e.ip) as ip, e.product, host(one.address) as address
    from exit as e cross join lateral (
      select e.ip as address union select e.host::inet where e.how = 'local') as one
    where e.${soldSingly} and (e.retired_at is null or ${isHeld(now)})
      and one.address = any(${addresses}::inet[])
    order by one.address`.execute(tx);
  return rows;
}

/** An exit as imported, with its password and its link sealed. */
export type SealedExit = Omit<ImportedExit, "password" | "rotateUrl"> & {
  sealed: string;
  sealedRotateUrl: string;
};
/** A `SealedExit` with its new id and the id of the node that it names. */
export type NewExit = SealedExit & { id: string; nodeId: string | null };

/** Exits at these addresses that are not retired, in the form of an import. */
export async function liveExitsAt(
  tx: Db | Tx,
  ips: string[],
): Promise<(SealedExit & { lab: boolean })[]> {
  const { rows } = await sql<SealedExit & { lab: boolean }>`
    select ${ownIp} as ip, how, host, port, username as "user", sealed_password as sealed, dns, country,
      state, state_name as "stateName", city, city_name as "cityName", postal, isp,
      isp_name as "ispName", asn, product, provenance, latitude, longitude, timezone, lab, shared,
      case when node_named then ${nameOfNode(sql`exit.node_id`)} else '' end as node,
      coalesce(modem.sealed_rotate_url, '') as "sealedRotateUrl",
      coalesce(modem.min_seconds, 0) as "rotateMinSeconds"
    from exit left join modem on modem.exit_id = exit.id
    where retired_at is null and ip = any(${ips}::inet[])`.execute(tx);
  return rows;
}

export interface WrittenExit {
  id: string;
  added: boolean;
  ip: string;
  product: string;
}

/** The owner of an existing exit after an import. */
const newOwner = sql`
  case when excluded.node_named or e.lab then excluded.node_id else e.node_id end`;

/**
 * Inserts exits, or updates those of the same address and product; `added` tells which are new. An
 * exit that names no node keeps its owner.
 */
export async function upsertExits(tx: Tx, rows: NewExit[], at: Date): Promise<WrittenExit[]> {
  const written = await sql<WrittenExit>`
    insert into exit as e (id, how, ip, host, port, username, sealed_password, country, state,
      state_name, city, city_name, postal, isp, isp_name, asn, latitude, longitude, timezone,
      lab, product, provenance, created_at, node_id, node_named, dns, shared)
    select id, how, ip, host, port, "user", sealed, country, state, "stateName", city,
      "cityName", postal, isp, "ispName", asn, latitude, longitude, timezone, false, product,
      provenance, ${at}, "nodeId", "nodeId" is not null, dns, shared
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, how text,
      ip inet, host text, port int, "user" text, sealed text, country text, state text,
      "stateName" text, city text, "cityName" text, postal text, isp text, "ispName" text,
      asn bigint, latitude float8, longitude float8, timezone text, product text,
      provenance text, "nodeId" uuid, dns text, shared boolean)
    on conflict (ip, product) where retired_at is null do update set
      how = excluded.how, host = excluded.host, port = excluded.port,
      username = excluded.username, sealed_password = excluded.sealed_password,
      country = excluded.country, state = excluded.state, state_name = excluded.state_name,
      city = excluded.city, city_name = excluded.city_name, postal = excluded.postal,
      isp = excluded.isp, isp_name = excluded.isp_name, asn = excluded.asn,
      latitude = excluded.latitude, longitude = excluded.longitude,
      timezone = excluded.timezone, provenance = excluded.provenance, dns = excluded.dns, lab = false,
      latency_ms = null, measured_at = null, failures = 0, offline_since = null,
      node_id = ${newOwner}, node_named = excluded.node_named,
      shared = excluded.shared, shared_port = case
        when excluded.shared and ${newOwner} is not distinct from e.node_id then e.shared_port end
    returning e.id, (e.xmax = 0) as added, host(e.ip) as ip, e.product`.execute(tx);
  return written.rows;
}

export interface StockedExit {
  ip: string;
  kind: string;
  host: string;
  port: number;
  country: string;
  city: string;
  isp: string;
  asn: number;
  product: string;
  provenance: string;
  lab: boolean;
  /** The node that owns it; empty if every node can use it, or (a local exit) none. */
  node: string;
  /**
   * Static and short exits: taken, resting after they were taken, or free. Pool exits: `offline` if
   * gateways cannot connect through them. `unowned`: no node owns it, so it is not offered.
   */
  state: "" | "unowned" | "free" | "taken" | "resting" | "offline";
  restsUntil: string | null;
}

/** Lists exits that are not retired, of one country or (null) all, by address, at most `limit`. */
export async function listExits(
  db: Db,
  { country, limit, now }: { country: string | null; limit: number; now: Date },
): Promise<{ exits: StockedExit[]; total: number }> {
  const { rows } = await sql<
    Omit<StockedExit, "restsUntil"> & { restsUntil: Date | null; total: number }
  >`
    select ${shownIp} as ip, case when ${isPrefix} then 'prefix' else how end as kind, host, port, country, city_name as city, isp_name as isp,
      asn, product, provenance, lab, coalesce(${nameOfNode(sql`exit.node_id`)}, '') as node,
      case when node_id is null and ${needsOwner} then 'unowned' when product = 'pool' and offline_since is not null then 'offline'
        when product not in ('static', 'short') then ''
        when taken_by is not null then 'taken'
        when rests_until > ${now} then 'resting' else 'free' end as state,
      case when rests_until > ${now} then rests_until end as "restsUntil",
      count(*) over ()::int as total
    from exit where retired_at is null and (${country}::text is null or country = ${country})
    order by exit.ip, product limit ${limit}`.execute(db);
  const exits = rows.map(({ total: _total, restsUntil, ...exit }) => ({
    ...exit,
    restsUntil: restsUntil?.toISOString() ?? null,
  }));
  return { exits, total: rows[0]?.total ?? 0 };
}

/** Retires the exits at an address, in every product; `taken` tells which have a static IP. */
export async function setRetired(
  tx: Tx,
  ip: string,
  now: Date,
): Promise<{ id: string; taken: boolean }[]> {
  const { rows } = await sql<{ id: string; taken: boolean }>`
    update exit set retired_at = ${now}, shared_port = null
    where ip = ${ip}::inet and retired_at is null
    returning id, taken_by is not null as taken`.execute(tx);
  return rows;
}
