/** Examples of webhooks. */
import { exampleId, now, webhookId } from "./customer.ts";
import { sentId, webhookExamples } from "./webhook-events.ts";

export const url = "https://hooks.example.com/proxies";
export const webhook = {
  id: webhookId,
  url,
  description: "billing",
  events: ["order.paid" as const, "traffic.low" as const],
  enabled: true,
  disabledBy: null,
  createdAt: "2026-03-10T09:00:00.000Z",
  lastAt: "2026-03-15T10:05:01.000Z",
  lastDelivered: true,
  failingSince: null,
  waiting: 0,
};
export const fresh = { ...webhook, createdAt: now, lastAt: null, lastDelivered: null };
export const secret = "whsec_EXAMPLE";
export const delivery = {
  id: exampleId(93),
  webhookId,
  url,
  eventId: sentId,
  event: "order.paid" as const,
  at: "2026-03-15T10:05:00.000Z",
  status: "delivered" as const,
  tries: 1,
  nextTryAt: null,
  body: JSON.stringify(webhookExamples["order.paid"]),
  attempts: [{ at: "2026-03-15T10:05:01.000Z", status: 204, ms: 84, error: "", answer: "" }],
};
