/** When payments were paid. */
import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

/** When these payments were paid (else started), in ms since 1970, by id. */
export async function paidInstants(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`
    select id, coalesce(paid_at, created_at) as at from payment
    where id = any(${ids}::uuid[])`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at.getTime()]));
}
