/** Counts sub-accounts for caps; each count stops at its cap. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** How many an account created after `since` (null: ever), also deleted ones; stops at `most`. */
export async function countMade(
  db: Db | Tx,
  { accountId, since, most }: { accountId: string; since: Date | null; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from sub_account where account_id = ${accountId}
        and (${since}::timestamptz is null or created_at > ${since})
      limit ${most}) as made`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of an account's live sub-accounts; stops at `most`. */
export async function countLive(
  db: Db | Tx,
  { accountId, most }: { accountId: string; most: number },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from sub_account where account_id = ${accountId} and deleted_at is null
      limit ${most}) as live`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The numbers of live sub-accounts of many accounts; none for accounts without any. */
export async function countLiveEach(tx: Tx, accountIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; count: number }>`
    select account_id as id, count(*)::int as count from sub_account
    where account_id = any(${accountIds}::uuid[]) and deleted_at is null
    group by account_id`.execute(tx);
  return new Map(rows.map(({ id, count }) => [id, count]));
}
