/** Whether an account is open; what is written for one has to know before it is committed. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../db/database.ts";

/**
 * Keeps an account as it stands until the transaction ends: whoever closes it waits. Null where it
 * is gone. Lighter than what changes of the password or the sessions take: neither waits for it.
 */
export async function holdAccount(
  tx: Tx,
  accountId: string,
): Promise<{ disabled: boolean; closed: boolean } | null> {
  const row = await tx
    .selectFrom("account")
    .select(["disabled_at", "closed_at"])
    .where("id", "=", accountId)
    .forKeyShare()
    .executeTakeFirst();
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

/** Accounts that were closed at an instant or later. */
export async function closedSince(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("account")
    .select("id")
    .where("closed_at", ">=", since)
    .execute();
  return rows.map((row) => row.id);
}
