/** An order whose outside payment ended: paid, failed, or given back. */
import { holdAccount } from "../account/standing.ts";
import { releaseCoupon, markUsedIfFree } from "../coupon/use.ts";
import type { Db, Tx } from "../db/database.ts";
import type { Asset } from "../ledger/post.ts";
import type { Services } from "../services.ts";
import { reclaimAllotments } from "../sub-account/reclaim.ts";
import { postOrder, postOrderRefund } from "./grant.ts";
import { queueReceipt } from "./receipt.ts";
import { findOrder, lockOrder, type Order, setFailed, setPaid, setRefunded } from "./store.ts";
import { takeLeft } from "./take-left.ts";

/** Grants a pending or failed order that was paid outside; anything else stays as it is. */
export async function fulfilOrder(services: Services, tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending" && order.status !== "failed") return;
  const now = new Date(services.world.now());
  await setPaid(tx, orderId, now);
  if (order.couponId) await markUsedIfFree(tx, { id: order.couponId, orderId, now });
  await postOrder(tx, order, now.getTime());
  await queueReceipt(services, tx, order);
}

/** A payment that came to nothing: the order fails and its coupon is free again. */
export async function failOrder(tx: Tx, orderId: string): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (order.status !== "pending") return;
  await setFailed(tx, orderId);
  if (order.couponId) await releaseCoupon(tx, { id: order.couponId, orderId });
}

/**
 * Takes back what is left of a paid order, never below 0, and pays its price: to the wallet where
 * the wallet paid, else to the outside payer. Answers what was paid back, in cents.
 */
export async function refundOrder(services: Services, tx: Tx, orderId: string): Promise<number> {
  const known = await findOrder(tx, orderId);
  const account = known && (await holdAccount(tx, known.accountId));
  const order = await lockOrder(tx, orderId);
  if (order.status !== "paid") return 0;
  // The wallet that paid is gone, with all that its holder gave up.
  if (account?.closed && order.method === "wallet") return 0;
  const now = new Date(services.world.now());
  const grant = {
    accountId: order.accountId,
    asset: order.asset as Asset,
    most: order.granted,
  };
  if (grant.asset === "traffic") {
    const { accountId, granted: wantedBytes } = order;
    await reclaimAllotments(services, tx, { accountId, wantedBytes });
  }
  await takeLeft(tx, grant, (left) => postOrderRefund(tx, order, { left, at: now.getTime() }));
  await setRefunded(tx, orderId, order.amountCents, now);
  return order.amountCents;
}

/** An order, to look at; null where there is none. */
export function readOrder(db: Db, orderId: string): Promise<Order | null> {
  return findOrder(db, orderId);
}
