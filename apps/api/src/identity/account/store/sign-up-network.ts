/** The network an account signed up from, as a keyed hash: comparable, but not readable. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";

/** The most accounts whose hash moves to the new form in one sign-up. */
const MOST_MOVED = 500;

/** `before` is the hash in the old form: accounts that have it get the new one. */
export async function saveSignUpNetwork(
  tx: Tx,
  { accountId, lookup, before }: { accountId: string; lookup: string; before: string },
): Promise<void> {
  await tx
    .updateTable("account")
    .set({ sign_up_network: lookup })
    .where("id", "=", accountId)
    .execute();
  await sql`
    update account set sign_up_network = ${lookup} where id in (
      select id from account where sign_up_network = ${before}
      limit ${MOST_MOVED} for no key update skip locked)`.execute(tx);
}
