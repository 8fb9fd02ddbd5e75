/** The network an account signed up from, as a keyed hash: comparable, but not readable. */
import type { Tx } from "../../../platform/db/database.ts";

export async function saveSignUpNetwork(
  tx: Tx,
  { accountId, lookup }: { accountId: string; lookup: string },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ sign_up_network: lookup })
    .where("id", "=", accountId)
    .execute();
}
