/** Rules for using coupons (spec/money#coupons). Instants are ms since 1970. */
import type { Cents } from "./money.ts";

export interface Coupon {
  kind: "gift" | "discount";
  percent: number | null;
  minCents: Cents | null;
  giftSku: string | null;
  giftAmount: number | null;
  expiresAt: number;
  usedAt: number | null;
}
export type CouponStatus = "usable" | "used" | "expired";
export type CouponRefusal =
  | "couponUsed"
  | "couponExpired"
  | "couponNotForThis"
  | "couponBelowMinimum";

export function couponStatus(coupon: Coupon, now: number): CouponStatus {
  if (coupon.usedAt !== null) return "used";
  return coupon.expiresAt <= now ? "expired" : "usable";
}

function couponRefusal(coupon: Coupon, now: number): CouponRefusal | null {
  const status = couponStatus(coupon, now);
  if (status === "used") return "couponUsed";
  return status === "expired" ? "couponExpired" : null;
}

export type DiscountVerdict = { ok: true; percent: number } | { ok: false; why: CouponRefusal };

/** Applies a discount to an order with this list price. */
export function useDiscount(
  coupon: Coupon,
  { listCents, now }: { listCents: Cents; now: number },
): DiscountVerdict {
  const why = couponRefusal(coupon, now);
  if (why) return { ok: false, why };
  if (coupon.kind !== "discount" || coupon.percent === null) {
    return { ok: false, why: "couponNotForThis" };
  }
  if (listCents < (coupon.minCents ?? 0)) return { ok: false, why: "couponBelowMinimum" };
  return { ok: true, percent: coupon.percent };
}

export type GiftVerdict =
  | { ok: true; sku: string; quantity: number }
  | { ok: false; why: CouponRefusal };

/** Redeems a gift. The coupon defines what it gives; an order for something else is refused. */
export function redeemGift(
  coupon: Coupon,
  request: { sku?: string | undefined; quantity?: number | undefined; now: number },
): GiftVerdict {
  const why = couponRefusal(coupon, request.now);
  if (why) return { ok: false, why };
  if (coupon.kind !== "gift" || coupon.giftSku === null || coupon.giftAmount === null) {
    return { ok: false, why: "couponNotForThis" };
  }
  if (request.sku !== undefined && request.sku !== coupon.giftSku) {
    return { ok: false, why: "couponNotForThis" };
  }
  if (request.quantity !== undefined && request.quantity !== coupon.giftAmount) {
    return { ok: false, why: "couponNotForThis" };
  }
  return { ok: true, sku: coupon.giftSku, quantity: coupon.giftAmount };
}
