import { describe, expect, it } from "vitest";
import { type Promo, promoCouponEnd, promoCovers, promoRefusal, readPromoCode } from "./promo.ts";

const now = Date.UTC(2026, 10, 29);
const promo: Promo = {
  code: "SPRING",
  kind: "discount",
  percent: 10,
  giftSku: null,
  giftAmount: null,
  max: 2,
  perAccount: 1,
  newOnly: true,
  minCents: null,
  skus: null,
  startsAt: null,
  endsAt: now + 1,
  enabled: true,
};
const user = { now, ownUses: 0, uses: 1, hasPaid: false };

describe("Promo codes (spec/money#promo-codes)", () => {
  it.each([
    [" spring-26 ", "SPRING-26"],
    ["ab", null],
    ["a".repeat(33), null],
    ["straße", null],
    ["ſpring", null],
    ["A B C", null],
    ["", null],
  ])("are letters, digits and hyphens without regard to case: %j is %j", (typed, code) => {
    expect(readPromoCode(typed)).toBe(code);
  });

  it.each([
    ["within their limits", {}, {}, null],
    ["switched off", { enabled: false }, {}, "promoOver"],
    ["at their end", { endsAt: now }, {}, "promoOver"],
    ["used up", {}, { uses: 2 }, "promoOver"],
    ["used up by the account", {}, { ownUses: 1 }, "promoOver"],
    ["before their start", { startsAt: now + 1 }, {}, "promoNotApplicable"],
    ["for new customers, by another", {}, { hasPaid: true }, "promoNotApplicable"],
    [
      "without limits",
      { max: null, endsAt: null, newOnly: false },
      { uses: 9, hasPaid: true },
      null,
    ],
  ])("can be used or not: %s", (_what, given, by, verdict) => {
    expect(promoRefusal({ ...promo, ...given }, { ...user, ...by })).toBe(verdict);
  });

  it("are for all products and recharges, or for some products", () => {
    expect(promoCovers({ skus: null }, null)).toBe(true);
    expect(promoCovers({ skus: ["a"] }, "a")).toBe(true);
    expect(promoCovers({ skus: ["a"] }, "b")).toBe(false);
    expect(promoCovers({ skus: ["a"] }, null)).toBe(false);
  });

  it("give coupons that expire with them", () => {
    expect(promoCouponEnd(promo, now)).toBe(now + 1);
    expect(promoCouponEnd({ ...promo, endsAt: null }, now)).toBe(now + 365 * 86_400_000);
  });
});
