/** The `data` of each webhook event; the body is `{type, timestamp, data}`. */
import { orderMethods, outsideMethods } from "@turnpike/rules/payment-method.ts";
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import { z } from "zod";
import { at, bytes, cents } from "./fields.ts";
import { productKind } from "./order.ts";

const order = z.object({
  orderNo: z.string().describe("The order's number."),
  sku: z.string().describe("The product, as `/v2/priceList` names it."),
  kind: productKind.describe("The kind of product."),
  quantity: z.int().describe("The number of units bought."),
});
const payMethod = z.enum(outsideMethods);
const staticIp = z.object({
  id: z.string().describe("The static IP's ID."),
  term: z
    .enum(["static", "short"])
    .describe("`static` for 7, 30 or 90 days, `short` for 1, 3 or 7."),
  ip: z.string().describe("The address."),
  days: z.int().describe("The period in days."),
  expiresAt: at.describe("The time it ends."),
});

/** Compatibility: fields may be added, but are never renamed or removed. */
export const webhookData = {
  "order.paid": order
    .extend({
      amountCents: cents.describe("The sum paid, in US cents."),
      discountCents: cents.describe("The discount of a coupon, in US cents."),
      method: z.enum(orderMethods).describe("The method of payment."),
      renewal: z.boolean().describe("True if it is a renewal."),
      paidAt: at.describe("The time it was paid."),
    })
    .describe("An order was paid."),
  "order.refunded": order
    .extend({
      amountCents: cents.describe("The sum of this refund, in US cents."),
      refundedCents: cents.describe("The sum refunded so far, in US cents."),
      whole: z.boolean().describe("True if the whole order is refunded."),
      reason: z.string().describe("The reason, as the operator wrote it."),
      refundedAt: at.describe("The time it was refunded."),
    })
    .describe("An order was refunded, in whole or in part."),
  "recharge.paid": z
    .object({
      paymentId: z.string().describe("The payment's ID, as `/v1/payment` takes it."),
      method: payMethod.describe("The method of payment."),
      amountCents: cents.describe(
        "The sum that came into the wallet, without the bonus, in US cents.",
      ),
      bonusCents: cents.describe("The bonus, in US cents."),
      surplus: z.boolean().describe("True if it is the surplus of a payment for an order."),
      paidAt: at.describe("The time it was paid."),
    })
    .describe("Money came into the wallet."),
  "recharge.refunded": z
    .object({
      paymentId: z.string().describe("The payment's ID, as `/v1/payment` takes it."),
      method: payMethod.describe("The method of payment."),
      amountCents: cents.describe("The sum of this refund, in US cents."),
      refundedCents: cents.describe("The sum refunded so far, in US cents."),
      whole: z.boolean().describe("True if the whole recharge is refunded."),
      reason: z.string().describe("The reason, as the operator wrote it."),
      refundedAt: at.describe("The time it was refunded."),
    })
    .describe("A recharge was refunded, in whole or in part."),
  "topup.failed": z
    .object({
      paymentId: z.string().describe("The payment that was refused last."),
      amountCents: cents.describe("The sum that was to be charged, in US cents."),
      refusals: z.int().describe("How often in a row the card was refused."),
      failedAt: at.describe("The time auto top-up was switched off."),
    })
    .describe("Auto top-up was switched off, because its card was refused."),
  "refund.undone": z
    .object({
      orderNo: z.string().nullable().describe("The order's number; null for a recharge."),
      paymentId: z.string().nullable().describe("The payment's ID; null if the wallet had paid."),
      amountCents: cents.describe("The sum of the refund that was undone, in US cents."),
      refundedCents: cents.describe("The sum that other refunds still give back, in US cents."),
      reason: z.string().describe("The reason, as the operator wrote it."),
      undoneAt: at.describe("The time it was undone."),
    })
    .describe("A refund was undone: its sum counts as paid again."),
  "traffic.low": z
    .object({
      leftBytes: bytes.describe("Traffic that is left, in bytes."),
      thresholdBytes: bytes.describe("The threshold it fell below, in bytes."),
      pool: z.string().optional().describe("The pool of traffic; absent for `residential`."),
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
        .enum(["whitelist", "coupon", "static", "short", "port", "bandwidth", "traffic"])
        .describe("The kind of thing that ends."),
      id: z.string().describe("The ID."),
      name: z.string().describe("The name, in the account's language."),
      expiresAt: at.describe("The time it ends."),
    })
    .describe("Something ends soon."),
  "static.renewed": staticIp
    .extend({
      auto: z.boolean().describe("True if auto-renew renewed it."),
      orderNo: z.string().nullable().describe("The order that paid for it; null if credits did."),
    })
    .describe("A static IP was renewed."),
  "static.renewalFailed": staticIp
    .extend({
      reason: z
        .enum(["insufficientBalance", "inArrears", "identityNeeded"])
        .describe(
          "The reason: too few credits and too little money, arrears, or an identity that is not proved.",
        ),
    })
    .describe("A static IP could not be renewed automatically."),
  "static.expired": staticIp
    .extend({
      renewableUntilAt: at.describe("The time until which it can be renewed."),
    })
    .describe("A static IP expired."),
  "plan.expired": z
    .object({
      planId: z.string().describe("The plan's ID."),
      kind: z.enum(["port", "bandwidth"]).describe("The kind of plan."),
      region: z.enum(unlimitedRegions).describe("The region of its exits."),
      quantity: z.int().describe("The number of ports, or Mbps."),
      orderNo: z.string().describe("The number of the order that bought it."),
      expiresAt: at.describe("The time it ended."),
      renewableUntilAt: at.describe("The time until which it can be renewed."),
    })
    .describe("An unlimited plan expired."),
  "account.arrears": z
    .object({
      state: z
        .enum(["began", "grew", "ended"])
        .describe("The state: `began`, `grew`, or `ended` once all is paid."),
      cents: cents.describe("The sum owed now, in US cents; 0 once it is paid."),
      since: at.nullable().describe("The time the arrears began; null once they ended."),
      trafficEndsAt: at
        .nullable()
        .describe(
          "The time from which gateways refuse the account's traffic; null once the arrears ended.",
        ),
    })
    .describe("A dispute or refund put the account into arrears, or its arrears were paid."),
} satisfies Record<WebhookEvent, z.ZodObject>;
export type WebhookData = { [E in WebhookEvent]: z.output<(typeof webhookData)[E]> };

export const pingData = z
  .object({ webhookId: z.string().describe("The webhook that is tested.") })
  .describe("A test, sent by `/v1/webhookTest`.");
