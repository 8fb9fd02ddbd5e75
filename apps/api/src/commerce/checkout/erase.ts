/** Ends the payments of an account that is being closed. */
import type { Tx } from "../../platform/db/database.ts";
import { lockPendingPayments, setPaymentExpired } from "../payment/store/payments.ts";
import { endUnpaid } from "./promo-bonus.ts";

/** Expires an account's pending payments and fails their orders. */
export async function endPayments(tx: Tx, accountId: string): Promise<void> {
  for (const payment of await lockPendingPayments(tx, accountId)) {
    await setPaymentExpired(tx, payment.id);
    await endUnpaid(tx, payment);
  }
}
