/** What refunds need of orders: whether one was paid, and recording the refunded amount. */
import { adjustProfitForRefund } from "../affiliate/earn.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { type Order, setRefunded } from "./store.ts";

/** Whether the order was paid, even if it has been refunded since. */
export function wasPaid({ status }: Order): boolean {
  return status === "paid" || status === "refunded";
}

/**
 * Updates an order, and the profit it earned the inviter, to `cents` refunded in total; `whole` if
 * that is the full price.
 */
export async function recordOrderRefunds(
  services: Services,
  tx: Tx,
  { orderId, cents, whole }: { orderId: string; cents: number; whole: boolean },
): Promise<void> {
  await setRefunded(tx, orderId, { cents, whole, now: new Date(services.world.now()) });
  await adjustProfitForRefund(services, tx, { orderId, refundedCents: cents });
}
