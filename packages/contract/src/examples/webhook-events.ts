/** Example webhook payloads, one per event. */
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { WebhookData } from "../webhook-events.ts";
import { exampleId, frankfurt, now, orders, paymentId, portPlan, webhookId } from "./customer.ts";

const bought = {
  orderNo: orders.traffic.orderNo,
  sku: orders.traffic.sku,
  kind: "traffic" as const,
  quantity: 100,
};
const ip = {
  id: frankfurt.id,
  term: "static" as const,
  ip: frankfurt.host,
  days: 30,
  expiresAt: frankfurt.expiresAt,
};

const data = {
  "order.paid": {
    ...bought,
    amountCents: 22_000,
    discountCents: 0,
    method: "wallet",
    renewal: false,
    paidAt: "2026-03-01T10:05:00.000Z",
  },
  "order.refunded": {
    ...bought,
    amountCents: 2_200,
    refundedCents: 2_200,
    whole: false,
    reason: "requested by the customer",
    refundedAt: now,
  },
  "recharge.paid": {
    paymentId,
    method: "card",
    amountCents: 50_000,
    bonusCents: 2_500,
    surplus: false,
    paidAt: "2026-03-01T10:02:30.000Z",
  },
  "recharge.refunded": {
    paymentId,
    method: "card",
    amountCents: 50_000,
    refundedCents: 50_000,
    whole: true,
    reason: "requested by the customer",
    refundedAt: now,
  },
  "refund.undone": {
    orderNo: bought.orderNo,
    paymentId: null,
    amountCents: 2_200,
    refundedCents: 0,
    reason: "requested by the customer",
    undoneAt: now,
  },
  "topup.failed": {
    paymentId,
    amountCents: 5_000,
    refusals: 3,
    failedAt: "2026-03-03T11:00:00.000Z",
  },
  "traffic.low": { leftBytes: 4_900_000_000, thresholdBytes: 5_000_000_000 },
  "wallet.low": { leftCents: 1_950, thresholdCents: 2_000 },
  "expiry.soon": {
    kind: "static",
    id: frankfurt.id,
    name: frankfurt.host,
    expiresAt: frankfurt.expiresAt,
  },
  "static.renewed": {
    ...ip,
    expiresAt: "2026-05-01T10:06:00.000Z",
    auto: true,
    orderNo: null,
  },
  "static.renewalFailed": { ...ip, reason: "insufficientBalance" },
  "static.expired": { ...ip, renewableUntilAt: frankfurt.renewableUntil },
  "plan.expired": {
    planId: portPlan.id,
    kind: "port",
    region: "europe",
    quantity: 5,
    orderNo: portPlan.orderNo,
    expiresAt: portPlan.expiresAt,
    renewableUntilAt: portPlan.expiresAt,
  },
  "account.arrears": {
    state: "began",
    cents: 4_500,
    since: now,
    trafficEndsAt: "2026-03-17T09:30:00.000Z",
  },
} satisfies WebhookData;

const bodies = Object.fromEntries(
  Object.entries(data).map(([type, told]) => [type, { type, timestamp: now, data: told }]),
) as { [E in WebhookEvent]: { type: E; timestamp: string; data: WebhookData[E] } };

/** The payload of each event, and of a test. */
export const webhookExamples = {
  ...bodies,
  ping: { type: "ping" as const, timestamp: now, data: { webhookId } },
};

/** The `webhook-id` of the example deliveries. */
export const sentId = exampleId(92);
