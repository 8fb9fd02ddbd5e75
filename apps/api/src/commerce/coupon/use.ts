/** What orders do with coupons. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { type CouponRow, countUsable, findCoupon, setUnused, setUsed } from "./store.ts";

/** The account's coupon, to look at. Throws `couponNotFound`. */
export function lookAtCoupon(db: Db, accountId: string, id: string): Promise<CouponRow> {
  return found(db, { accountId, id, lock: false });
}

/** The account's coupon, to use: of many orders at once, each waits for the one before. */
export function takeCoupon(tx: Tx, accountId: string, id: string): Promise<CouponRow> {
  return found(tx, { accountId, id, lock: true });
}

async function found(db: Db, ask: { accountId: string; id: string; lock: boolean }) {
  const coupon = isUuid(ask.id) ? await findCoupon(db, ask) : null;
  if (!coupon) throw new Refusal("couponNotFound", { field: "couponId" });
  return coupon;
}

/** Marks a coupon as used by this order. Throws `couponUsed` where another was first. */
export async function markUsed(
  tx: Tx,
  used: { id: string; orderId: string; now: Date },
): Promise<void> {
  if (!(await setUsed(tx, used))) throw new Refusal("couponUsed", { field: "couponId" });
}

/** Gives a coupon back whose order came to nothing. */
export const releaseCoupon = setUnused;

/** How many coupons can be used now. */
export function usableCoupons(db: Db, accountId: string, now: number): Promise<number> {
  return countUsable(db, accountId, new Date(now));
}

/** Marks a coupon whose released order was paid after all; false where another order has used it. */
export const markUsedIfFree = setUsed;
