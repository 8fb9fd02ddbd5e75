/** Ends the payments of an account that is being closed. */
import type { Tx } from "../../platform/db/database.ts";
import { failOrder } from "../order/fulfil.ts";
import { lockPendingPayments, setPaymentExpired } from "../payment/store/payments.ts";

/** Expires an account's pending payments and fails their orders. */
export async function endPayments(tx: Tx, accountId: string): Promise<void> {
  for (const { id, orderId } of await lockPendingPayments(tx, accountId)) {
    await setPaymentExpired(tx, id);
    if (orderId) await failOrder(tx, orderId);
  }
}
