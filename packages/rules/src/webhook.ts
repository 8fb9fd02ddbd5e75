/** Webhooks: events, the retry schedule, and when a webhook is turned off. */

/** Events in the order in which they are offered. */
export const webhookEvents = [
  "order.paid",
  "order.refunded",
  "recharge.paid",
  "recharge.refunded",
  "topup.failed",
  "refund.undone",
  "traffic.low",
  "wallet.low",
  "expiry.soon",
  "static.renewed",
  "static.renewalFailed",
  "static.expired",
  "plan.expired",
  "account.arrears",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event of a test; it cannot be subscribed to. */
export const pingEvent = "ping";

/** Maximum number of webhooks per account. */
export const maxWebhooks = 10;
/** Maximum number of pending deliveries per account; the oldest are dropped. */
export const maxPendingDeliveries = 20_000;
/** Maximum number of deliveries that one replay makes due again. */
export const maxReplayedDeliveries = 1_000;
/** Maximum number of attempts stored per delivery, the newest. */
export const maxStoredAttempts = 10;
/** Maximum number of tests per account within a minute. */
export const testsPerMinute = 20;
/** How long a delivery can be viewed and resent. */
export const deliveryRetentionMs = 30 * 86_400_000;
/** How long the previous secret is still used for signing beside a new one. */
export const previousSecretMs = 86_400_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Delays before the second attempt, the third one, and so on: 2.15 days in total. */
const retryDelaysMs = [
  5 * second,
  30 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
];
/** Maximum number of attempts per delivery, including the first. */
export const maxDeliveryAttempts = retryDelaysMs.length + 1;
/** Random jitter (± this fraction) keeps simultaneous failures from retrying together. */
const jitter = 0.1;

/**
 * Returns how long to wait after a failed attempt, counted from 1; null after the last one.
 * @param random in [0, 1)
 */
export function retryAfterMs(tries: number, random: number): number | null {
  const wait = retryDelaysMs[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + jitter * (2 * random - 1)));
}

/** A webhook that accepted nothing for this long is turned off. */
export const disableAfterMs = 5 * 24 * hour;
/** Except by early attempts: after a long silence, one bad minute means nothing. */
const disableAfterTries = 5;

export type DisableReason = "failing" | "gone";

/** Returns whether a failed attempt turns its webhook off, and why; null if it stays on. */
export function switchesOff({
  status,
  tries,
  failingSince,
  now,
}: {
  /** The HTTP status; 0 if there was no response. */
  status: number;
  /** The number of the failed attempt. */
  tries: number;
  failingSince: number;
  now: number;
}): DisableReason | null {
  if (status === 410) return "gone";
  const failing = now - failingSince >= disableAfterMs && tries >= disableAfterTries;
  return failing ? "failing" : null;
}

/** Returns whether a response's HTTP status means that the event was received. */
export function isDelivered(status: number): boolean {
  return status >= 200 && status <= 299;
}
