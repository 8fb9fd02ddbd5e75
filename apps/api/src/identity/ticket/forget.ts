import type { Tx } from "../../platform/db/database.ts";

/** Removes the tickets of accounts that are closed. */
export async function forgetTickets(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("ticket").where("account_id", "in", accountIds).execute();
}
