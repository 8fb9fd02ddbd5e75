/** Lists bought from wholesalers, and the exits that are their lines (spec/supply#lists). */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { nameOfNode } from "../../node/store/fleet.ts";

/** What all lines of a list share. */
export interface ListHead {
  name: string;
  product: "static" | "short" | "pool";
  how: "http" | "socks5";
  country: string;
  /** Names as the operator wrote them; empty and 0: as the GeoIP files say. */
  state: string;
  city: string;
  isp: string;
  asn: number;
  provenance: string;
  /** The node's name; empty: any. */
  node: string;
}
export interface ListRow extends ListHead {
  id: string;
  sealedUrl: string;
  /** The last day that is paid, YYYY-MM-DD; null if not known. */
  endsOn: string | null;
  syncedAt: Date | null;
  trouble: string;
}

const listColumns = sql`
  id, name, product, how, country, state, city, isp, asn, provenance,
  coalesce(${nameOfNode(sql`exit_list.node_id`)}, '') as node, sealed_url as "sealedUrl",
  ends_on::text as "endsOn", synced_at as "syncedAt", trouble`;

/** The list with this name; null if there is none. */
export async function listNamed(db: Db | Tx, name: string): Promise<ListRow | null> {
  const { rows } = await sql<ListRow>`
    select ${listColumns} from exit_list where name = ${name}`.execute(db);
  return rows[0] ?? null;
}

