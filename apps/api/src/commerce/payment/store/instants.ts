/** When payments were paid. */
import type { Db } from "../../../platform/db/database.ts";

/** When these payments were paid (else started), in ms since 1970, by id. */
export async function paidInstants(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment")
    .select(["id", "paid_at", "created_at"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, (row.paid_at ?? row.created_at).getTime()]));
}
