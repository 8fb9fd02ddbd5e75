/** Names of webhooks and deliveries, and advice for responses that are not a success. */
import { pingEvent, type WebhookEvent } from "@turnpike/rules/webhook.ts";
import type { CallResult } from "../../lib/call.ts";

export type Webhook = CallResult<"webhooks">["items"][number];
export type Delivery = CallResult<"webhookDeliveries">["items"][number];

export type WebhookState = "on" | "failing" | "off" | "stopped" | "gone";

/** A webhook's state: `stopped` and `gone` were set by the system, `off` by the owner. */
export function stateOf(webhook: Webhook): WebhookState {
  if (webhook.enabled) return webhook.failingSince === null ? "on" : "failing";
  if (webhook.disabledBy === "failing") return "stopped";
  return webhook.disabledBy === "gone" ? "gone" : "off";
}

export const stateColours = {
  on: "good",
  failing: "amber",
  off: "gray",
  stopped: "red",
  gone: "red",
} as const satisfies Record<WebhookState, string>;

type DeliveryState = Delivery["status"];
export const deliveryColours = {
  waiting: "amber",
  delivered: "good",
  failed: "red",
} as const satisfies Record<DeliveryState, string>;
export const deliveryStates = Object.keys(deliveryColours) as DeliveryState[];

/** The heading of each event; an event without one does not compile. */
const groupOf = {
  "order.paid": "orders",
  "order.refunded": "orders",
  "recharge.paid": "wallet",
  "recharge.refunded": "wallet",
  "topup.failed": "wallet",
  "refund.undone": "wallet",
  "traffic.low": "alerts",
  "wallet.low": "alerts",
  "expiry.soon": "alerts",
  "static.renewed": "proxies",
  "static.renewalFailed": "proxies",
  "static.expired": "proxies",
  "plan.expired": "proxies",
  "account.arrears": "wallet",
} as const satisfies Record<WebhookEvent, string>;
export type EventGroup = (typeof groupOf)[WebhookEvent];
export const eventGroups: readonly EventGroup[] = ["orders", "wallet", "alerts", "proxies"];

export const eventsOf = (group: EventGroup): WebhookEvent[] =>
  (Object.keys(groupOf) as WebhookEvent[]).filter((event) => groupOf[event] === group);

/** The events a delivery may have: those of webhooks, and the test. */
export const deliveredEvents: readonly Delivery["event"][] = [
  ...(Object.keys(groupOf) as WebhookEvent[]),
  pingEvent,
];

export type Advice =
  | "silent"
  | "moved"
  | "login"
  | "missing"
  | "gone"
  | "busy"
  | "refused"
  | "broken";

const adviceByStatus: Partial<Record<number, Advice>> = {
  0: "silent",
  401: "login",
  403: "login",
  404: "missing",
  405: "missing",
  407: "login",
  410: "gone",
  429: "busy",
};

/** What to check after an attempt with this HTTP status (0: no response). */
export function adviceOf(status: number): Advice {
  const advice = adviceByStatus[status];
  if (advice) return advice;
  if (status >= 500) return "broken";
  return status >= 300 && status <= 399 ? "moved" : "refused";
}

/** A URL without its scheme, for a narrow column. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, "");
