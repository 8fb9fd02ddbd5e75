/** Fulfils or fails an order when its outside payment ends. */
import { isPromiseOver } from "@turnpike/rules/payment.ts";
import { wouldStop } from "../gate/gates.ts";
import { earnProfit } from "../affiliate/earn.ts";
import { setUnused } from "../coupon/store.ts";
import { useCoupon } from "../coupon/use.ts";
import { issueInvoice } from "../invoice-record/issue.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { prepareDelivery } from "./deliver.ts";
import { postOrder } from "./grant.ts";
import { queueReceipt } from "./receipt.ts";
import { emitOrderPaid } from "./events.ts";
import { lockOrder, setFailed, setPaid } from "./store.ts";

/**
 * Grants a pending or failed order that was paid outside. Returns false if it cannot be granted: it
 * has another status, it failed and was placed long ago (its price would be an offer for ever), it
 * failed and another has used its coupon, or the last use of its code, since (so the price is not
 * paid in full), it failed and needs an identity by now, or its unlimited plan can no longer be sold
 * or renewed.
 */
export async function fulfilOrder(services: Services, tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending" && order.status !== "failed") return false;
  const now = new Date(services.world.now());
  if (order.status === "failed" && isPromiseOver(order.createdAt, now.getTime())) return false;
  // A payment that comes late must not add to what a gate lets through.
  if (order.status === "failed" && (await wouldStop(services, tx, order))) return false;
  if (order.status === "failed" && order.couponId) {
    const { couponId: id, accountId } = order;
    if ((await useCoupon(tx, { id, accountId, orderId, now })) !== null) return false;
  }
  const deliver = await prepareDelivery(services, tx, order);
  if (deliver === "impossible") {
    if (order.status === "failed" && order.couponId) {
      await setUnused(tx, { id: order.couponId, orderId });
    }
    return false;
  }
  await setPaid(tx, orderId, now);
  await postOrder(tx, order, now.getTime());
  await earnProfit(services, tx, order);
  await emitOrderPaid(services, tx, { ...order, paidAt: now });
  await queueReceipt(services, tx, order);
  await issueInvoice(services, tx, { ...order, paidAt: now });
  await deliver?.();
  return true;
}

/** Fails an order whose payment failed, and frees its coupon. */
export async function failOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending") return;
  await setFailed(tx, orderId);
  if (order.couponId) await setUnused(tx, { id: order.couponId, orderId });
}
