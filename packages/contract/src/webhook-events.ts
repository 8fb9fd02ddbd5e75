/** What each event of a webhook says in `data`; the body is `{type, timestamp, data}`. */
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import { unlimitedRegions } from "@turnpike/rules/unlimited-region.ts";
import { z } from "zod";
import { at, bytes, cents } from "./fields.ts";
import { productKind } from "./order.ts";

const order = z.object({
  orderNo: z.string(),
  sku: z.string(),
  kind: productKind,
  quantity: z.int(),
});
const payMethod = z.enum(["card", "crypto"]);
const staticIp = z.object({
  id: z.string(),
  term: z.enum(["static", "short"]).describe("`static` is the long term, `short` the short one."),
  ip: z.string(),
  days: z.int(),
  expiresAt: at,
});

/** Fields may be added; none is renamed or taken away. */
export const webhookData = {
  "order.paid": order.extend({
    amountCents: cents,
    discountCents: cents.describe("What a coupon took off the list price."),
    method: z.enum(["wallet", "card", "crypto", "coupon"]),
    renewal: z.boolean().describe("It prolongs what was bought before."),
    paidAt: at,
  }),
  "order.refunded": order.extend({
    amountCents: cents.describe("What this refund gives back."),
    refundedCents: cents.describe("What was given back in all."),
    whole: z.boolean().describe("Nothing of the order is left."),
    reason: z.string(),
    refundedAt: at,
  }),
  "recharge.paid": z.object({
    paymentId: z.string(),
    method: payMethod,
    amountCents: cents.describe("What has come into the wallet, without the bonus."),
    bonusCents: cents,
    surplus: z.boolean().describe("More was paid for an order than it costs: the rest."),
    paidAt: at,
  }),
  "recharge.refunded": z.object({
    paymentId: z.string(),
    method: payMethod,
    amountCents: cents,
    refundedCents: cents,
    whole: z.boolean(),
    reason: z.string(),
    refundedAt: at,
  }),
  "refund.undone": z.object({
    orderNo: z.string().nullable().describe("Null where a recharge had been given back."),
    paymentId: z.string().nullable().describe("Null where the wallet had paid."),
    amountCents: cents.describe("What that refund had given back, and what counts as paid again."),
    refundedCents: cents.describe("What is given back still, by other refunds."),
    reason: z.string(),
    undoneAt: at,
  }),
  "traffic.low": z.object({ leftBytes: bytes, thresholdBytes: bytes }),
  "wallet.low": z.object({ leftCents: cents, thresholdCents: cents }),
  "expiry.soon": z.object({
    kind: z.enum(["whitelist", "coupon", "static", "short", "port", "bandwidth"]),
    id: z.string(),
    name: z.string().describe("As lists show it, in the account's language."),
    expiresAt: at,
  }),
  "static.renewed": staticIp.extend({
    auto: z.boolean().describe("By auto-renew."),
    orderNo: z
      .string()
      .nullable()
      .describe(
        "The order that paid for it, or for others renewed with it; null where credits did.",
      ),
  }),
  "static.renewalFailed": staticIp,
  "static.expired": staticIp.extend({ renewableUntilAt: at }),
  "plan.expired": z.object({
    planId: z.string(),
    kind: z.enum(["port", "bandwidth"]),
    region: z.enum(unlimitedRegions),
    quantity: z.int().describe("Ports, or Mbps."),
    orderNo: z.string(),
    expiresAt: at,
    renewableUntilAt: at,
  }),
} satisfies Record<WebhookEvent, z.ZodObject>;
export type WebhookData = { [E in WebhookEvent]: z.output<(typeof webhookData)[E]> };

/** What a test says. */
export const pingData = z.object({ webhookId: z.string() });
