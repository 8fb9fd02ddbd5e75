import type { Tx } from "../../platform/db/database.ts";

/** Removes the codes that accounts asked for, and those that went to their addresses. */
export async function forgetCodes(
  tx: Tx,
  { accountIds, addresses }: { accountIds: string[]; addresses: string[] },
): Promise<void> {
  await tx.deleteFrom("mail_code").where("account_id", "in", accountIds).execute();
  if (addresses.length > 0)
    await tx.deleteFrom("mail_code").where("address", "in", addresses).execute();
}
