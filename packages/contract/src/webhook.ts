/** Webhooks: events of an account, signed and sent to the customer's own programs. */
import {
  maxWebhooks,
  pingEvent,
  type WebhookEvent,
  webhookEvents,
} from "@turnpike/rules/webhook.ts";
import { z } from "zod";
import { call } from "./call.ts";
import * as customer from "./examples/customer.ts";
import { onePage } from "./examples/example.ts";
import { webhookExamples } from "./examples/webhook-events.ts";
import * as examples from "./examples/webhook.ts";
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
import { secret } from "./secret.ts";

const known: readonly string[] = webhookEvents;
const event = z.enum([...webhookEvents, pingEvent]);
/** Comma-separated; an empty list means every event, including those of later versions. */
const events = list(webhookEvents.length, "badEvent").pipe(
  z.array(z.custom<WebhookEvent>((one) => known.includes(one as string), { error: "badEvent" })),
);

export const webhook = z
  .object({
    id: z.string().describe("The webhook's ID."),
    url: secret(z.string().describe("The address that events are sent to."), "address"),
    description: z.string().describe("The customer's description; empty without one."),
    events: z
      .array(z.enum(webhookEvents))
      .describe("The events that are sent; empty for all of them."),
    enabled: z.boolean().describe("True if events are sent."),
    disabledBy: z
      .enum(["owner", "failing", "gone"])
      .nullable()
      .describe(
        "The reason it was disabled: by its `owner`, or by us after it was `failing` for days or returned 410 (`gone`). Null while it is enabled.",
      ),
    createdAt: at.describe("The time it was created."),
    lastAt: at.nullable().describe("The time the last event was sent; null before the first."),
    lastDelivered: z
      .boolean()
      .nullable()
      .describe("True if the last event arrived; null before the first."),
    failingSince: at
      .nullable()
      .describe("The time since which nothing arrives; null while events do."),
    waiting: z.int().describe("The number of events waiting to be sent."),
  })
  .meta({ id: "Webhook", description: "A webhook: an address that events are sent to." });
export type Webhook = z.output<typeof webhook>;

const attempt = z.object({
  at: at.describe("The time it was sent."),
  status: z.int().describe("The receiver's HTTP status; 0 without a response."),
  ms: z.int().describe("The receiver's response time, in milliseconds."),
  error: z.string().describe("The reason it did not arrive, in one line; empty if it did."),
  /** The beginning of the response body. */
  answer: z.string().describe("The beginning of the receiver's response."),
});

export const delivery = z
  .object({
    id: z.string().describe("The delivery's ID."),
    webhookId: z.string().describe("The webhook's ID."),
    url: secret(z.string().describe("The address it is sent to."), "address"),
    eventId: z
      .string()
      .describe("The `webhook-id` that is sent: the same at every try and replay."),
    event: event.describe("The event's type."),
    at: at.describe("The time the event happened."),
    status: z
      .enum(["waiting", "delivered", "failed"])
      .describe("The status: `waiting` for the next try, `delivered`, or `failed` for good."),
    tries: z.int().describe("The number of times it was sent."),
    nextTryAt: at.nullable().describe("The time of the next try; null if there is none."),
    body: z.string().describe("The body as it is sent, JSON as text."),
    attempts: z.array(attempt).describe("The last ten tries, the newest first."),
  })
  .meta({
    id: "WebhookDelivery",
    description: "An event that was sent to a webhook, or waits to be sent.",
  });
export type Delivery = z.output<typeof delivery>;

