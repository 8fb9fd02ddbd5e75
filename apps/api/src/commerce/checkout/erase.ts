/** Ends payments when their account is closed. */
import type { Tx } from "../../platform/db/database.ts";
import { failOrder } from "../order/fulfil.ts";
import { lockPending, setExpired } from "../payment/store/payments.ts";

/** Ends an account's pending payments, unpaid, and their orders with them. */
export async function endPayments(tx: Tx, accountId: string): Promise<void> {
  for (const { id, orderId } of await lockPending(tx, accountId)) {
    await setExpired(tx, id);
    if (orderId) await failOrder(tx, orderId);
  }
}
