/** An order whose outside payment ended: paid or failed. */
import { earnProfit } from "../affiliate/earn.ts";
import { releaseCoupon, markUsedIfFree } from "../coupon/use.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Fulfil } from "../../platform/module.ts";
import type { Services } from "../../platform/services.ts";
import { postOrder } from "./grant.ts";
import { queueReceipt } from "./receipt.ts";
import { emitOrderPaid } from "./events.ts";
import { lockOrder, type Order, setFailed, setPaid } from "./store.ts";

/**
 * Grants a pending or failed order that was paid outside. False where it stays as it is: also one
 * that had failed, whose coupon another order has used since, as nobody has paid its price, and one
 * of an unlimited plan that cannot be had, or renewed, any more.
 */
export async function fulfilOrder(services: Services, tx: Tx, orderId: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending" && order.status !== "failed") return false;
  const now = new Date(services.world.now());
  if (order.status === "failed" && order.couponId) {
    if (!(await markUsedIfFree(tx, { id: order.couponId, orderId, now }))) return false;
  }
  const deliver = await holdDelivery(services, tx, order);
  if (deliver === "impossible") {
    if (order.status === "failed" && order.couponId) {
      await releaseCoupon(tx, { id: order.couponId, orderId });
    }
    return false;
  }
  await setPaid(tx, orderId, now);
  await postOrder(tx, order, now.getTime());
  await earnProfit(services, tx, order);
  await emitOrderPaid(services, tx, { ...order, paidAt: now });
  await queueReceipt(services, tx, order);
  await deliver?.();
  return true;
}

/** What of the products delivers the order; it holds until the end what it needs for it. */
async function holdDelivery(services: Services, tx: Tx, order: Order): ReturnType<Fulfil> {
  for (const fulfil of services.modules.fulfil) {
    const delivery = await fulfil(services, tx, order);
    if (delivery !== null) return delivery;
  }
  return null;
}

/** A payment that came to nothing: the order fails and its coupon is free again. */
export async function failOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending") return;
  await setFailed(tx, orderId);
  if (order.couponId) await releaseCoupon(tx, { id: order.couponId, orderId });
}
