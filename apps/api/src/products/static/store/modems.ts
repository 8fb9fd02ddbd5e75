/** Static IPs that are modems: their address changes, and they have a token for it. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { isUuid } from "../../../platform/db/uuid.ts";

/** Gives the live static IP on an exit the address that the exit has now. */
export async function moveStaticAt(tx: Tx, exitId: string, address: string): Promise<void> {
  await sql`
    update static_ip set ip = ${address}::inet
    where exit_id = ${exitId} and released_at is null and deleted_at is null`.execute(tx);
}

export interface RotatingStatic {
  id: string;
  accountId: string;
  exitId: string;
  verifier: string;
  expiresAt: Date;
  releasedAt: Date | null;
}

/** A static IP of any term; `accountId` null: anybody's. Null if there is none. */
export async function rotatingStatic(
  db: Db | Tx,
  { id, accountId }: { id: string; accountId: string | null },
): Promise<RotatingStatic | null> {
  if (!isUuid(id)) return null;
  const { rows } = await sql<RotatingStatic>`
    select id, account_id as "accountId", exit_id as "exitId", verifier,
      expires_at as "expiresAt", released_at as "releasedAt"
    from static_ip where id = ${id} and deleted_at is null
      and (${accountId}::uuid is null or account_id = ${accountId}::uuid)`.execute(db);
  return rows[0] ?? null;
}

/** The static IPs that have, or had last, one of these exits. */
export async function staticsOfExits(
  db: Db,
  exitIds: string[],
  limit: number,
): Promise<{ id: string; exitId: string }[]> {
  const { rows } = await sql<{ id: string; exitId: string }>`
    select id, exit_id as "exitId" from static_ip where exit_id = any(${exitIds}::uuid[])
    order by started_at desc, id limit ${limit}`.execute(db);
  return rows;
}
