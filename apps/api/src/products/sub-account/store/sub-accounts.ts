/** Rows of sub-accounts; `lists.ts` lists them, `counts.ts` counts them for caps. */
import type { CallRequest } from "@turnpike/contract/call.ts";
import type { SubAccountLimits, subUsers } from "@turnpike/contract/sub-account.ts";
import type { TargetBudget } from "@turnpike/rules/target-budget.ts";
import { type RawBuilder, sql } from "kysely";
import { firstPool } from "@turnpike/rules/traffic-pool.ts";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid, nilUuid } from "../../../platform/db/uuid.ts";

export interface SubAccountRow {
  id: string;
  account_id: string;
  name: string;
  /** The pool that serves it, for good. */
  pool: string;
  sealed_password: string;
  verifier: string;
  main: boolean;
  enabled: boolean;
  remark: string;
  allotted_bytes: number;
  used_bytes: number;
  max_connections: number | null;
  day_limit_bytes: number | null;
  month_limit_bytes: number | null;
  allow_domains: string[];
  deny_domains: string[];
  target_budgets: TargetBudget[];
  created_at: Date;
  deleted_at: Date | null;
  session_rotations: number;
}

export type NewSubAccount = Pick<
  SubAccountRow,
  | "id"
  | "account_id"
  | "name"
  | "pool"
  | "sealed_password"
  | "verifier"
  | "main"
  | "remark"
  | "created_at"
>;

/** Inserts a sub-account, or returns the reason why it cannot be inserted. */
export async function insertSubAccount(
  tx: Tx,
  row: NewSubAccount,
): Promise<SubAccountRow | "accountTaken" | "secondMainAccount"> {
  const { rows } = await sql<SubAccountRow>`
    insert into sub_account (id, account_id, name, pool, sealed_password, verifier, main, remark,
      created_at)
    values (${row.id}, ${row.account_id}, ${row.name}, ${row.pool}, ${row.sealed_password}, ${row.verifier},
      ${row.main}, ${row.remark}, ${row.created_at})
    on conflict do nothing returning *`.execute(tx);
  if (rows[0] !== undefined) return rows[0];
  const taken = await sql`
    select from sub_account where lower(name collate "C") = ${row.name.toLowerCase()}`.execute(tx);
  return taken.rows.length > 0 ? "accountTaken" : "secondMainAccount";
}

/** Locks live sub-accounts of an account, ordered by id; leaves out foreign and deleted ones. */
export async function lockLive(tx: Tx, accountId: string, ids: string[]): Promise<SubAccountRow[]> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account
    where account_id = ${accountId} and id = any(${ids.filter(isUuid)}::uuid[])
      and deleted_at is null
    order by id for update`.execute(tx);
  return rows;
}

/** Locks a sub-account and the account's main ones, ordered by id. */
export async function lockWithMain(tx: Tx, accountId: string, id: string) {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account where account_id = ${accountId} and deleted_at is null
      and (main or id = any(${[id].filter(isUuid)}::uuid[]))
    order by id for update`.execute(tx);
  return rows;
}

/** Locks sub-accounts of any account, ordered by account and id; including deleted ones. */
export async function lockSubAccountsByIds(tx: Tx, ids: string[]): Promise<SubAccountRow[]> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account where id = any(${ids.filter(isUuid)}::uuid[])
    order by account_id, id for update`.execute(tx);
  return rows;
}

export type SubAccountChange = Partial<
  Pick<SubAccountRow, "main" | "enabled" | "remark" | "sealed_password" | "verifier" | "deleted_at">
> & {
  /** Added to the bytes ever allotted; negative to take back. */
  allottedMore?: number;
};

/** Updates a row that the transaction has locked, and returns it. */
export async function changeSubAccount(
  tx: Tx,
  id: string,
  change: SubAccountChange,
): Promise<SubAccountRow> {
  const { rows } = await sql<SubAccountRow>`
    update sub_account set
      main = coalesce(${change.main ?? null}::boolean, main),
      enabled = coalesce(${change.enabled ?? null}::boolean, enabled),
      remark = coalesce(${change.remark ?? null}::text, remark),
      sealed_password = coalesce(${change.sealed_password ?? null}::text, sealed_password),
      verifier = coalesce(${change.verifier ?? null}::text, verifier),
      deleted_at = coalesce(${change.deleted_at ?? null}::timestamptz, deleted_at),
      allotted_bytes = allotted_bytes + ${change.allottedMore ?? 0}::bigint
    where id = ${id} returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no sub-account ${id}`);
  return row;
}

/** Sets all limits of a row that the transaction has locked, and returns it. */
export async function setLimits(
  tx: Tx,
  id: string,
  limits: SubAccountLimits & { targetBudgets: TargetBudget[] },
): Promise<SubAccountRow> {
  const { rows } = await sql<SubAccountRow>`
    update sub_account set
      max_connections = ${limits.maxConnections}, day_limit_bytes = ${limits.dayBytes},
      month_limit_bytes = ${limits.monthBytes},
      allow_domains = ${limits.allowDomains}::text[], deny_domains = ${limits.denyDomains}::text[],
      target_budgets = ${JSON.stringify(limits.targetBudgets)}::jsonb
    where id = ${id} returning *`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no sub-account ${id}`);
  return row;
}

/** Adds billed bytes; `fromRestBytes` of them came from the account's unallotted bytes. */
export async function addUse(
  tx: Tx,
  uses: { id: string; usedBytes: number; fromRestBytes: number }[],
): Promise<void> {
  const ids = uses.map((use) => use.id);
  const used = uses.map((use) => use.usedBytes);
  const fromRest = uses.map((use) => use.fromRestBytes);
  await sql`
    update sub_account set used_bytes = used_bytes + use.used,
      allotted_bytes = allotted_bytes + use.from_rest
    from unnest(${ids}::uuid[], ${used}::bigint[], ${fromRest}::bigint[])
      as use (id, used, from_rest)
    where sub_account.id = use.id`.execute(tx);
}