/** Names of the lists that are read again by themselves. */
export async function listsWithUrl(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from exit_list where sealed_url <> '' order by name limit 1000`.execute(db);
  return rows.map(({ name }) => name);
}

export type NewList = ListHead &
  Pick<ListRow, "id" | "sealedUrl" | "endsOn"> & { nodeId: string | null };

/** Adds a list or changes it; its product and how it is reached stay. Returns its id. */
export async function putList(tx: Tx, list: NewList, at: Date): Promise<string> {
  const { id, name, product, how, country, state, city, isp, asn, provenance } = list;
  const { rows } = await sql<{ id: string }>`
    insert into exit_list as l (id, name, product, how, country, state, city, isp, asn, provenance,
      node_id, sealed_url, ends_on, created_at)
    values (${id}, ${name}, ${product}, ${how}, ${country}, ${state}, ${city}, ${isp}, ${asn},
      ${provenance}, ${list.nodeId}, ${list.sealedUrl}, ${list.endsOn}::date, ${at})
    on conflict (name) do update set country = excluded.country, state = excluded.state,
      city = excluded.city, isp = excluded.isp, asn = excluded.asn,
      provenance = excluded.provenance, node_id = excluded.node_id,
      sealed_url = case when excluded.sealed_url = '' then l.sealed_url else excluded.sealed_url end,
      ends_on = coalesce(excluded.ends_on, l.ends_on)
    returning id`.execute(tx);
  return rows[0]?.id ?? id;
}

/** Sets the last day that is paid; returns false if there is no such list. */
export async function setEnd(tx: Tx, name: string, endsOn: string | null): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update exit_list set ends_on = ${endsOn}::date where name = ${name}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Notes that a list was read, or why it could not be. */
export async function setSynced(
  db: Db | Tx,
  id: string,
  { at, trouble }: { at: Date; trouble: string },
): Promise<void> {
  await sql`
    update exit_list set trouble = ${trouble},
      synced_at = case when ${trouble}::text = '' then ${at}::timestamptz else synced_at end
    where id = ${id}`.execute(db);
}

/** A live exit of a list. */
export interface ListedExit {
  id: string;
  ip: string;
  how: "http" | "socks5";
  host: string;
  port: number;
  user: string;
  sealed: string;
}

/** The exits of a list that are not retired. */
export async function exitsOfList(db: Db | Tx, listId: string): Promise<ListedExit[]> {
  const { rows } = await sql<ListedExit>`
    select id, host(ip) as ip, how, host, port, username as "user", sealed_password as sealed
    from exit where list_id = ${listId} and retired_at is null`.execute(db);
  return rows;
}

/** Live exits at these addresses that are lines of no list or of another one. */
export async function foreignAt(db: Db | Tx, listId: string, ips: string[]): Promise<string[]> {
  const { rows } = await sql<{ ip: string }>`
    select distinct host(ip) as ip from exit
    where ip = any(${ips}::inet[]) and retired_at is null
      and list_id is distinct from ${listId}::uuid
    union select host(address) from modem join exit on exit.id = modem.exit_id
    where address = any(${ips}::inet[]) and retired_at is null`.execute(db);
  return rows.map(({ ip }) => ip);
}

/** Makes the live exits at these addresses lines of a list; those that were missing are back. */
export async function setListed(
  tx: Tx,
  { listId, product, ips }: { listId: string; product: string; ips: string[] },
): Promise<void> {
  await sql`
    update exit set list_id = ${listId}, delisted_at = null
    where ip = any(${ips}::inet[]) and product = ${product} and retired_at is null
      and (list_id is distinct from ${listId}::uuid or delisted_at is not null)`.execute(tx);
}

/** Lets exits go that their list lacks: those that nobody has at once, the others at their end. */
export async function delist(
  tx: Tx,
  ids: string[],
  now: Date,
): Promise<{ retired: string[]; leaving: number }> {
  const { rows } = await sql<{ id: string; retired: boolean }>`
    update exit set delisted_at = coalesce(delisted_at, ${now}),
      retired_at = case when taken_by is null then ${now}::timestamptz end,
      shared_port = case when taken_by is null then null else shared_port end
    where id = any(${ids}::uuid[]) and retired_at is null
    returning id, retired_at is not null as retired`.execute(tx);
  const retired = rows.filter((row) => row.retired).map(({ id }) => id);
  return { retired, leaving: rows.length - retired.length };
}

/** Retires exits that their list lacks and nobody has any more; returns their ids. */
export async function retireDelisted(tx: Tx, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update exit set retired_at = ${now}, shared_port = null where id in (
      select id from exit
      where delisted_at is not null and retired_at is null and taken_by is null
      order by id limit ${limit} for no key update skip locked)
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Whether an exit `e` may be sold: it is no line of a list, or of one that has it and is paid. */
export const isListed = (now: Date) => sql`
  e.delisted_at is null and (e.list_id is null or not exists (
    select from exit_list l where l.id = e.list_id and l.ends_on < (${now}::timestamptz at time zone 'UTC')::date))`;

/** A list with what became of its lines. */
export interface ListCounts extends Omit<ListRow, "sealedUrl"> {
  hasUrl: boolean;
  lines: number;
  sold: number;
  /** Neither sold nor resting, and reachable. */
  free: number;
  unreachable: number;
  /** Sold lines that the list lacks. */
  leaving: number;
}

/** All lists by name, at most `limit`. */
export async function listCounts(db: Db, now: Date, limit: number): Promise<ListCounts[]> {
  const { rows } = await sql<ListCounts & { sealedUrl: string }>`
    select listed.*, "sealedUrl" <> '' as "hasUrl", counted.*
    from (select ${listColumns} from exit_list order by name limit ${limit}) listed
    cross join lateral (
      select count(*)::int as lines, count(e.taken_by)::int as sold,
        count(*) filter (where h.exit_id is not null)::int as unreachable,
        count(*) filter (where e.taken_by is null and h.exit_id is null and e.delisted_at is null
          and (e.rests_until is null or e.rests_until <= ${now}))::int as free,
        count(*) filter (where e.delisted_at is not null)::int as leaving
      from exit e left join exit_health h on h.exit_id = e.id and not h.reachable
      where e.list_id = listed.id and e.retired_at is null) counted
    order by name`.execute(db);
  return rows.map(({ sealedUrl: _sealedUrl, ...list }) => list);
}

/** Whether the installation has a bought list of proxies. */
export async function anyList(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from exit_list limit 1`.execute(db);
  return rows.length > 0;
}
