/** Coupons as used by orders. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type CouponRow, findCoupon, setUsed } from "./store.ts";

/**
 * Finds a coupon of the account.
 * @throws Refusal couponNotFound
 */
export function findOwnCoupon(db: Db, accountId: string, id: string): Promise<CouponRow> {
  return ownCoupon(db, { accountId, id, lock: false });
}

/**
 * Finds a coupon of the account and locks it, so that concurrent orders with it run one by one.
 * @throws Refusal couponNotFound
 */
export function lockOwnCoupon(tx: Tx, accountId: string, id: string): Promise<CouponRow> {
  return ownCoupon(tx, { accountId, id, lock: true });
}

async function ownCoupon(db: Db, own: { accountId: string; id: string; lock: boolean }) {
  const coupon = isUuid(own.id) ? await findCoupon(db, own) : null;
  if (!coupon) throw new Refusal("couponNotFound", { field: "couponId" });
  return coupon;
}

/**
 * Marks a coupon as used by this order.
 * @throws Refusal couponUsed if another order used it first
 */
export async function markUsed(
  tx: Tx,
  used: { id: string; orderId: string; now: Date },
): Promise<void> {
  if (!(await setUsed(tx, used))) throw new Refusal("couponUsed", { field: "couponId" });
}
