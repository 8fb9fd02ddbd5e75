/** The `data` of each webhook event; the body is `{type, timestamp, data}`. */
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import { z } from "zod";
import { at, bytes, cents } from "./fields.ts";
import { productKind } from "./order.ts";

const order = z.object({
  orderNo: z.string().describe("The order's number."),
  sku: z.string().describe("The product, as `/v2/priceList` names it."),
  kind: productKind.describe("What was bought."),
  quantity: z.int().describe("How many units were bought."),
});
const payMethod = z.enum(["card", "crypto"]);
const staticIp = z.object({
  id: z.string().describe("The static IP's id."),
  term: z
    .enum(["static", "short"])
    .describe("`static` for 7, 30 or 90 days, `short` for 1, 3 or 7."),
  ip: z.string().describe("Its address."),
  days: z.int().describe("The period in days."),
  expiresAt: at.describe("When it ends."),
});

/** Compatibility: fields may be added, but are never renamed or removed. */
export const webhookData = {
  "order.paid": order
    .extend({
      amountCents: cents.describe("What was paid, in US cents."),
      discountCents: cents.describe("What a coupon took off the list price, in US cents."),
      method: z.enum(["wallet", "card", "crypto", "coupon"]).describe("How it was paid."),
      renewal: z.boolean().describe("Whether it renews what was bought before."),
      paidAt: at.describe("When it was paid."),
    })
    .describe("An order was paid."),
  "order.refunded": order
    .extend({
      amountCents: cents.describe("What this refund gives back, in US cents."),
      refundedCents: cents.describe("What was given back in all, in US cents."),
      whole: z.boolean().describe("Whether nothing of the order is left."),
      reason: z.string().describe("Why, as the operator wrote it."),
      refundedAt: at.describe("When it was refunded."),
    })
    .describe("An order was refunded, in whole or in part."),
  "recharge.paid": z
    .object({
      paymentId: z.string().describe("The payment's id, as `/v1/payment` takes it."),
      method: payMethod.describe("How it was paid."),
      amountCents: cents.describe("What came into the wallet, without the bonus, in US cents."),
      bonusCents: cents.describe("The bonus that came on top, in US cents."),
      surplus: z.boolean().describe("Whether it is what was paid for an order beyond its price."),
      paidAt: at.describe("When it was paid."),
    })
    .describe("Money came into the wallet."),
  "recharge.refunded": z
    .object({
      paymentId: z.string().describe("The payment's id, as `/v1/payment` takes it."),
      method: payMethod.describe("How it was paid."),
      amountCents: cents.describe("What this refund gives back, in US cents."),
      refundedCents: cents.describe("What was given back in all, in US cents."),
      whole: z.boolean().describe("Whether nothing of the recharge is left."),
      reason: z.string().describe("Why, as the operator wrote it."),
      refundedAt: at.describe("When it was refunded."),
    })
    .describe("A recharge was refunded, in whole or in part."),
  "refund.undone": z
    .object({
      orderNo: z.string().nullable().describe("The order's number; null for a recharge."),
      paymentId: z
        .string()
        .nullable()
        .describe("The payment's id; null where the wallet had paid."),
      amountCents: cents.describe(
        "What that refund had given back and counts as paid again, in US cents.",
      ),
      refundedCents: cents.describe("What other refunds still give back, in US cents."),
      reason: z.string().describe("Why, as the operator wrote it."),
      undoneAt: at.describe("When it was undone."),
    })
    .describe("A refund was undone: what it had given back counts as paid again."),
  "traffic.low": z
    .object({
      leftBytes: bytes.describe("Traffic that is left, in bytes."),
      thresholdBytes: bytes.describe("The threshold it fell below, in bytes."),
    })
    .describe("The traffic fell below its threshold."),
  "wallet.low": z
    .object({
      leftCents: cents.describe("The wallet's balance, in US cents."),
      thresholdCents: cents.describe("The threshold it fell below, in US cents."),
    })
    .describe("The wallet fell below its threshold."),
  "expiry.soon": z
    .object({
      kind: z
        .enum(["whitelist", "coupon", "static", "short", "port", "bandwidth"])
        .describe("What ends."),
      id: z.string().describe("Its id."),
      name: z.string().describe("Its name, in the account's language."),
      expiresAt: at.describe("When it ends."),
    })
    .describe("Something ends soon."),
  "static.renewed": staticIp
    .extend({
      auto: z.boolean().describe("Whether auto-renew did it."),
      orderNo: z
        .string()
        .nullable()
        .describe("The order that paid for it; null where credits did."),
    })
    .describe("A static IP was renewed."),
  "static.renewalFailed": staticIp
    .extend({
      reason: z
        .enum(["insufficientBalance", "inArrears"])
        .describe("Why: too few credits and too little money, or the account is in arrears."),
    })
    .describe("A static IP could not be renewed automatically."),
  "static.expired": staticIp
    .extend({
      renewableUntilAt: at.describe("Until when it can be renewed."),
    })
    .describe("A static IP expired."),
  "plan.expired": z
    .object({
      planId: z.string().describe("The plan's id."),
      kind: z.enum(["port", "bandwidth"]).describe("The kind of plan."),
      region: z.enum(unlimitedRegions).describe("The region of its exits."),
      quantity: z.int().describe("How many ports, or Mbps."),
      orderNo: z.string().describe("The number of the order that bought it."),
      expiresAt: at.describe("When it ended."),
      renewableUntilAt: at.describe("Until when it can be renewed."),
    })
    .describe("An unlimited plan expired."),
  "account.arrears": z
    .object({
      state: z
        .enum(["began", "grew", "ended"])
        .describe("Whether the account owes, owes more than before, or has paid all of it."),
      cents: cents.describe("What is owed now, in US cents; 0 once it is paid."),
      since: at.nullable().describe("When the arrears began; null once they ended."),
      trafficEndsAt: at
        .nullable()
        .describe("From when on gateways refuse the account's traffic; null once they ended."),
    })
    .describe("A charge-back or refund left the account owing, or what it owed was paid."),
} satisfies Record<WebhookEvent, z.ZodObject>;
export type WebhookData = { [E in WebhookEvent]: z.output<(typeof webhookData)[E]> };

export const pingData = z
  .object({ webhookId: z.string().describe("The webhook that is tested.") })
  .describe("A test, sent by `/v1/webhookTest`.");