export const webhooks = call({
  path: "/v1/webhooks",
  access: "read",
  summary: `Lists the account's webhooks (${maxWebhooks} at most), the oldest first.`,
  tag: "Webhooks",
  response: {
    items: z.array(webhook).describe("The webhooks."),
    events: z.array(z.enum(webhookEvents)).describe("All events."),
  },
  example: { request: {}, response: { items: [examples.webhook], events: [...webhookEvents] } },
});
export const webhookAdd = call({
  path: "/v1/webhookAdd",
  access: "manage",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary: "Creates a webhook; returns the secret that signs its events.",
  description:
    "The first event can arrive as soon as the call returns. The address has to be https and must not be in an internal network.",
  tag: "Webhooks",
  request: {
    url: requiredText(500, "badWebhookUrl").describe(
      "The address to send events to: https, and not of an internal network.",
    ),
    events: optional(events).describe(
      "The events to send, separated by commas in a form; all if absent.",
    ),
    description: optional(text(100)).describe("A description, as free text."),
    mfaCode,
  },
  response: {
    ...webhook.shape,
    secret: secret(
      z.string().describe("The secret that events are signed with. Keep it to yourself."),
    ),
  },
  refusals: ["badWebhookUrl", "internalWebhookUrl", "badEvent", "tooManyWebhooks"],
  example: {
    request: {
      url: examples.url,
      events: ["order.paid", "traffic.low"],
      description: "billing",
      mfaCode: "123456",
    },
    response: { ...examples.fresh, secret: examples.secret },
  },
});
export const webhookUp = call({
  path: "/v1/webhookUp",
  access: "manage",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary: "Changes a webhook; absent fields keep their values.",
  tag: "Webhooks",
  request: {
    id: id().describe("The webhook, by ID."),
    url: optional(text(500, "badWebhookUrl")).describe(
      "Another address to send events to. Needs `mfaCode` if a second factor is bound.",
    ),
    events: events
      .optional()
      .describe("The events to send, separated by commas in a form; empty text for all."),
    description: text(100).optional().describe("A description; empty text removes it."),
    enabled: optional(flag()).describe("1 to send events, 0 to stop."),
    mfaCode,
  },
  response: webhook,
  refusals: ["badWebhookUrl", "internalWebhookUrl", "badEvent", "webhookNotFound"],
  example: { request: { id: customer.webhookId, enabled: true }, response: examples.webhook },
});
export const webhookDel = call({
  path: "/v1/webhookDel",
  access: "manage",
  waitsForGateways: false,
  summary: "Deletes webhooks and the events that wait for them.",
  tag: "Webhooks",
  request: { ids: ids().describe("The webhooks, by ID. Separated by commas in a form.") },
  response: { deleted: z.int().describe("The number of webhooks deleted.") },
  refusals: ["webhookNotFound"],
  example: { request: { ids: [customer.webhookId] }, response: { deleted: 1 } },
});
export const webhookSecret = call({
  path: "/v1/webhookSecret",
  access: "manage",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary: "Returns the signing secret; `renew=1` replaces it, and both sign for a day.",
  description:
    "While two secrets sign, `webhook-signature` carries both signatures, separated by a space.",
  tag: "Webhooks",
  request: {
    id: id().describe("The webhook, by ID."),
    renew: optional(flag()).describe("1 to replace the secret."),
    mfaCode,
  },
  response: {
    secret: secret(
      z.string().describe("The secret that events are signed with. Keep it to yourself."),
    ),
    previousUntil: at
      .nullable()
      .describe("The time until which the old secret signs too; null if there is none."),
  },
  refusals: ["webhookNotFound"],
  example: {
    request: { id: customer.webhookId, renew: true, mfaCode: "123456" },
    response: { secret: examples.secret, previousUntil: "2026-03-17T09:30:00.000Z" },
  },
});
export const webhookTest = call({
  path: "/v1/webhookTest",
  access: "manage",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary: "Sends a `ping` at once and returns its result.",
  description: "Waits some seconds for the receiver's response.",
  tag: "Webhooks",
  request: { id: id().describe("The webhook, by ID.") },
  response: delivery,
  refusals: ["webhookNotFound", "tooManyTries"],
  example: {
    request: { id: customer.webhookId },
    response: {
      ...examples.delivery,
      id: customer.exampleId(94),
      event: "ping",
      at: customer.now,
      body: JSON.stringify(webhookExamples.ping),
      attempts: [{ at: customer.now, status: 204, ms: 84, error: "", answer: "" }],
    },
  },
});
export const webhookDeliveries = call({
  path: "/v1/webhookDeliveries",
  access: "read",
  summary: "Lists events of the last 30 days that were sent or wait to be sent, the newest first.",
  tag: "Webhooks",
  request: {
    ...paging,
    id: optional(id()).describe("Only the delivery with this ID."),
    webhookId: optional(id()).describe("Only deliveries of this webhook."),
    event: optional(event).describe("Only deliveries of this event."),
    status: optional(delivery.shape.status).describe("Only deliveries with this status."),
  },
  response: paged(delivery),
  refusals: ["webhookNotFound", "deliveryNotFound"],
  example: {
    request: { webhookId: customer.webhookId, status: "delivered" },
    response: onePage([examples.delivery]),
  },
});
export const webhookReplay = call({
  path: "/v1/webhookReplay",
  access: "manage",
  needsVerifiedEmail: true,
  waitsForGateways: false,
  summary:
    "Sends deliveries again: those of `ids`, or all of a webhook that failed since a given time.",
  description:
    "Sends the same `webhook-id` again: a receiver that remembers IDs does nothing twice.",
  tag: "Webhooks",
  request: {
    ids: optional(ids()).describe(
      "The deliveries to send again, by ID. Separated by commas in a form.",
    ),
    webhookId: optional(id()).describe("All failed deliveries of this webhook, in place of `ids`."),
    since: optional(instant()).describe("With `webhookId`: only those that failed since then."),
  },
  crossFieldCheck: ({ ids: named, webhookId }) =>
    named || webhookId ? null : { field: "ids", reason: "selectRow" },
  response: { replayed: z.int().describe("The number of deliveries that are sent again.") },
  refusals: ["selectRow", "webhookNotFound", "webhookDisabled", "deliveryNotFound"],
  example: { request: { ids: [examples.delivery.id] }, response: { replayed: 1 } },
});

export const webhookCalls = {
  webhooks,
  webhookAdd,
  webhookUp,
  webhookDel,
  webhookSecret,
  webhookTest,
  webhookDeliveries,
  webhookReplay,
};
