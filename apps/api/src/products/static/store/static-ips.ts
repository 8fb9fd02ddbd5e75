/** Rows of static IPs, long and short term: insert, lock, update. */
import type { StaticTerm } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../../platform/db/uuid.ts";

export interface StaticRow {
  id: string;
  account_id: string;
  term: StaticTerm;
  exit_id: string;
  ip: string;
  country: string;
  city: string;
  city_name: string;
  isp_name: string;
  asn: number;
  days: number;
  started_at: Date;
  expires_at: Date;
  auto_renew: boolean;
  renew_failed_for: Date | null;
  name: string;
  sealed_password: string;
  verifier: string;
  /** In canonical form. */
  whitelist: string[];
  remark: string;
  replacements: number;
  /** Swaps of the address since the IP was taken or last renewed. */
  swaps: number;
  released_at: Date | null;
  deleted_at: Date | null;
}

/** All columns of a row; addresses as text. */
export const staticColumns = sql.raw(
  `id, account_id, term, exit_id, host(ip) as ip, country, city, city_name, isp_name, asn, days,
   started_at, expires_at, auto_renew, renew_failed_for, name, sealed_password, verifier,
   array(select host(one) from unnest(whitelist) as one) as whitelist, remark, replacements,
   swaps, released_at, deleted_at`,
);

export type NewStatic = Omit<
  StaticRow,
  "renew_failed_for" | "replacements" | "swaps" | "released_at" | "deleted_at" | "auto_renew"
>;

/** Inserts rows whose exits this transaction has taken (`inventory/exit/store/static-stock.ts`). */
export async function insertStatics(tx: Tx, rows: NewStatic[]): Promise<void> {
  await sql`
    insert into static_ip (id, account_id, term, exit_id, ip, country, city, city_name, isp_name,
      asn, days, started_at, expires_at, name, sealed_password, verifier, whitelist, remark)
    select id, account_id, term, exit_id, ip, country, city, city_name, isp_name, asn, days,
      started_at, expires_at, name, sealed_password, verifier, whitelist, remark
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, account_id uuid,
      term text, exit_id uuid, ip inet, country text, city text, city_name text, isp_name text,
      asn bigint, days int, started_at timestamptz, expires_at timestamptz, name text,
      sealed_password text, verifier text, whitelist inet[], remark text)`.execute(tx);
}

/**
 * Locks an account's static IPs of a term, ordered by id; leaves out foreign and deleted ones. `no
 * key` so that inserts that refer to a row (usage, history) need not wait.
 */
export async function lockStatics(
  tx: Tx,
  of: { accountId: string; term: StaticTerm; ids: string[] },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where account_id = ${of.accountId} and term = ${of.term}
      and id = any(${of.ids.filter(isUuid)}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(tx);
  return rows;
}

/** Locks an account's live static IPs of a term, ordered by id. */
export async function lockLiveOf(
  tx: Tx,
  of: { accountId: string; term: StaticTerm },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where account_id = ${of.accountId} and term = ${of.term} and deleted_at is null
      and released_at is null order by id for no key update`.execute(tx);
  return rows;
}

/** Locks all static IPs of accounts that are not deleted, ordered by id. */
export async function lockAllOf(tx: Tx, accountIds: string[]): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where account_id = any(${accountIds}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(tx);
  return rows;
}

/** As `lockStatics`, without locks. */
export async function findStatics(
  db: Db,
  of: { accountId: string; term: StaticTerm; ids: string[] },
): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where account_id = ${of.accountId} and term = ${of.term}
      and id = any(${of.ids.filter(isUuid)}::uuid[]) and deleted_at is null
    order by id`.execute(db);
  return rows;
}

export type StaticChange = Partial<
  Pick<
    StaticRow,
    | "exit_id"
    | "ip"
    | "country"
    | "city"
    | "city_name"
    | "isp_name"
    | "asn"
    | "days"
    | "expires_at"
    | "auto_renew"
    | "renew_failed_for"
    | "name"
    | "sealed_password"
    | "verifier"
    | "whitelist"
    | "remark"
    | "released_at"
    | "deleted_at"
    | "replacements"
    | "swaps"
  >
>;

/** Applies the same change to locked rows. */
export async function changeStatics(tx: Tx, ids: string[], change: StaticChange): Promise<void> {
  const sets = Object.entries(change).filter(([, value]) => value !== undefined);
  if (ids.length === 0 || sets.length === 0) return;
  const assigned = sets.map(([name, value]) => {
    const cast = name === "whitelist" ? sql`::inet[]` : sql``;
    return sql`${sql.ref(name)} = ${value}${cast}`;
  });
  await sql`
    update static_ip set ${sql.join(assigned)} where id = any(${ids}::uuid[])`.execute(tx);
}

export type Credentials = Pick<StaticRow, "id" | "name" | "sealed_password" | "verifier">;

/** Sets the name and password of each locked row. */
export async function setCredentials(tx: Tx, given: Credentials[]): Promise<void> {
  if (given.length === 0) return;
  await sql`
    update static_ip s set name = given.name, sealed_password = given.sealed_password,
      verifier = given.verifier
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (id uuid, name text, sealed_password text, verifier text)
    where s.id = given.id`.execute(tx);
}

/** A verifier that no credentials match: 32 zero bytes in hex. */
const noVerifier = "0".repeat(64);
/** Erases everything that grants access to a row. */
export const erasedCredentials = sql`
  auto_renew = false, sealed_password = '', verifier = ${sql.lit(noVerifier)}, whitelist = '{}'`;

/**
 * Hides locked rows for good and erases their credentials. The name and the remark stay for the
 * history, unless `erase`.
 */
export async function setDeleted(
  tx: Tx,
  ids: string[],
  { now, erase }: { now: Date; erase: boolean },
): Promise<void> {
  await sql`
    update static_ip set deleted_at = ${now}, released_at = coalesce(released_at, ${now}),
      ${erasedCredentials}, name = case when ${erase} then 'closed' else name end,
      remark = case when ${erase} then '' else remark end
    where id = any(${ids}::uuid[])`.execute(tx);
}

/** Erases names, remarks and credentials of rows that were hidden before their account closed. */
export async function eraseNames(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`
    update static_ip set ${erasedCredentials}, name = 'closed', remark = ''
    where account_id = any(${accountIds}::uuid[]) and deleted_at is not null
      and (name <> 'closed' or remark <> '' or sealed_password <> '' or verifier <> ${noVerifier}
        or whitelist <> '{}')`.execute(tx);
}

/** The number of an account's static IPs that still have their address. */
export async function countLiveOf(db: Db, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from static_ip
    where account_id = ${accountId} and deleted_at is null and released_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those of the ids that gateways know, i.e. that are not released. */
export async function liveStatics(db: Db, ids: string[]): Promise<StaticRow[]> {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where id = any(${ids}::uuid[]) and released_at is null`.execute(db);
  return rows;
}

/** A page of all rows that gateways know, ordered by id. */
export async function liveStaticsAfter(db: Db, lastId: string, limit: number) {
  const { rows } = await sql<StaticRow>`
    select ${staticColumns} from static_ip
    where id > ${lastId || nilUuid}::uuid and released_at is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Ids of the live static IPs on these exits. */
export async function staticsAtExits(db: Db, exitIds: string[]): Promise<string[]> {
  if (exitIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from static_ip
    where exit_id = any(${exitIds}::uuid[]) and released_at is null`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of an account's live static IPs. */
export async function liveStaticIdsOf(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from static_ip
    where account_id = ${accountId} and deleted_at is null and released_at is null`.execute(db);
  return rows.map(({ id }) => id);
}
