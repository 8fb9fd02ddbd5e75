/** Whether an account is open; what is written for one has to know before it is committed. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../platform/db/database.ts";

const gateOf = (accountId: string) => sql`hashtextextended('account ' || ${accountId}::text, 0)`;

/**
 * Waits for all that hold the account (`holdAccount`); whoever comes later waits until the
 * transaction ends. Locks of the row alone would not do: whoever shares one passes by those that
 * wait to have it alone, so that an account in use could not be closed while its calls overlap.
 */
export async function closeGate(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${gateOf(accountId)})`.execute(tx);
}

/**
 * Keeps an account as it stands until the transaction ends: whoever closes it waits. Null where it
 * is gone. Lighter than what changes of the password or the sessions take: neither waits for it.
 */
export async function holdAccount(
  tx: Tx,
  accountId: string,
): Promise<{ disabled: boolean; closed: boolean } | null> {
  await sql`select pg_advisory_xact_lock_shared(${gateOf(accountId)})`.execute(tx);
  // A statement of its own: one sees what stood when it began, which was before it waited.
  const { rows } = await sql<{ disabled_at: Date | null; closed_at: Date | null }>`
    select disabled_at, closed_at from account where id = ${accountId} for key share`.execute(tx);
  const [row] = rows;
  return row ? { disabled: row.disabled_at !== null, closed: row.closed_at !== null } : null;
}

/**
 * As `holdAccount`, for what only a holder in good standing may do: nothing is bought, and nothing
 * live is made, for an account that was closed or disabled since the call came in.
 * @throws Refusal sessionInvalid
 */
export async function holdOpenAccount(tx: Tx, accountId: string): Promise<void> {
  const standing = await holdAccount(tx, accountId);
  if (!standing || standing.disabled) throw new Refusal("sessionInvalid");
}

/** A query of the ids of all closed accounts. */
export const closedAccounts = sql`select id from account where closed_at is not null`;

/** Accounts that were closed at an instant or later. */
export async function closedSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("closed_at", ">=", since)
    .execute();
  return rows.map((row) => row.id);
}

/** A page of all closed accounts, in the order of their ids. */
export async function closedAfter(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("closed_at", "is not", null)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Whether anybody has ever registered here. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom("account").select("id").limit(1).executeTakeFirst()) !== undefined;
}
