/** Sets the passwords of many sub-accounts at once. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import type { SubAccountRow } from "./sub-accounts.ts";

/** Writes the password of each of the locked rows. */
export async function setPasswords(
  tx: Tx,
  rows: Pick<SubAccountRow, "id" | "sealed_password" | "verifier">[],
): Promise<void> {
  await sql`
    update sub_account s set sealed_password = given.sealed_password, verifier = given.verifier
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id uuid, sealed_password text, verifier text)
    where s.id = given.id`.execute(tx);
}
