/** Emits refund events. */
import type { Tx } from "../../platform/db/database.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import { orderPayload } from "../order/events.ts";
import type { Order } from "../order/store.ts";
import type { Payment } from "../payment/store/payments.ts";

const nowOf = ({ world }: Services) => new Date(world.now()).toISOString();

/** Emits that a refund of an order or a recharge was booked. */
export async function emitRefunded(
  services: Services,
  tx: Tx,
  {
    accountId,
    order,
    payment,
    ...refund
  }: {
    accountId: string;
    order: Order | null;
    payment: Payment | null;
    amountCents: number;
    refundedCents: number;
    whole: boolean;
    reason: string;
  },
): Promise<void> {
  const back = { ...refund, refundedAt: nowOf(services) };
  if (order) {
    const data = { ...orderPayload(order), ...back };
    await emitEvent(services, tx, { accountId, event: "order.refunded", data });
  } else if (payment) {
    const data = { paymentId: payment.id, method: payment.method, ...back };
    await emitEvent(services, tx, { accountId, event: "recharge.refunded", data });
  }
}

/** Emits that a refund was undone: a dispute was won, or the provider could not send the money. */
export function emitRefundUndone(
  services: Services,
  tx: Tx,
  {
    accountId,
    order,
    payment,
    ...refund
  }: {
    accountId: string;
    order: Order | null;
    payment: Payment | null;
    amountCents: number;
    refundedCents: number;
    reason: string;
  },
): Promise<void> {
  const of = { orderNo: order?.orderNo ?? null, paymentId: payment?.id ?? null };
  const data = { ...of, ...refund, undoneAt: nowOf(services) };
  return emitEvent(services, tx, { accountId, event: "refund.undone", data });
}
