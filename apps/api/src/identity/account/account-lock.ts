/** Whether an account is open; what is written for one has to know before it is committed. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Tx } from "../../platform/db/database.ts";
import { findClosing, lockRow } from "./store/account.ts";

const lockKeyOf = (accountId: string) => sql`hashtextextended('account ' || ${accountId}::text, 0)`;

/**
 * Waits for all that hold the account (`lockAccount`); whoever comes later waits until the
 * transaction ends. Locks of the row alone would not do: whoever shares one passes by those that
 * wait to have it alone, so that an account in use could not be closed while its calls overlap.
 */
export async function lockAccountExclusively(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKeyOf(accountId)})`.execute(tx);
}

/**
 * Keeps an account as it stands until the transaction ends: whoever closes it waits. Null where it
 * is gone. Lighter than what changes of the password or the sessions take: neither waits for it.
 */
export async function lockAccount(
  tx: Tx,
  accountId: string,
): Promise<{ disabled: boolean; closed: boolean } | null> {
  await sql`select pg_advisory_xact_lock_shared(${lockKeyOf(accountId)})`.execute(tx);
  // A statement of its own: one sees what stood when it began, which was before it waited.
  const row = await findClosing(tx, accountId);
  return row ? { disabled: row.disabled_at !== null, closed: row.closed_at !== null } : null;
}

/**
 * As `lockAccount`, for what only a holder in good standing may do: nothing is bought, and nothing
 * live is made, for an account that was closed or disabled since the call came in.
 * @throws Refusal sessionInvalid
 */
export async function lockOpenAccount(tx: Tx, accountId: string): Promise<void> {
  const standing = await lockAccount(tx, accountId);
  if (!standing || standing.disabled) throw new Refusal("sessionInvalid");
}

/**
 * Waits for others who change what guards the account, until the transaction ends; null where the
 * account is gone.
 */
export async function lockAccountRow(
  tx: Tx,
  accountId: string,
): Promise<{ loginMinutes: number; disabled: boolean } | null> {
  const row = await lockRow(tx, accountId);
  return row ? { loginMinutes: row.login_minutes, disabled: row.disabled_at !== null } : null;
}
