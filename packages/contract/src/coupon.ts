/** Coupons (spec/money#calls). */
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { at, cents, optional } from "./fields.ts";
import { typedPromo } from "./promo.ts";
import { reasons } from "./reasons.ts";

const benefit = {
  kind: z.enum(["gift", "discount"]).describe("`gift` gives a product, `discount` lowers a price."),
  title: z.string().describe("The coupon's title, in the language of the call."),
  percent: z.number().nullable().describe("The discount in percent; null for a gift."),
  giftSku: z.string().nullable().describe("The product that a gift gives; null for a discount."),
  giftAmount: z.int().nullable().describe("The number of units in a gift; null for a discount."),
  minCents: cents
    .nullable()
    .describe("The smallest order it applies to, in US cents; null for any."),
  expiresAt: at.describe("The time until which it can be used."),
};

export const coupons = call({
  path: "/v1/coupons",
  access: "read",
  summary: "Lists the account's coupons.",
  tag: "Money",
  request: {
    status: optional(z.enum(["usable", "used", "expired"], "badField")).describe(
      "Only coupons with this status.",
    ),
  },
  response: {
    items: z
      .array(
        z.object({
          id: z.string().describe("The coupon's ID."),
          ...benefit,
          usedAt: at.nullable().describe("The time it was used; null before."),
        }),
      )
      .describe("The coupons."),
  },
  example: {
    request: { status: "usable" },
    response: {
      items: [
        {
          id: customer.exampleId(501),
          kind: "discount",
          title: "10% off any order",
          percent: 10,
          giftSku: null,
          giftAmount: null,
          minCents: null,
          expiresAt: "2026-04-30T00:00:00.000Z",
          usedAt: null,
        },
      ],
    },
  },
});

export const promo = call({
  path: "/v1/promo",
  access: "buy",
  summary: "Takes the coupon of a promo code into the account.",
  description:
    "A code can also be sent with an order or a recharge. Who has its unused coupon already gets the same one. After too many unknown codes the account is refused for a while.",
  tag: "Money",
  request: {
    code: typedPromo.describe("The code: letters, digits and hyphens, in any case."),
  },
  response: {
    couponId: z.string().describe("The coupon, by its ID in `/v1/coupons`."),
    ...benefit,
  },
  refusals: reasons.promo,
  example: {
    request: { code: "SPRING-26" },
    response: {
      couponId: customer.exampleId(501),
      kind: "discount",
      title: "10% off any order",
      percent: 10,
      giftSku: null,
      giftAmount: null,
      minCents: null,
      expiresAt: "2026-04-30T00:00:00.000Z",
    },
  },
});

export const couponCalls = { coupons, promo };
