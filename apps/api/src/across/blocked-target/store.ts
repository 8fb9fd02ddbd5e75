/** The table of blocked targets. Only this file accesses it. */
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

export interface BlockedTargetRow {
  id: string;
  pattern: string;
  account_id: string | null;
}
export type ListedTarget = Pick<BlockedTargetRow, "pattern" | "account_id"> & { created_at: Date };

/** Blocks a pattern. Returns false if it is already blocked for the same accounts. */
export async function insertBlocked(
  tx: Tx,
  row: BlockedTargetRow & { created_at: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into blocked_target (id, pattern, account_id, created_at)
    values (${row.id}, ${row.pattern}, ${row.account_id}, ${row.created_at})
    on conflict do nothing`.execute(tx);
  return numAffectedRows > 0n;
}

/** How many are blocked, and the patterns for all customers; others that block wait until the commit. */
export async function lockBlocked(tx: Tx): Promise<{ count: number; forAll: string[] }> {
  await sql`select pg_advisory_xact_lock(hashtext('blocked targets'))`.execute(tx);
  const { rows } = await sql<{ count: number; forAll: string[] }>`
    select count(*)::int as count,
      coalesce(array_agg(pattern) filter (where account_id is null), '{}') as "forAll"
    from blocked_target`.execute(tx);
  return rows[0] ?? { count: 0, forAll: [] };
}

/** Unblocks a pattern. Returns its id, or null if it was not blocked for these accounts. */
export async function deleteBlocked(
  tx: Tx,
  { pattern, account_id }: Omit<BlockedTargetRow, "id">,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    delete from blocked_target
    where pattern = ${pattern} and account_id is not distinct from ${account_id}
    returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** All blocked targets, or those of one account, ordered by pattern. */
export async function listBlocked(db: Db, accountId: string | null): Promise<ListedTarget[]> {
  const { rows } = await sql<ListedTarget>`
    select pattern, account_id, created_at from blocked_target
    where ${accountId}::uuid is null or account_id = ${accountId}
    order by pattern, account_id nulls first`.execute(db);
  return rows;
}

/** A page of blocked targets after `lastId` (empty for the first page), ordered by id. */
export async function blockedAfter(
  db: Db,
  lastId: string,
  limit: number,
): Promise<BlockedTargetRow[]> {
  const { rows } = await sql<BlockedTargetRow>`
    select id, pattern, account_id from blocked_target
    where id > ${lastId || "00000000-0000-0000-0000-000000000000"}::uuid
    order by id limit ${limit}`.execute(db);
  return rows;
}

/** The blocked targets among `ids` that exist. */
export async function blockedByIds(db: Db, ids: string[]): Promise<BlockedTargetRow[]> {
  const { rows } = await sql<BlockedTargetRow>`
    select id, pattern, account_id from blocked_target where id = any(${ids}::uuid[])`.execute(db);
  return rows;
}
