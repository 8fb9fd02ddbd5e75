/** The payments by which orders were to be paid from outside. */
import type { Db } from "../../platform/db/database.ts";
import { findIdsByOrder } from "./store.ts";

/** The payment of each order that has one, by the order's id. */
export async function paymentsOfOrders(db: Db, orderIds: string[]): Promise<Map<string, string>> {
  return orderIds.length === 0 ? new Map() : findIdsByOrder(db, orderIds);
}
