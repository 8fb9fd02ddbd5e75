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
  events: z.array(z.enum(webhookEvents)).describe("Empty: every event."),
  enabled: z.boolean(),
  disabledBy: z
    .enum(["owner", "failing", "gone"])
    .nullable()
    .describe("Who switched it off: its owner, or we, since it failed for days or answered 410."),
  createdAt: at,
  lastAt: at.nullable().describe("The newest try, and whether it arrived."),
  lastDelivered: z.boolean().nullable(),
  failingSince: at.nullable().describe("Since when nothing arrived; null while the last one did."),
  waiting: z.int(),
});
export type Webhook = z.output<typeof webhook>;

const attempt = z.object({
  at,
  status: z.int().describe("The HTTP status, or 0 where there was no answer."),
  ms: z.int(),
  error: z.string().describe("Why it did not arrive, in one line; empty where it did."),
  /** How the answer began. */
  answer: z.string(),
});

export const delivery = z.object({
  id: z.string(),
  webhookId: z.string(),
  url: z.string(),
  eventId: z
    .string()
    .describe("The `webhook-id` that is sent: the same at each try and each replay."),
  event,
  at,
  status: z.enum(["waiting", "delivered", "failed"]),
  tries: z.int(),
  nextTryAt: at.nullable(),
  body: z.string().describe("The body as it is sent, JSON."),
  attempts: z.array(attempt).describe("The newest first; ten at most."),
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
    id: optional(id()).describe("One of them alone."),
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
