/** Rows of sub-accounts that are not deleted, locked. */
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

/** Keeps a live row from being deleted until the transaction ends; false if it is deleted. */
export async function lockLiveRow(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from sub_account where id = ${id} and deleted_at is null for key share`.execute(tx);
  return rows.length > 0;
}

export interface LiveRow {
  id: string;
  accountId: string;
  verifier: string;
  enabled: boolean;
}

/** A live sub-account of any account, which nobody else changes until the transaction ends. */
export async function lockLiveById(tx: Tx, id: string): Promise<LiveRow | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<LiveRow>`
    select id, account_id as "accountId", verifier, enabled from sub_account
    where id = ${id} and deleted_at is null for no key update`.execute(tx);
  return rows[0] ?? null;
}

/** Counts that a session changed its address on demand, so that gateways ask which exit it has. */
export async function countRotation(tx: Tx, id: string): Promise<void> {
  await sql`
    update sub_account set session_rotations = session_rotations + 1 where id = ${id}`.execute(tx);
}
