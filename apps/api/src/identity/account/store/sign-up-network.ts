/** The network an account signed up from, as a keyed hash: comparable, but not readable. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The most accounts whose hash moves to the new form in one sign-up. */
const MOST_MOVED = 500;

/** `before` are the hash in old forms: accounts that have one get the new one. */
export async function saveSignUpNetwork(
  tx: Tx,
  { accountId, lookup, before }: { accountId: string; lookup: string; before: string[] },
): Promise<void> {
  await sql`update account set sign_up_network = ${lookup} where id = ${accountId}`.execute(tx);
  await sql`
    update account set sign_up_network = ${lookup} where id in (
      select id from account where sign_up_network = any(${before}::text[])
      limit ${MOST_MOVED} for no key update skip locked)`.execute(tx);
}

/**
 * Groups accounts by the network that they signed up from: those with `atLeast` accounts, the
 * largest first; in each its newest account, and others.
 */
export async function accountsOfOneNetwork(
  db: Db,
  of: { accountIds: string[]; atLeast: number; others: number; limit: number },
): Promise<{ accountId: string; count: number; others: string[] }[]> {
  if (of.accountIds.length < of.atLeast) return [];
  const { rows } = await sql<{ ids: string[]; count: number }>`
    select (array_agg(id order by created_at desc, id))[1:${sql.lit(of.others + 1)}] as ids,
      count(*)::int as count
    from account where id = any(${of.accountIds}::uuid[]) and sign_up_network is not null
    group by sign_up_network having count(*) >= ${of.atLeast}
    order by count(*) desc limit ${of.limit}`.execute(db);
  return rows.flatMap(({ ids: [accountId, ...others], count }) =>
    accountId === undefined ? [] : [{ accountId, count, others }],
  );
}
