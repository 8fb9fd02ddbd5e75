import type { Tx } from "../db/database.ts";

/** Removes all mails to addresses, sent or not: what waits there is of no use to a closed account. */
export async function forgetMails(tx: Tx, addresses: string[]): Promise<void> {
  await tx.deleteFrom("mail").where("recipient", "in", addresses).execute();
}
