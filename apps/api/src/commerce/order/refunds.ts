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
 * Updates an order, and the profit it earned the inviter, to `cents` refunded in total, of which
 * `taxCents` were tax; `whole` if that is the full price.
 */
export async function recordOrderRefunds(
  services: Services,
  tx: Tx,
  refunded: { orderId: string; cents: number; taxCents: number; whole: boolean },
): Promise<void> {
  const { orderId, cents, taxCents, whole } = refunded;
  await setRefunded(tx, orderId, { cents, whole, now: new Date(services.world.now()) });
  await adjustProfitForRefund(services, tx, { orderId, refundedCents: cents - taxCents });
}
