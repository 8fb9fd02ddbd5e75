/** Webhooks: which events there are, and when an undelivered one is tried again. */

/** What a customer's program can be told of, in the order in which it is offered. */
export const webhookEvents = [
  "order.paid",
  "order.refunded",
  "recharge.paid",
  "recharge.refunded",
  "traffic.low",
  "wallet.low",
  "expiry.soon",
  "static.renewed",
  "static.renewalFailed",
  "static.expired",
  "plan.expired",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a test sends; nobody subscribes to it. */
export const pingEvent = "ping";

/** Webhooks of one account. */
export const mostWebhooks = 10;
