/** An order whose outside payment ended: paid or failed. */
import { earnProfit } from "../affiliate/earn.ts";
import { releaseCoupon, markUsedIfFree } from "../coupon/use.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { holdPaidRenewal, renewPaid } from "../../products/static/paid-renewal.ts";
import { postOrder } from "./grant.ts";
import { queueReceipt } from "./receipt.ts";
import { fulfilPlan, holdPaidPlan } from "../../products/unlimited/paid.ts";
import { emitOrderPaid } from "../../across/webhook/facts.ts";
import { findOrder, lockOrder, type Order, setFailed, setPaid } from "./store.ts";

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
  const plan = await holdPaidPlan(services, tx, order);
  if (plan === "impossible") {
    if (order.status === "failed" && order.couponId) {
      await releaseCoupon(tx, { id: order.couponId, orderId });
    }
    return false;
  }
  const renewal = await holdPaidRenewal(tx, order);
  await setPaid(tx, orderId, now);
  await postOrder(tx, order, now.getTime());
  await earnProfit(services, tx, order);
  await emitOrderPaid(services, tx, { ...order, paidAt: now });
  await queueReceipt(services, tx, order);
  if (renewal) await renewPaid(services, tx, { order, ...renewal });
  if (plan) await fulfilPlan(services, tx, { order, plan });
  return true;
}

/** A payment that came to nothing: the order fails and its coupon is free again. */
export async function failOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending") return;
  await setFailed(tx, orderId);
  if (order.couponId) await releaseCoupon(tx, { id: order.couponId, orderId });
}

/** An order, to look at; null where there is none. */
export function readOrder(db: Db, orderId: string): Promise<Order | null> {
  return findOrder(db, orderId);
}
