/** What refunds need of payments: locking one, and recording the refunded amount. */
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import {
  findByOrder,
  findPayment,
  lockPayment,
  type Payment,
  setPaymentState,
} from "./store/payments.ts";

/** A payment by its id, or the one that paid an order; null if there is none. */
export function findPaymentOf(
  db: Db,
  { paymentId, orderId }: { paymentId: string | null; orderId: string | null },
): Promise<Payment | null> {
  if (paymentId !== null) return findPayment(db, paymentId);
  return orderId === null ? Promise.resolve(null) : findByOrder(db, orderId);
}

/** Returns the payment and locks it until the transaction ends. */
export async function lockPaymentById(tx: Tx, paymentId: string): Promise<Payment> {
  const payment = await lockPayment(tx, paymentId);
  if (!payment) throw new Error(`payment not found: ${paymentId}`);
  return payment;
}

/** Updates a payment to `cents` refunded in total, which may be all that was credited. */
export async function recordPaymentRefunds(
  services: Services,
  tx: Tx,
  { payment, cents }: { payment: Payment; cents: number },
): Promise<void> {
  const whole = payment.creditedCents > 0 && cents >= payment.creditedCents;
  const status = whole ? "refunded" : "paid";
  await setPaymentState(tx, payment.id, { ...payment, status }, new Date(services.world.now()));
}
