/** Rows of the whitelist. The only file that names their table. */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { trafficWhiteList } from "@turnpike/contract/whitelist.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../platform/db/uuid.ts";
import { searchRows, type SearchQuery } from "../../platform/search.ts";

export interface EntryRow {
  id: string;
  account_id: string;
  sub_account_id: string;
  ip: string;
  description: string;
  created_at: Date;
  expires_at: Date | null;
}
const columns = sql.raw(
  "id, account_id, sub_account_id, host(ip) as ip, description, created_at, expires_at",
);

/** Inserts entries. Returns those inserted; addresses already on a whitelist are skipped. */
export async function insertEntries(tx: Tx, entries: EntryRow[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    insert into whitelist_entry
      (id, account_id, sub_account_id, ip, description, created_at, expires_at)
    select * from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given
      (id uuid, account_id uuid, sub_account_id uuid, ip inet, description text,
       created_at timestamptz, expires_at timestamptz)
    order by ip
    on conflict (ip) do nothing returning ${columns}`.execute(tx);
  return rows;
}

/** Removes up to 1,000 expired entries, of these addresses or (null) of any. Returns their ids. */
export async function removeExpired(tx: Tx, now: Date, ips: string[] | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from whitelist_entry where id in (
      select id from whitelist_entry
      where expires_at <= ${now} and (${ips}::inet[] is null or ip = any(${ips}::inet[]))
      order by ip limit 1000 for update skip locked)
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Removes those of the entries that belong to the account. Returns their ids. */
export async function removeEntries(tx: Tx, accountId: string, ids: string[]) {
  const { rows } = await sql<{ id: string }>`
    delete from whitelist_entry
    where account_id = ${accountId} and id = any(${ids.filter(isUuid)}::uuid[])
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Removes the entries of sub-accounts. Returns their ids. */
export async function removeEntriesOfSubAccounts(
  tx: Tx,
  subAccountIds: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from whitelist_entry where sub_account_id = any(${subAccountIds}::uuid[])
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

type WhitelistSort = NonNullable<CallRequest<typeof trafficWhiteList>["sort"]>;
const newestFirst = sql`created_at desc`;
/** Entries without expiry sort as the last to expire. */
const orders: Record<WhitelistSort, RawBuilder<unknown>> = {
  ip: sql`whitelist_entry.ip`,
  "-ip": sql`whitelist_entry.ip desc`,
  description: sql`lower(description)`,
  "-description": sql`lower(description) desc`,
  expiresAt: sql`expires_at nulls last`,
  "-expiresAt": sql`expires_at desc nulls first`,
};

/** A page of an account's unexpired entries and their total number. */
export async function pageOfEntries(
  db: Db,
  of: {
    accountId: string;
    now: Date;
    search: string | undefined;
    sort: WhitelistSort | undefined;
    offset: number;
    limit: number;
  },
): Promise<{ rows: EntryRow[]; total: number }> {
  const like = of.search === undefined ? null : `%${of.search.replace(/[\\%_]/g, "\\$&")}%`;
  const where = sql`
    account_id = ${of.accountId} and (expires_at is null or expires_at > ${of.now})
    and (${like}::text is null or host(ip) ilike ${like} or description ilike ${like})`;
  const counted = await sql<{ total: number }>`
    select count(*) as total from whitelist_entry where ${where}`.execute(db);
  const { rows } = await sql<EntryRow>`
    select ${columns} from whitelist_entry where ${where}
    order by ${of.sort ? orders[of.sort] : newestFirst}, id
    limit ${of.limit} offset ${of.offset}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Locks the unexpired entry of an address, of any account, until the transaction ends. */
export async function lockEntryAt(tx: Tx, ip: string, now: Date): Promise<EntryRow | null> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from whitelist_entry
    where ip = ${ip}::inet and (expires_at is null or expires_at > ${now}) for update`.execute(tx);
  return rows[0] ?? null;
}

/** Whether an account currently has an address on its whitelist. */
export async function isWhitelisted(
  db: Db,
  entry: { accountId: string; ip: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from whitelist_entry
    where ip = ${entry.ip}::inet and account_id = ${entry.accountId}
      and (expires_at is null or expires_at > ${entry.now})`.execute(db);
  return rows.length > 0;
}

/** A subquery of the entries that expire: account_id, id, ends_at. */
export const endingEntries = sql`
  select account_id, id, expires_at as ends_at from whitelist_entry
  where expires_at is not null`;

/** The entries among `ids` that exist. */
export async function entriesByIds(db: Db, ids: string[]): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from whitelist_entry where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** A page of all accounts' entries ordered by id, after `lastId` (empty for the first page). */
export async function entriesAfter(db: Db, lastId: string, limit: number): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select ${columns} from whitelist_entry where id > ${lastId || nilUuid}::uuid
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Removes all entries of accounts. Returns their ids. */
export async function removeEntriesOfAccounts(tx: Tx, accountIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from whitelist_entry where account_id = any(${accountIds}::uuid[])
    returning id`.execute(tx);
  return rows.map((row) => row.id);
}

/** As `countEntries`, but stops at `most`. */
export async function countEntriesUpTo(
  db: Db | Tx,
  { accountId, now, most }: { accountId: string; now: Date; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from whitelist_entry
      where account_id = ${accountId} and (expires_at is null or expires_at > ${now})
      limit ${most}) as entry`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Those of the addresses that have an entry, of any account. */
export async function existingAmong(tx: Tx, ips: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ ip: string }>`
    select host(ip) as ip from whitelist_entry where ip = any(${ips}::inet[])`.execute(tx);
  return new Set(rows.map(({ ip }) => ip));
}

/** Ids of the entries for these addresses. */
export async function entryIdsAt(db: Db, ips: string[]): Promise<string[]> {
  if (ips.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from whitelist_entry where ip = any(${ips}::inet[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** The number of an account's unexpired entries. */
export async function countEntries(
  db: Db,
  { accountId, now }: { accountId: string; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from whitelist_entry
    where account_id = ${accountId} and (expires_at is null or expires_at > ${now})`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Searches an account's unexpired entries. */
export const searchEntries = (query: SearchQuery) =>
  searchRows(query, "whitelist", {
    rows: sql`
      from whitelist_entry
      where account_id = ${query.accountId}
        and (expires_at is null or expires_at > ${new Date(query.now)})`,
    id: sql`id`,
    name: sql`host(ip)`,
    detail: sql`description`,
    texts: [sql`description`],
    addresses: [sql`host(ip)`],
  });

/** Addresses of entries by id. */
export async function entryNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  return new Map((await entriesByIds(db, ids)).map(({ id, ip }) => [id, ip]));
}
