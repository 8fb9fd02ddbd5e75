/** Coupons as used by orders and recharges. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { CouponRefusal } from "@turnpike/rules/coupon.ts";
import type { Db, Tx } from "../../platform/db/database.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import type { Services } from "../../platform/services.ts";
import {
  couponOf,
  findTypedPromo,
  hasUseLeft,
  type PromoCaller,
  type PromoHolder,
  refuseUncovered,
  refuseUnusable,
  takenPromo,
  takePromo,
} from "./promo.ts";
import { type CouponRow, type CouponUser, findCoupon, setUnused, setUsed } from "./store.ts";
import { findPromo, lockOwnUses } from "./store/promos.ts";

/** The coupon that a buyer names: one of his own by id, or a promo code. */
export type NamedCoupon = { id: string } | { typed: string; ip: string } | null;

/** What a request names; the contract refuses both at a time. */
export function couponNamed(
  { couponId, promoCode }: { couponId?: string | undefined; promoCode?: string | undefined },
  { ip }: Pick<PromoCaller, "ip">,
): NamedCoupon {
  if (promoCode !== undefined) return { typed: promoCode, ip };
  return couponId === undefined ? null : { id: couponId };
}

/** Who uses a coupon, and for what. */
export interface CouponBuyer extends Omit<PromoHolder, "field"> {
  /** The product that is bought; null for a recharge, undefined for what the coupon gives. */
  sku?: string | null | undefined;
}

const ownCoupon = async (db: Db, own: { accountId: string; id: string; lock: boolean }) => {
  const coupon = isUuid(own.id) ? await findCoupon(db, own) : null;
  if (!coupon) throw new Refusal("couponNotFound", { field: "couponId" });
  return coupon;
};

/**
 * The coupon that a buyer names, without taking or locking anything.
 * @throws Refusal couponNotFound, promoUnknown, promoOver, promoNotApplicable, tooManyTries
 */
export async function findNamedCoupon(
  services: Services,
  db: Db,
  named: Exclude<NamedCoupon, null>,
  buyer: CouponBuyer,
): Promise<CouponRow> {
  if ("id" in named) return findOwnCoupon(services, db, named.id, buyer);
  const field = "promoCode";
  const promo = await findTypedPromo(services, db, { ...named, ...buyer, field });
  await refuseUnusable(services, db, promo, { ...buyer, field });
  refuseUncovered(promo, buyer.sku, field);
  return couponOf(promo, services.world.now());
}

/** A coupon of the account; one of a promo code has to be usable as the code. */
async function findOwnCoupon(
  services: Services,
  db: Db,
  id: string,
  buyer: CouponBuyer,
): Promise<CouponRow> {
  const field = "couponId";
  const coupon = await ownCoupon(db, { accountId: buyer.accountId, id, lock: false });
  const promo =
    coupon.promoCode === null || coupon.usedAt !== null
      ? null
      : await findPromo(db, coupon.promoCode);
  if (!promo) return coupon;
  await refuseUnusable(services, db, promo, { ...buyer, field });
  refuseUncovered(promo, buyer.sku, field);
  return coupon;
}

/**
 * The coupon that a buyer names, locked, so that concurrent orders with it run one by one. A promo
 * code's coupon is taken into the account.
 * @throws Refusal like `findNamedCoupon`
 */
export async function lockNamedCoupon(
  services: Services,
  tx: Tx,
  named: Exclude<NamedCoupon, null>,
  buyer: CouponBuyer,
): Promise<CouponRow> {
  const { accountId } = buyer;
  if ("id" in named) {
    const { promoCode: code } = await findOwnCoupon(services, tx, named.id, buyer);
    // The code's lock comes before its coupon's in every transaction.
    if (code !== null) await lockOwnUses(tx, accountId);
    return ownCoupon(tx, { accountId, id: named.id, lock: true });
  }
  const field = "promoCode";
  const promo = await findTypedPromo(services, tx, { ...named, ...buyer, field });
  refuseUncovered(promo, buyer.sku, field);
  const { id, fresh } = await takePromo(services, tx, promo, { ...buyer, field });
  // Nobody else sees one that was taken now.
  return fresh ?? ownCoupon(tx, { accountId, id, lock: true });
}

/** Why a coupon cannot be used; a typed code is over, or not applicable. */
export function couponRefusal(why: CouponRefusal, named: NamedCoupon): Refusal {
  if (named === null || "id" in named) return new Refusal(why, { field: "couponId" });
  const over = why === "couponUsed" || why === "couponExpired";
  return new Refusal(over ? "promoOver" : "promoNotApplicable", { field: "promoCode" });
}

const codeOf = async (tx: Tx, own: { accountId: string; id: string }) =>
  (await findCoupon(tx, { ...own, lock: false }))?.promoCode ?? null;

/** Uses a coupon, and with it a use of its promo code; returns why it cannot be used, or null. */
export async function useCoupon(
  tx: Tx,
  { id, accountId, now, ...user }: { id: string; accountId: string; now: Date } & CouponUser,
): Promise<"couponUsed" | "promoOver" | null> {
  const code = takenPromo(tx, id)?.code ?? (await codeOf(tx, { accountId, id }));
  if (code !== null) await lockOwnUses(tx, accountId);
  if (!(await setUsed(tx, { id, now, ...user }))) return "couponUsed";
  if (code === null || (await hasUseLeft(tx, { code, couponId: id, accountId }))) return null;
  await setUnused(tx, { id, ...user });
  return "promoOver";
}

/**
 * Marks a coupon as used by this order or recharge.
 * @throws Refusal couponUsed if another used it first, promoOver if the last use of its code is gone
 */
export async function markUsed(tx: Tx, used: Parameters<typeof useCoupon>[1]): Promise<void> {
  const why = await useCoupon(tx, used);
  if (why) throw new Refusal(why, { field: why === "promoOver" ? "promoCode" : "couponId" });
}
