/** Brings what was sold to what has been given back of it in all. */
import type { Tx } from "../../platform/db/database.ts";
import { noteOrderRefunds } from "../order/refunds.ts";
import { notePaymentRefunds } from "../payment/refunds.ts";
import type { Services } from "../../platform/services.ts";
import { standing } from "./store/refunds.ts";
import type { Subject } from "./subject.ts";

/** Writes the sums of the refunds that stand now to the order and its payment. */
export async function noteRefunds(services: Services, tx: Tx, subject: Subject): Promise<void> {
  const { order, payment } = subject;
  const of = { orderId: order?.id ?? null, paymentId: payment?.id ?? null };
  const sums = await standing(tx, of);
  if (payment && payment.creditedCents > 0) {
    await notePaymentRefunds(services, tx, { payment, cents: sums.cents });
  }
  if (!order) return;
  const whole = sums.count > 0 && sums.soldCents >= order.amountCents;
  await noteOrderRefunds(services, tx, { orderId: order.id, cents: sums.soldCents, whole });
}
