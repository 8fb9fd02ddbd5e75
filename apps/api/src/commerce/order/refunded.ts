/** What refunds need of orders: to hold one, and to write down how much of it was given back. */
import { adjustProfit } from "../affiliate/earn.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { findByOrderNo, lockOrder, type Order, setRefunded } from "./store.ts";

export type { Order } from "./store.ts";

/** An order by its number, to look at; null where there is none. */
export function orderByNo(db: Db, orderNo: string): Promise<Order | null> {
  return findByOrderNo(db, orderNo);
}

/** The order, locked until the transaction ends. */
export function holdOrder(tx: Tx, orderId: string): Promise<Order> {
  return lockOrder(tx, orderId);
}

/** Whether it was paid, and perhaps given back since. */
export function wasPaid({ status }: Order): boolean {
  return status === "paid" || status === "refunded";
}

/**
 * Brings an order, and what it earned its buyer's inviter, to what has been given back of it in
 * all; `whole` where that is all of it.
 */
export async function noteOrderRefunds(
  services: Services,
  tx: Tx,
  { orderId, cents, whole }: { orderId: string; cents: number; whole: boolean },
): Promise<void> {
  await setRefunded(tx, orderId, { cents, whole, now: new Date(services.world.now()) });
  await adjustProfit(services, tx, { orderId, refundedCents: cents });
}
