import { describe, expect, it } from "vitest";
import { type Coupon, couponStatus, redeemGift, useDiscount } from "./coupon.ts";

const now = 1_000_000;
const discount: Coupon = {
  kind: "discount",
  percent: 20,
  minCents: 1000,
  giftSku: null,
  giftAmount: null,
  expiresAt: now + 1,
  usedAt: null,
};
const gift: Coupon = {
  ...discount,
  kind: "gift",
  percent: null,
  minCents: null,
  giftSku: "traffic-standard",
  giftAmount: 5,
};

it("A coupon is usable until it is used or expires", () => {
  expect(couponStatus(discount, now)).toBe("usable");
  expect(couponStatus(discount, now + 1)).toBe("expired");
  expect(couponStatus({ ...discount, usedAt: 5 }, now + 1)).toBe("used");
});

describe("A discount (spec/money#coupons)", () => {
  it("applies its percentage from its minimum amount on", () => {
    expect(useDiscount(discount, { listCents: 1000, now })).toEqual({ ok: true, percent: 20 });
    const below = useDiscount(discount, { listCents: 999, now });
    expect(below).toEqual({ ok: false, why: "couponBelowMinimum" });
  });

  it("is refused if it is used, expired or a gift coupon", () => {
    const why = (coupon: Coupon, at = now) => {
      const verdict = useDiscount(coupon, { listCents: 5000, now: at });
      return verdict.ok ? null : verdict.why;
    };
    expect(why({ ...discount, usedAt: 1 })).toBe("couponUsed");
    expect(why(discount, now + 1)).toBe("couponExpired");
    expect(why(gift)).toBe("couponNotForThis");
  });
});

describe("A gift order needs only couponId (spec/money#coupons)", () => {
  it("and takes product and quantity from the coupon", () => {
    const input = { ok: true, sku: "traffic-standard", quantity: 5 };
    expect(redeemGift(gift, { now })).toEqual(input);
    expect(redeemGift(gift, { sku: "traffic-standard", quantity: 5, now })).toEqual(input);
  });

  it("and is refused for any other product or quantity", () => {
    const refused = { ok: false, why: "couponNotForThis" };
    expect(redeemGift(gift, { sku: "ip-standard", now })).toEqual(refused);
    expect(redeemGift(gift, { quantity: 6, now })).toEqual(refused);
    expect(redeemGift(discount, { now })).toEqual(refused);
  });
});
