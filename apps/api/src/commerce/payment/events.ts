/** What events tell of recharges. */
import type { Tx } from "../../platform/db/database.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import type { Payment } from "./store/payments.ts";

/** Money of a payment went to the wallet. */
export function emitRechargePaid(
  services: Services,
  tx: Tx,
  {
    payment,
    cents,
    bonusCents,
    surplus,
  }: {
    payment: Payment;
    cents: number;
    bonusCents: number;
    surplus: boolean;
  },
): Promise<void> {
  const { id: paymentId, accountId, method } = payment;
  const paidAt = new Date(services.world.now()).toISOString();
  const data = { paymentId, method, amountCents: cents, bonusCents, surplus, paidAt };
  return emitEvent(services, tx, { accountId, event: "recharge.paid", data });
}
