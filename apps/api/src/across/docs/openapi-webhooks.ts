/** Webhook requests in `/openapi.json`: one per event, and the `ping` of tests. */
import { webhookExamples } from "@turnpike/contract/examples/webhook-events.ts";
import { at } from "@turnpike/contract/fields.ts";
import { pingData, webhookData } from "@turnpike/contract/webhook-events.ts";
import { pingEvent, type WebhookEvent } from "@turnpike/rules/webhook.ts";
import { z } from "zod";
import { type JsonSchema, refTo, schemaOf } from "./openapi-schemas.ts";

type SentEvent = WebhookEvent | typeof pingEvent;

const data = { ...webhookData, [pingEvent]: pingData };
const sentEvents = Object.keys(data) as SentEvent[];

/** The component name of an event: `order.paid` → `Event_orderPaid`. */
const nameOf = (event: SentEvent) =>
  `Event_${event.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** The schema of each event's body. */
export const webhookSchemas = (): [string, JsonSchema][] =>
  sentEvents.map((event) => [nameOf(event), schemaOf(bodyOf(event), "output")]);

const bodyOf = (event: SentEvent) =>
  z.object({
    type: z.literal(event).describe("The event's type."),
    timestamp: at.describe("The time of the event."),
    data: data[event],
  });

const headers = {
  "webhook-id":
    "The event's ID, the same at every try and replay. Remember it to do nothing twice.",
  "webhook-timestamp": "The time of this try, in seconds since 1970.",
  "webhook-signature":
    "Standard Webhooks: `v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`; several are separated by a space.",
};

function request(event: SentEvent) {
  const summary = data[event].description ?? "";
  return {
    post: {
      operationId: `on_${nameOf(event).slice("Event_".length)}`,
      summary,
      description:
        "Verify the signature over the raw body, answer 2xx at once and work afterwards. Without such an answer it is sent again for two days.",
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
        410: { description: "No longer wanted: the webhook is switched off." },
      },
      security: [{ signature: [] }],
    },
  };
}

/** The document's `webhooks`, by event. */
export const webhookRequests = () =>
  Object.fromEntries(sentEvents.map((event) => [event, request(event)] as const));
