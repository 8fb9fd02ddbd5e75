/** What an order or a recharge would cost (spec/money#quotes). */
import { orderMethods } from "@turnpike/rules/payment-method.ts";
import { rechargeCents } from "@turnpike/rules/recharge-bonus.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { untaxed } from "./examples/payer.ts";
import { at, cents, flag, id, integer, oneOf, optional, requiredText, text } from "./fields.ts";
import { couponOrCode, promoCode } from "./promo.ts";
import { reasons } from "./reasons.ts";
import { taxed } from "./taxed.ts";

const sku = requiredText(40, "unknownSku");

export const quote = call({
  path: "/v1/quote",
  access: "read",
  summary: "Calculates the price of an order.",
  description:
    "Changes and reserves nothing. Calls that buy the same take `quoteId` and keep its price for 15 minutes.",
  tag: "Money",
  request: {
    sku: sku.describe(
      "The product, as `/v2/priceList` names it; or `port`, `bandwidth`, `static` or `short` for what costs least of that kind; or `recharge` for `/v1/recharge`.",
    ),
    quantity: integer(1, rechargeCents.most, "badQuantity", "enterQuantity").describe(
      "The number of units; of `recharge` the sum in US cents.",
    ),
    method: optional(z.enum(orderMethods, "badMethod")).describe(
      "The method of payment: where recharges are taxed, wallet orders are not. `wallet` without it; of `recharge` `card`.",
    ),
    couponId: optional(id()).describe("A coupon to apply, by its ID in `/v1/coupons`."),
    promoCode,
    days: optional(oneOf([1, 3, 7, 30, 90], "badDays")).describe(
      "The period in days, where `sku` leaves it open.",
    ),
    region: optional(text(40, "badRegion")).describe(
      "The region of ports and bandwidth, where `sku` leaves it open.",
    ),
    renewal: optional(flag()).describe(
      "1 for the renewal of a plan, which is also sold in regions where new ones are not.",
    ),
  },
  crossFieldCheck: couponOrCode,
  response: {
    listCents: cents.describe("The price before coupons, in US cents."),
    discountCents: cents.describe("The discount of the coupon, in US cents."),
    ...taxed,
    quoteId: z.string().describe("The quote, as calls that buy take it."),
    validUntil: at.describe("The time until which its price is kept: for 15 minutes."),
    bonusCents: cents.optional().describe("The bonus of a recharge, in US cents."),
    identityNeeded: z
      .boolean()
      .optional()
      .describe(
        "True if the order would be refused with `identityNeeded`: prove the identity first, by `/v1/identityStart`.",
      ),
    bonus: z.string().optional().describe("The bonus, in words."),
  },
  refusals: ["badDays", "badRegion", "badBandwidth", ...reasons.coupon],
  example: {
    request: { sku: "traffic-standard", quantity: 100, couponId: customer.exampleId(501) },
    response: {
      listCents: 22_000,
      discountCents: 2_200,
      ...untaxed(19_800),
      quoteId: "s1.EXAMPLE-QUOTE",
      validUntil: "2026-03-16T09:45:00.000Z",
    },
  },
});
