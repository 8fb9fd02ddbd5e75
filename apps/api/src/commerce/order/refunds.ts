/** Orders that are refunded: whether they were paid, and how much of them was given back. */
import { adjustProfit } from "../affiliate/earn.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type Order, setRefunded } from "./store.ts";

/** Whether it was paid, and perhaps given back since. */
export function wasPaid({ status }: Order): boolean {
  return status === "paid" || status === "refunded";
}

/**
 * Brings an order, and what it earned its buyer's inviter, to what has been given back of it in
 * all; `whole` where that is all of it.
 */
export async function recordOrderRefunds(
  services: Services,
  tx: Tx,
  { orderId, cents, whole }: { orderId: string; cents: number; whole: boolean },
): Promise<void> {
  await setRefunded(tx, orderId, { cents, whole, now: new Date(services.world.now()) });
  await adjustProfit(services, tx, { orderId, refundedCents: cents });
}
