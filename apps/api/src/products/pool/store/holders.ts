/** Reads which accounts opened an exit of the pool. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface Opening {
  accountId: string;
  holderId: string;
  product: "ip";
  from: Date;
  to: Date;
}

/** The newest `limit` openings of these exits that are still stored. */
export async function openingsOf(
  db: Db,
  { exitIds, limit }: { exitIds: string[]; limit: number },
): Promise<Opening[]> {
  const { rows } = await sql<Opening>`
    select account_id as "accountId", id as "holderId", 'ip' as product, opened_at as "from",
      least(expires_at, deleted_at) as "to"
    from opened_ip where exit_id = any(${exitIds}::uuid[])
    order by position desc limit ${limit}`.execute(db);
  return rows;
}
