/** Webhooks: what happens to an account, told to the customer's own programs, signed. */
import {
  mostWebhooks,
  pingEvent,
  type WebhookEvent,
  webhookEvents,
} from "@turnpike/rules/webhook.ts";
import { z } from "zod";
import { call } from "./call.ts";
import {
  at,
  flag,
  id,
  ids,
  instant,
  list,
  optional,
  paged,
  paging,
  requiredText,
  text,
} from "./fields.ts";
import { mfaCode } from "./session.ts";

const known: readonly string[] = webhookEvents;
const event = z.enum([...webhookEvents, pingEvent]);
/** Comma-separated; none at all means every event, those of later versions too. */
const events = list(webhookEvents.length, "badEvent").pipe(
  z.array(z.custom<WebhookEvent>((one) => known.includes(one as string), { error: "badEvent" })),
);

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  /** Empty: every event. */
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  /** Who switched it off: its owner, or we, since it failed for days or answered 410. */
  disabledBy: z.enum(["owner", "failing", "gone"]).nullable(),
  createdAt: at,
  /** The newest delivery that is decided. */
  lastAt: at.nullable(),
  lastDelivered: z.boolean().nullable(),
  /** Since when nothing arrived; null while the last one did. */
  failingSince: at.nullable(),
  waiting: z.int(),
});
export type Webhook = z.output<typeof webhook>;

const attempt = z.object({
  at,
  /** The HTTP status, or 0 where there was no answer. */
  status: z.int(),
  ms: z.int(),
  /** Why it did not arrive, in one line; empty where it did. */
  error: z.string(),
  /** How the answer began. */
  answer: z.string(),
});

export const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  url: z.string(),
  /** The `webhook-id` that is sent: the same at each try and each replay. */
  eventId: z.string(),
  event,
  at,
  status: z.enum(["waiting", "delivered", "failed"]),
  tries: z.int(),
  nextTryAt: at.nullable(),
  /** The body as it is sent, JSON. */
  body: z.string(),
  /** The newest first; ten at most. */
  attempts: z.array(attempt),
});
export type Delivery = z.output<typeof delivery>;

export const webhooks = call({
  path: "/v1/webhooks",
  access: "key",
  summary: `The account's webhooks (${mostWebhooks} at most), the oldest first.`,
  answer: { items: z.array(webhook), events: z.array(z.enum(webhookEvents)) },
});
export const webhookAdd = call({
  path: "/v1/webhookAdd",
  live: false,
  summary: "Tells an address of yours of events; answers the secret that signs them.",
  question: {
    url: requiredText(500, "badWebhookUrl"),
    events: optional(events),
    description: optional(text(100)),
    mfaCode,
  },
  answer: { ...webhook.shape, secret: z.string() },
});
export const webhookUp = call({
  path: "/v1/webhookUp",
  live: false,
  summary: "Changes a webhook; what is not named stays. Another address asks for the MFA code.",
  question: {
    id: id(),
    url: optional(text(500, "badWebhookUrl")),
    events: events.optional(),
    description: text(100).optional(),
    enabled: optional(flag()),
    mfaCode,
  },
  answer: webhook.shape,
});
export const webhookDel = call({
  path: "/v1/webhookDel",
  live: false,
  summary: "Deletes webhooks, and what waits for them.",
  question: { ids: ids() },
  answer: { deleted: z.int() },
});
export const webhookSecret = call({
  path: "/v1/webhookSecret",
  live: false,
  summary:
    "The secret that signs; renew=1 makes another, and for a day both sign. Asks for the MFA code.",
  question: { id: id(), renew: optional(flag()), mfaCode },
  answer: { secret: z.string(), previousUntil: at.nullable() },
});
export const webhookTest = call({
  path: "/v1/webhookTest",
  live: false,
  summary: "Sends a `ping` at once and answers how it went.",
  question: { id: id() },
  answer: delivery.shape,
});
export const webhookDeliveries = call({
  path: "/v1/webhookDeliveries",
  access: "key",
  summary: "What was sent, or is still to be, the newest first; of 30 days.",
  question: {
    ...paging,
    webhookId: optional(id()),
    event: optional(event),
    status: optional(delivery.shape.status),
  },
  answer: paged(delivery),
});
export const webhookReplay = call({
  path: "/v1/webhookReplay",
  live: false,
  summary:
    "Sends deliveries again: those of `ids`, or all of a webhook that failed since an instant.",
  question: { ids: optional(ids()), webhookId: optional(id()), since: optional(instant()) },
  misfit: ({ ids: named, webhookId }) =>
    named || webhookId ? null : { field: "ids", reason: "selectRow" },
  answer: { replayed: z.int() },
});
