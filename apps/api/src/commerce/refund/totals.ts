/** Records on an order and its payment how much of them has been refunded in total. */
import type { Tx } from "../../platform/db/database.ts";
import { recordOrderRefunds } from "../order/refunds.ts";
import { recordPaymentRefunds } from "../payment/refunds.ts";
import type { Services } from "../../platform/services.ts";
import { totalsOf } from "./store/refunds.ts";
import type { RefundSubject } from "./subject.ts";

/** Writes the totals of the effective refunds to the order and its payment. */
export async function recordRefunds(
  services: Services,
  tx: Tx,
  subject: RefundSubject,
): Promise<void> {
  const { order, payment } = subject;
  const of = { orderId: order?.id ?? null, paymentId: payment?.id ?? null };
  const sums = await totalsOf(tx, of);
  if (payment && payment.creditedCents > 0) {
    await recordPaymentRefunds(services, tx, { payment, cents: sums.cents });
  }
  if (!order) return;
  const whole = sums.count > 0 && sums.soldCents >= order.amountCents;
  const { soldCents: cents, taxCents } = sums;
  await recordOrderRefunds(services, tx, { orderId: order.id, cents, taxCents, whole });
}
