import type { Tx } from "../../platform/db/database.ts";

/** Removes the second factor of accounts that are closed, bound or begun, and its ways around. */
export async function forgetMfaOf(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("mfa_recovery_code").where("account_id", "in", accountIds).execute();
  await tx.deleteFrom("mfa").where("account_id", "in", accountIds).execute();
}
