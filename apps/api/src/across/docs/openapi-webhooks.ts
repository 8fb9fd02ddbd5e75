/** What is sent to webhooks, in `/openapi.json`: one request an event, and the test's `ping`. */
import { webhookExamples } from "@turnpike/contract/examples/webhook-events.ts";
import { pingData, webhookData } from "@turnpike/contract/webhook-events.ts";
import { pingEvent, type WebhookEvent } from "@turnpike/rules/webhook.ts";
import { answered, type JsonSchema, refTo } from "./openapi-schemas.ts";

type Sent = WebhookEvent | typeof pingEvent;

const summaries: Record<Sent, string> = {
  "order.paid": "An order has been paid.",
  "order.refunded": "An order was paid back, in whole or in part.",
  "recharge.paid": "Money has come into the wallet.",
  "recharge.refunded": "A recharge was paid back, in whole or in part.",
  "refund.undone": "A refund was undone: what it had given back counts as paid again.",
  "traffic.low": "Traffic has fallen below its threshold.",
  "wallet.low": "The wallet has fallen below its threshold.",
  "expiry.soon": "Something ends soon.",
  "static.renewed": "A static IP was renewed.",
  "static.renewalFailed": "A static IP could not be renewed by itself.",
  "static.expired": "A static IP's time is over.",
  "plan.expired": "An unlimited plan's time is over.",
  ping: "A test, sent by `/v1/webhookTest`.",
};

const data = { ...webhookData, [pingEvent]: pingData };
const sent = Object.keys(summaries) as Sent[];

/** The component of an event: `order.paid` → `Event_orderPaid`. */
const nameOf = (event: Sent) =>
  `Event_${event.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** The body of each event. */
export const webhookSchemas = (): [string, JsonSchema][] =>
  sent.map((event) => [
    nameOf(event),
    {
      type: "object",
      required: ["type", "timestamp", "data"],
      properties: {
        type: { const: event, type: "string", description: "What happened." },
        timestamp: {
          type: "string",
          format: "date-time",
          description: "When it happened. ISO 8601 in UTC.",
        },
        data: { description: "What there is to say of it.", ...answered(data[event]) },
      },
    },
  ]);

const headers = {
  "webhook-id":
    "The event's id: the same at each try and each replay. Keep it, to do nothing twice.",
  "webhook-timestamp": "When this try was sent, in seconds since 1970.",
  "webhook-signature":
    "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`; several are separated by a space.",
};

function request(event: Sent) {
  const summary = summaries[event];
  return {
    post: {
      operationId: `on_${nameOf(event).slice("Event_".length)}`,
      summary,
      description:
        "Verify the signature over the raw body, answer 2xx at once and work afterwards: what is not answered so is tried again for two days.",
      tags: ["Webhooks"],
      parameters: Object.entries(headers).map(([name, description]) => ({
        name,
        in: "header",
        description,
        required: true,
        schema: { type: "string" },
      })),
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: refTo("schemas", nameOf(event)),
            examples: { [nameOf(event)]: { summary, value: webhookExamples[event] } },
          },
        },
      },
      responses: {
        "2XX": { description: "Received; it is not sent again." },
        410: { description: "Nobody wants it any more: the webhook is switched off." },
      },
    },
  };
}

/** The `webhooks` of the document, by event. */
export const webhookRequests = () =>
  Object.fromEntries(sent.map((event) => [event, request(event)] as const));