/** Sets the allotted and used bytes of a locked row after a correction. */
export async function setUse(
  tx: Tx,
  { id, usedBytes, allottedBytes }: { id: string; usedBytes: number; allottedBytes: number },
): Promise<void> {
  await sql`
    update sub_account set used_bytes = ${usedBytes}, allotted_bytes = ${allottedBytes}
    where id = ${id}`.execute(tx);
}

type SubUserSort = NonNullable<CallRequest<typeof subUsers>["sort"]>;
const orders: Record<SubUserSort, RawBuilder<unknown>> = {
  account: sql`lower(name)`,
  "-account": sql`lower(name) desc`,
  allocatedBytes: sql`allotted_bytes`,
  "-allocatedBytes": sql`allotted_bytes desc`,
  usedBytes: sql`used_bytes`,
  "-usedBytes": sql`used_bytes desc`,
  createdAt: sql`created_at`,
  "-createdAt": sql`created_at desc`,
};

/** A sorted page of an account's live sub-accounts and their total number. */
export async function pageOfSubAccounts(
  db: Db,
  of: {
    accountId: string;
    search: string | undefined;
    enabled: boolean | undefined;
    pool: string | undefined;
    sort: SubUserSort;
    mainFirst: boolean;
    offset: number;
    limit: number;
  },
): Promise<{ rows: SubAccountRow[]; total: number }> {
  const like = of.search === undefined ? null : `%${of.search.replace(/[\\%_]/g, "\\$&")}%`;
  const where = sql`
    account_id = ${of.accountId} and deleted_at is null
    and (${like}::text is null or name ilike ${like} or remark ilike ${like})
    and (${of.enabled ?? null}::boolean is null or enabled = ${of.enabled ?? null})
    and (${of.pool ?? null}::text is null or pool = ${of.pool ?? null})`;
  const first = of.mainFirst ? sql`main desc, ` : sql``;
  const { rows } = await sql<SubAccountRow>`
    select id, account_id, name, pool, sealed_password, verifier, main, enabled, remark, allotted_bytes,
      used_bytes, max_connections, day_limit_bytes, month_limit_bytes, allow_domains, deny_domains,
      target_budgets, created_at, deleted_at, session_rotations
    from sub_account where ${where}
    order by ${first}${orders[of.sort]}, id limit ${of.limit} offset ${of.offset}`.execute(db);
  // The last page tells how many there are.
  if (rows.length < of.limit && (rows.length > 0 || of.offset === 0))
    return { rows, total: of.offset + rows.length };
  const counted = await sql<{ total: number }>`
    select count(*) as total from sub_account where ${where}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** All sub-accounts of an account, newest first; including deleted ones. */
export async function allSubAccountsOf(db: Db, accountId: string): Promise<SubAccountRow[]> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account where account_id = ${accountId}
    order by created_at desc, id`.execute(db);
  return rows;
}

/** The account's sub-account with this name, ignoring case; including deleted ones. */
export async function byName(db: Db, accountId: string, name: string) {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account where lower(name collate "C") = ${name.toLowerCase()}
      and account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The account's main sub-account, else its oldest; null if it has none. */
export async function mainOrOldest(db: Db, accountId: string): Promise<SubAccountRow | null> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account where account_id = ${accountId} and deleted_at is null
    order by main desc, pool <> ${firstPool}, created_at, id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Live sub-accounts by id, of any account. */
export async function liveByIds(db: Db, ids: string[]): Promise<SubAccountRow[]> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account
    where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db);
  return rows;
}

/** Ids of the sub-accounts with these names (lower case). */
export async function idsByName(db: Db, names: string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from sub_account where lower(name collate "C") = any(${names}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of an account's live sub-accounts. */
export async function liveIdsOf(db: Db | Tx, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from sub_account where account_id = ${accountId} and deleted_at is null`.execute(db);
  return rows.map((row) => row.id);
}

/** Live sub-accounts of all accounts, ordered by id, after `lastId` (empty for the first page). */
export async function liveAfter(db: Db, lastId: string, limit: number): Promise<SubAccountRow[]> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account
    where id > ${lastId || nilUuid}::uuid and deleted_at is null
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** Names by id, including deleted ones. */
export async function subAccountNamesByIds(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from sub_account where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Locks all of an account's sub-accounts, ordered by id; including deleted ones. */
export async function lockAllSubAccounts(tx: Tx, accountId: string): Promise<SubAccountRow[]> {
  const { rows } = await sql<SubAccountRow>`
    select * from sub_account where account_id = ${accountId} order by id for update`.execute(tx);
  return rows;
}

/** A hash that no password matches. */
const noVerifier = "0".repeat(64);

/**
 * Deletes locked rows for good and erases what their owner entered, except the name, which is never
 * available again. `freeBytes` of each allotment were unused and are taken back.
 */
export async function deleteAndErase(
  tx: Tx,
  rows: { id: string; freeBytes: number }[],
  now: Date,
): Promise<void> {
  await sql`
    update sub_account set deleted_at = coalesce(deleted_at, ${now}), main = false,
      sealed_password = '', verifier = ${noVerifier}, remark = '',
      allow_domains = '{}', deny_domains = '{}', target_budgets = '[]',
      allotted_bytes = allotted_bytes - gone.free_bytes
    from unnest(${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.freeBytes)}::bigint[]) as gone (id, free_bytes)
    where sub_account.id = gone.id`.execute(tx);
}
