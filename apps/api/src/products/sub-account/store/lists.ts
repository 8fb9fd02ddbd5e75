/** Complete lists of an account's sub-accounts: up to ten thousand rows, so only a few columns. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import type { SubAccountRow } from "./sub-accounts.ts";
import { searchRows, type SearchQuery } from "../../../platform/search.ts";

export type EnabledRow = Pick<
  SubAccountRow,
  "id" | "name" | "pool" | "sealed_password" | "verifier" | "main" | "allotted_bytes" | "used_bytes"
>;

/** The account's enabled sub-accounts, newest first. */
export async function enabledOf(db: Db, accountId: string): Promise<EnabledRow[]> {
  const { rows } = await sql<EnabledRow>`
    select id, name, pool, sealed_password, verifier, main, allotted_bytes, used_bytes from sub_account
    where account_id = ${accountId} and enabled and deleted_at is null
    order by created_at desc, id`.execute(db);
  return rows;
}

/** The names of an account's sub-accounts, newest first; including deleted ones. */
export async function listSubAccountNames(
  db: Db,
  accountId: string,
): Promise<{ id: string; account: string; deleted: boolean }[]> {
  const { rows } = await sql<{ id: string; account: string; deleted: boolean }>`
    select id, name as account, deleted_at is not null as deleted from sub_account
    where account_id = ${accountId} order by created_at desc, id`.execute(db);
  return rows;
}

/** Account ids by sub-account id, including deleted ones. */
export async function accountsOf(db: Db, ids: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; accountId: string }>`
    select id, account_id as "accountId" from sub_account
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, accountId }) => [id, accountId]));
}

/** A query of the `id` of an account's sub-accounts of a pool, also deleted ones. */
export const idsInPool = (accountId: string, pool: string): RawBuilder<unknown> =>
  sql`select id from sub_account where account_id = ${accountId} and pool = ${pool}`;

/** Searches the account's live sub-accounts by name and remark. */
export const searchSubAccounts = (query: SearchQuery) =>
  searchRows(query, "subAccount", {
    rows: sql`from sub_account where account_id = ${query.accountId} and deleted_at is null`,
    id: sql`id`,
    name: sql`name`,
    detail: sql`remark`,
    texts: [sql`name`, sql`remark`],
  });

/**
 * The pools of an account's sub-accounts, or of one of them, and whose they are, also deleted ones;
 * the one with most of them first, whose ids are left out unless they are wanted.
 */
export async function poolsOf(
  db: Db,
  { accountId, subAccountId }: { accountId: string; subAccountId: string | null },
  { idsOfLargest }: { idsOfLargest: boolean },
): Promise<{ pool: string; ids: string[] }[]> {
  const { rows } = await sql<{ pool: string; ids: string[] }>`
    select pool,
      case when ${idsOfLargest} or row_number() over (order by count(*) desc, pool) > 1
        then array_agg(id) else '{}' end as ids
    from sub_account where account_id = ${accountId}
      and (${subAccountId}::uuid is null or id = ${subAccountId})
    group by pool order by count(*) desc, pool`.execute(db);
  return rows;
}

/** How long the lists of domains and budgets of an account's sub-accounts are together, in bytes. */
export async function listsLength(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(allow_domains::text) + octet_length(deny_domains::text)
      + octet_length(target_budgets::text)), 0)::bigint as bytes
    from sub_account where account_id = ${accountId} and deleted_at is null`.execute(tx);
  return rows[0]?.bytes ?? 0;
}
