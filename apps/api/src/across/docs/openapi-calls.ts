/** A call of the contract as an operation of `/openapi.json`. */
import type { Call } from "@turnpike/contract/call.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { type AnyExample, examples } from "@turnpike/contract/examples/examples.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import { descriptionOf } from "./openapi-notes.ts";
import { refusedExample } from "./openapi-refused.ts";
import { refusalsOf, tellingReason } from "./openapi-refusals.ts";
import { answered, asked, type JsonSchema, refTo, type Schemas } from "./openapi-schemas.ts";
import { tagOf } from "./openapi-tags.ts";

/** Who asks, and in which language: a field of every body (spec/api#requests). */
export const askerSchemas: Schemas = {
  SessionToken: {
    type: "string",
    description: "The session's token, as signing in answers it.",
    examples: ["EXAMPLE-SESSION-TOKEN"],
  },
  AccessKey: {
    type: "string",
    description: "The access key, in place of a session, on calls that only read.",
    examples: ["EXAMPLE-ACCESS-KEY"],
  },
  Lang: {
    type: "string",
    enum: [...langs],
    default: "en",
    description: "The language of sentences and of places' names; any other reads as `en`.",
  },
};
const session = refTo("schemas", "SessionToken");
const key = refTo("schemas", "AccessKey");
const lang = refTo("schemas", "Lang");

/** The fields that stand beside a question's own, by who may ask. */
const asker = {
  visitor: { session, lang },
  session: { session, lang },
  key: { session, key, lang },
} satisfies Record<Call["access"], Schemas>;

/** Statuses of the transport, which any call may answer; each bears the envelope. */
export const transport = {
  400: refTo("responses", "BadBody"),
  413: refTo("responses", "BodyTooLarge"),
  415: refTo("responses", "BadContentType"),
  500: refTo("responses", "OurFault"),
  503: refTo("responses", "NotReady"),
};

/** A question as a form sends it: lists by commas, flags as 1 and 0. */
export function asForm(question: Record<string, unknown>): string {
  const flag = (value: unknown) => (typeof value === "boolean" ? Number(value) : value);
  const text = (value: unknown) =>
    typeof value === "object" && !Array.isArray(value)
      ? JSON.stringify(value)
      : String(flag(value));
  const fields = Object.entries(question).map(([name, value]) => [name, text(value)]);
  return new URLSearchParams(fields).toString().replaceAll("%2C", ",");
}

/** What stands for the asker in examples. */
function signed(call: Call, question: Record<string, unknown>): Record<string, unknown> {
  if (call.access === "visitor") return question;
  return call.access === "key"
    ? { ...question, key: "EXAMPLE-ACCESS-KEY" }
    : { ...question, session: "EXAMPLE-SESSION-TOKEN" };
}

/** Lists are sent by commas, objects as JSON text. */
function encodingOf({ properties = {} }: JsonSchema) {
  const lists = Object.entries(properties).filter(([, field]) => field.type === "array");
  const objects = Object.entries(properties).filter(([, field]) => field.type === "object");
  return Object.fromEntries([
    ...lists.map(([name]) => [name, { style: "form", explode: false }]),
    ...objects.map(([name]) => [name, { contentType: "application/json" }]),
  ]);
}

function requestOf(name: CallName, call: Call, { question }: AnyExample) {
  const value = signed(call, question);
  const schema = refTo("schemas", `Ask_${name}`);
  const encoding = encodingOf(asked(call.question));
  const sent = `As it is sent: \`${asForm(value)}\``;
  return {
    required: call.access !== "visitor" || Object.keys(call.question.shape).length > 0,
    content: {
      "application/x-www-form-urlencoded": {
        schema,
        ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
        examples: { [name]: { summary: call.summary, description: sent, value } },
      },
      "application/json": { schema, examples: { [name]: { summary: call.summary, value } } },
    },
  };
}

const refused = refTo("schemas", "Refused");

function answerOf(name: CallName, call: Call, { answer }: AnyExample) {
  const refusal = { summary: "Refused.", value: refusedExample(tellingReason(name, call)) };
  if (call.events) {
    const event = `data: ${JSON.stringify(answer)}\n\n`;
    return {
      description: "A stream of events; refused, an envelope (another code, with data.reason).",
      content: {
        "text/event-stream": {
          schema: { type: "string", description: "`data:` and a JSON event, then an empty line." },
          "x-event": refTo("schemas", `Event_${name}`),
          examples: { [name]: { summary: call.summary, value: event } },
        },
        "application/json": { schema: refused, examples: { refused: refusal } },
      },
    };
  }
  const done = { summary: call.summary, value: { code: 0, msg: "", data: answer } };
  return {
    description: "Done (code 0), or refused (another code, with data.reason).",
    content: {
      "application/json": {
        schema: { anyOf: [refTo("schemas", `Done_${name}`), refused] },
        examples: { [name]: done, refused: refusal },
      },
    },
  };
}

/** The request line for a shell, as examples show it. */
function shellSample(url: string, call: Call, { question }: AnyExample) {
  const form = asForm(signed(call, question));
  return { lang: "Shell", label: "curl", source: `curl ${url}${call.path} -d '${form}'` };
}

/** The operation of a call, at its path by POST. */
export function operation(url: string, name: CallName, call: Call) {
  const example = examples[name] as AnyExample;
  return {
    operationId: name,
    summary: call.summary,
    description: descriptionOf(name, call),
    tags: [tagOf(name)],
    requestBody: requestOf(name, call, example),
    responses: { 200: answerOf(name, call, example), ...transport },
    "x-access": call.access,
    "x-once": call.once,
    "x-events": call.events,
    "x-refusals": refusalsOf(name, call),
    "x-codeSamples": [shellSample(url, call, example)],
  };
}

/** The schemas of a call: what it is asked, and the envelope (or the event) that it answers. */
export function callSchemas(name: CallName, call: Call): [string, JsonSchema][] {
  const ask = asked(call.question, asker[call.access]);
  if (call.events)
    return [
      [`Ask_${name}`, ask],
      [`Event_${name}`, answered(call.answer)],
    ];
  return [
    [`Ask_${name}`, ask],
    [`Done_${name}`, envelope(call.answer)],
  ];
}

/** The envelope around an answer. */
export const envelope = (answer: z.ZodType): JsonSchema => ({
  type: "object",
  required: ["code", "msg", "data"],
  properties: {
    code: { const: 0, type: "integer", description: "Done." },
    msg: { const: "", type: "string", description: "Empty." },
    data: { description: "What the call answers.", ...answered(answer) },
  },
});
