/** Webhooks: which events there are, when an undelivered one is tried again, when one gives up. */

/** What a customer's program can be told of, in the order in which it is offered. */
export const webhookEvents = [
  "order.paid",
  "order.refunded",
  "recharge.paid",
  "recharge.refunded",
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

/** What a test sends; nobody subscribes to it. */
export const pingEvent = "ping";

/** Webhooks of one account. */
export const mostWebhooks = 10;
/** Deliveries of one account that wait; the oldest give way. */
export const mostWaiting = 20_000;
/** Deliveries that one replay makes due again. */
export const mostReplayed = 1_000;
/** Attempts that are kept of a delivery, the newest. */
export const attemptsKept = 10;
/** Tests of one account within a minute. */
export const testsPerMinute = 20;
/** So long a delivery can be looked up, and sent again. */
export const deliveriesKeptMs = 30 * 86_400_000;
/** So long the secret before signs beside a new one. */
export const previousSecretMs = 86_400_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Before the second try, before the third one, and so on: 2.15 days in all. */
const waits = [
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
/** Tries of a delivery, the first among them. */
export const mostTries = waits.length + 1;
/** A wait is up to so much longer or shorter: what failed together does not come back together. */
const spread = 0.1;

/**
 * How long to wait after the try of this number failed, the first being 1; null where it was the
 * last one.
 * @param random from 0 up to 1
 */
export function retryAfterMs(tries: number, random: number): number | null {
  const wait = waits[tries - 1];
  return wait === undefined ? null : Math.round(wait * (1 + spread * (2 * random - 1)));
}

/** A webhook that took nothing for so long is switched off. */
export const failingMs = 5 * 24 * hour;
/** Unless this try is an early one: after a long silence one bad minute says nothing. */
const tellingTries = 5;

export type SwitchOff = "failing" | "gone";

/** Whether a failed try switches its webhook off, and why; null where it stays on. */
export function switchesOff({
  status,
  tries,
  failingSince,
  now,
}: {
  /** The HTTP status, 0 where there was no answer. */
  status: number;
  /** The number of the try that failed. */
  tries: number;
  failingSince: number;
  now: number;
}): SwitchOff | null {
  if (status === 410) return "gone";
  const failing = now - failingSince >= failingMs && tries >= tellingTries;
  return failing ? "failing" : null;
}

/** Whether an answer's HTTP status means that the event has arrived. */
export function hasArrived(status: number): boolean {
  return status >= 200 && status <= 299;
}
