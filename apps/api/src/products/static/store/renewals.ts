/** What unpaid orders will renew. The only file that names its table. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export async function insertRenewals(
  tx: Tx,
  { orderId, staticIds, days }: { orderId: string; staticIds: string[]; days: number },
): Promise<void> {
  await sql`
    insert into static_renewal (order_id, static_id, days)
    select ${orderId}, id, ${days} from unnest(${staticIds}::uuid[]) as id`.execute(tx);
}

/** Returns what an order renews, or null if nothing. All IPs of an order have the same `days`. */
export async function renewalOf(
  db: Db,
  orderId: string,
): Promise<{ staticIds: string[]; days: number } | null> {
  const { rows } = await sql<{ staticId: string; days: number }>`
    select static_id as "staticId", days from static_renewal
    where order_id = ${orderId}`.execute(db);
  const [first] = rows;
  return first ? { staticIds: rows.map(({ staticId }) => staticId), days: first.days } : null;
}
