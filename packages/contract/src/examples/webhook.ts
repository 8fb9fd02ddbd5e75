/** Webhooks, by example. */
import { webhookEvents } from "@turnpike/rules/webhook.ts";
import { exampleId, now, webhookId } from "./customer.ts";
import { onePage, type SomeExamples } from "./example.ts";
import { sentId, webhookExamples } from "./webhook-events.ts";

const url = "https://hooks.example.com/turnpike";
const webhook = {
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
const fresh = { ...webhook, createdAt: now, lastAt: null, lastDelivered: null };
const secret = "whsec_EXAMPLE";
const delivery = {
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

export const webhookCallExamples = {
  webhooks: { question: {}, answer: { items: [webhook], events: [...webhookEvents] } },
  webhookAdd: {
    question: {
      url,
      events: ["order.paid", "traffic.low"],
      description: "billing",
      mfaCode: "123456",
    },
    answer: { ...fresh, secret },
  },
  webhookUp: { question: { id: webhookId, enabled: true }, answer: webhook },
  webhookDel: { question: { ids: [webhookId] }, answer: { deleted: 1 } },
  webhookSecret: {
    question: { id: webhookId, renew: true, mfaCode: "123456" },
    answer: { secret, previousUntil: "2026-03-17T09:30:00.000Z" },
  },
  webhookTest: {
    question: { id: webhookId },
    answer: {
      ...delivery,
      id: exampleId(94),
      event: "ping",
      at: now,
      body: JSON.stringify(webhookExamples.ping),
      attempts: [{ at: now, status: 204, ms: 84, error: "", answer: "" }],
    },
  },
  webhookDeliveries: {
    question: { webhookId, status: "delivered" },
    answer: onePage([delivery]),
  },
  webhookReplay: { question: { ids: [delivery.id] }, answer: { replayed: 1 } },
} satisfies SomeExamples;
