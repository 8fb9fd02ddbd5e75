/** What happens to payments when their account is closed. */
import type { Db, Tx } from "../../platform/db/database.ts";
import { failOrder } from "../order/fulfil.ts";
import { countPending, lockPending, setExpired } from "./store.ts";

/** Payments that were begun and not finished. */
export function pendingPayments(db: Db, accountId: string): Promise<number> {
  return countPending(db, accountId);
}

/** Ends an account's pending payments, unpaid, and their orders with them. */
export async function endPayments(tx: Tx, accountId: string): Promise<void> {
  for (const { id, orderId } of await lockPending(tx, accountId)) {
    await setExpired(tx, id);
    if (orderId) await failOrder(tx, orderId);
  }
}
