/** Webhooks and deliveries as calls return them. */
import type { Delivery, Webhook } from "@turnpike/contract/webhook.ts";
import type { DeliveryRow } from "./store/deliveries.ts";
import type { WebhookRow } from "./store/webhooks.ts";

export function presentWebhook(row: WebhookRow): Webhook {
  const { id, url, description, events, disabledBy, lastDelivered, waiting } = row;
  return {
    id,
    url,
    description,
    events,
    enabled: disabledBy === null,
    disabledBy,
    createdAt: row.createdAt.toISOString(),
    lastAt: row.lastAt?.toISOString() ?? null,
    lastDelivered,
    failingSince: row.failingSince?.toISOString() ?? null,
    waiting,
  };
}

export function presentDelivery({ createdAt, nextTryAt, ...row }: DeliveryRow): Delivery {
  return {
    ...row,
    at: createdAt.toISOString(),
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}
