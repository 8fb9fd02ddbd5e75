/** The group of customers that an account is in, whose prices it pays (spec/money#prices-for-some). */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

/** An account's group as a column of another query. */
export const priceGroupOf = (accountId: string) =>
  sql<string | null>`(select price_group from account where id = ${accountId})`;

/** The number of open accounts in a group as a column of another query. */
export const customersIn = (group: RawBuilder<unknown>) => sql<number>`(
  select count(*)::int from account a where a.price_group = ${group} and a.closed_at is null)`;

/** The group that an account is in; null: none. */
export async function groupOfAccount(db: Db, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ price_group: string | null }>`
    select price_group from account where id = ${accountId}`.execute(db);
  return rows[0]?.price_group ?? null;
}

/** Puts an account into a group, or into none (null); returns the group that it was in. */
export async function setAccountGroup(
  tx: Tx,
  { accountId, group }: { accountId: string; group: string | null },
): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    update account a set price_group = ${group}
    from (select id, price_group as before from account where id = ${accountId} for no key update) old
    where a.id = old.id returning old.before`.execute(tx);
  return rows[0]?.before ?? null;
}
