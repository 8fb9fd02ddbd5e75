/** An order whose outside payment ended: paid or failed. */
import { earnProfit } from "../affiliate/earn.ts";
import { setUnused, setUsed } from "../coupon/store.ts";
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
    if (!(await setUsed(tx, { id: order.couponId, orderId, now }))) return false;
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
  await deliver?.();
  return true;
}

/** What delivers the order; its product locks what that needs until the transaction ends. */
async function prepareDelivery(services: Services, tx: Tx, order: Order): ReturnType<Fulfil> {
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
  if (order.couponId) await setUnused(tx, { id: order.couponId, orderId });
}
