/** Emits order events. */
import type { WebhookData } from "@turnpike/contract/webhook-events.ts";
import type { Tx } from "../../platform/db/database.ts";
import { emitEvent } from "../../platform/modules.ts";
import type { Services } from "../../platform/services.ts";
import type { Order } from "./store.ts";

/** An order as it appears in events. */
export const orderPayload = ({ orderNo, sku, kind, quantity }: Order) => ({
  orderNo,
  sku,
  kind: kind as WebhookData["order.paid"]["kind"],
  quantity,
});

/** Emits `order.paid`, whatever the payment method. */
export function emitOrderPaid(services: Services, tx: Tx, order: Order): Promise<void> {
  const { accountId, amountCents, discountCents, method, renewal } = order;
  const paidAt = order.paidAt?.toISOString() ?? new Date(services.world.now()).toISOString();
  const paid = { amountCents, discountCents, method, renewal, paidAt };
  const data = { ...orderPayload(order), ...paid };
  return emitEvent(services, tx, { accountId, event: "order.paid", data });
}
