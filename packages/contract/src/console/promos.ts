/** Promo codes (spec/money#promo-codes). */
import { maxPromoUses } from "@turnpike/rules/promo.ts";
import { z } from "zod";
import { at, cents, flag, integer, list, optional, requiredText, text } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { day, reason } from "./fields.ts";

const access = "shop.read";
export const promo = z
  .object({
    code: z.string().describe("The code, in capitals."),
    kind: z.enum(["discount", "gift"]).describe("What it gives."),
    percent: z.int().nullable().describe("The discount or bonus in percent; null for a gift."),
    giftSku: z.string().nullable().describe("The product that it gives."),
    giftAmount: z.int().nullable().describe("The number of units that it gives."),
    max: z.int().nullable().describe("How often it can be used in all; null: any number of times."),
    perAccount: z.int().describe("How often each account can use it."),
    newOnly: z.boolean().describe("True if only accounts without a paid order can use it."),
    minCents: cents.nullable().describe("The smallest order or recharge it applies to."),
    skus: z
      .array(z.string())
      .nullable()
      .describe("The products it is good for; null: all, and recharges."),
    from: z.string().nullable().describe("Its first day in UTC; null if it has none."),
    to: z.string().nullable().describe("Its last day in UTC, included; null if it has none."),
    enabled: z.boolean().describe("False if it is switched off."),
    createdAt: at.describe("The time it was added."),
    createdBy: z.string().describe("The author: a staff member's e-mail address, or `cli`."),
    claims: z.int().describe("Accounts' coupons of it, used or not."),
    uses: z.int().describe("Uses: orders and recharges, unpaid ones included until they fail."),
    revenueCents: cents.describe("What these paid, refunds subtracted."),
    givenCents: cents.describe("The discounts and bonuses that they got."),
  })
  .meta({ id: "ConsolePromo" });

export const promoList = consoleCall({
  path: "/console/v1/promoList",
  access,
  summary: "Lists promo codes with their uses and revenue, the newest first.",
  response: { items: z.array(promo).describe("The codes; 1,000 at most.") },
});

const count = integer(1, 1_000_000_000);

export const promoAdd = consoleAct({
  path: "/console/v1/promoAdd",
  access: "shop.write",
  summary: "Adds a promo code, enabled at once: a percentage, or a gift.",
  request: {
    code: requiredText(100).describe("Letters, digits and hyphens, 3 to 32; case does not matter."),
    percent: optional(integer(1, 100)).describe(
      "The discount of an order or the bonus of a recharge, in percent; absent for a gift.",
    ),
    giftSku: optional(text(40)).describe("The product that it gives."),
    giftAmount: optional(count).describe("The number of units that it gives."),
    max: optional(integer(1, maxPromoUses)).describe(
      "How often it can be used in all; absent: any number of times.",
    ),
    perAccount: count.default(1).describe("How often each account can use it; 1 by default."),
    newOnly: flag().default(false).describe("1: only for accounts without a paid order."),
    minCents: optional(integer(0, 1_000_000_000)).describe(
      "The smallest order or recharge it applies to.",
    ),
    skus: list(100)
      .default([])
      .describe("The products it is good for; absent: all, and recharges."),
    from: optional(day).describe("Its first day in UTC."),
    to: optional(day).describe("Its last day in UTC, included."),
    reason,
  },
  response: { promo: promo.describe("The code.") },
  refusals: ["badField", "actRefused", "unknownSku"],
});

export const promoSwitch = consoleAct({
  path: "/console/v1/promoSwitch",
  access: "shop.write",
  summary: "Switches a promo code on or off; orders that were placed with it keep their price.",
  request: {
    code: requiredText(100).describe("The code."),
    enabled: flag().describe("1 to switch it on, 0 to switch it off."),
    reason,
  },
  response: { promo: promo.describe("The code.") },
  refusals: ["notFound"],
});

export const consolePromoCalls = { promoList, promoAdd, promoSwitch };
