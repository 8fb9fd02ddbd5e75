/** Promo codes as customers send them (spec/money#promo-codes). */
import { z } from "zod";
import type { FieldRefusal } from "./call.ts";
import { optional, requiredText, text } from "./fields.ts";

/** The code of a call that is only about codes. */
export const typedPromo = requiredText(100).pipe(z.string("missingField").min(1, "missingField"));

/** A code in place of a coupon. */
export const promoCode = optional(text(100)).describe(
  "A promo code in place of a coupon; letters, digits and hyphens, in any case.",
);

/** Refuses a coupon together with a code: an order has one discount. */
export const couponOrCode = (given: {
  couponId?: string | undefined;
  promoCode?: string | undefined;
}): FieldRefusal | null =>
  given.couponId !== undefined && given.promoCode !== undefined
    ? { field: "promoCode", reason: "badField" }
    : null;
