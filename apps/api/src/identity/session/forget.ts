/** What sessions leave when accounts are closed: nothing. */
import type { Tx } from "../../platform/db/database.ts";

/** Ends all sessions of accounts and removes their login log. */
export async function forgetSessions(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("session").where("account_id", "in", accountIds).execute();
  await tx.deleteFrom("login_event").where("account_id", "in", accountIds).execute();
}
