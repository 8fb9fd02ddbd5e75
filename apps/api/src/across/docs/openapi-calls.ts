/** A call of the contract as an operation in `/openapi.json`. */
import {
  type Access,
  accessByField,
  accessOf,
  type Call,
  scopeOf,
} from "@turnpike/contract/call.ts";
import type { CallName } from "@turnpike/contract/calls.ts";
import { langs } from "@turnpike/contract/refusals.ts";
import { refusedExample } from "./openapi-refused.ts";
import { refusalsOf, typicalReason } from "./openapi-refusals.ts";
import { securityOf } from "./openapi-security.ts";
import {
  requestSchema,
  envelope,
  type JsonSchema,
  refTo,
  type Schemas,
  schemaOf,
} from "./openapi-schemas.ts";

/** Fields that every body may have: credentials and language (spec/api#requests). */
export const callerSchemas: Schemas = {
  SessionToken: {
    type: "string",
    description: "The session's token, as returned by signing in.",
    examples: ["EXAMPLE-SESSION-TOKEN"],
  },
  Key: {
    type: "string",
    description:
      "An API key with the call's scope, in place of a session; or the access key, which only reads. Can be sent as `Authorization: Bearer` too.",
    examples: ["EXAMPLE-API-KEY"],
  },
  Lang: {
    type: "string",
    enum: [...langs],
    default: "en",
    description: "The language of sentences and of places' names; unknown ones count as `en`.",
  },
};
const session = refTo("schemas", "SessionToken");
const key = refTo("schemas", "Key");
const lang = refTo("schemas", "Lang");

/** The caller's fields that a call accepts in addition to its own. */
const callerFields = (access: Access): Schemas =>
  scopeOf(access) === null ? { session, lang } : { session, key, lang };

/** Transport-level statuses that any call may return, each with an envelope. */
export const transportErrors = {
  400: refTo("responses", "BadBody"),
  413: refTo("responses", "BodyTooLarge"),
  415: refTo("responses", "BadContentType"),
  500: refTo("responses", "OurFault"),
  503: refTo("responses", "NotReady"),
};

/** Encodes a request as a form: lists separated by commas, booleans as 1 and 0. */
export function asForm(request: Record<string, unknown>): string {
  const flag = (value: unknown) => (typeof value === "boolean" ? Number(value) : value);
  const text = (value: unknown) =>
    typeof value === "object" && !Array.isArray(value)
      ? JSON.stringify(value)
      : String(flag(value));
  const fields = Object.entries(request).map(([name, value]) => [name, text(value)]);
  return new URLSearchParams(fields).toString().replaceAll("%2C", ",");
}

/** Adds the credentials that the call needs to an example's fields. */
function withCredentials(call: Call, request: Record<string, unknown>): Record<string, unknown> {
  if (call.access === "visitor") return request;
  return scopeOf(accessOf(call, request)) === null
    ? { ...request, session: "EXAMPLE-SESSION-TOKEN" }
    : { ...request, key: "EXAMPLE-API-KEY" };
}

/** Form encoding: lists are separated by commas, objects are JSON. */
function encodingOf({ properties = {} }: JsonSchema) {
  const lists = Object.entries(properties).filter(([, field]) => field.type === "array");
  const objects = Object.entries(properties).filter(([, field]) => field.type === "object");
  return Object.fromEntries([
    ...lists.map(([name]) => [name, { style: "form", explode: false }]),
    ...objects.map(([name]) => [name, { contentType: "application/json" }]),
  ]);
}

function requestOf(name: CallName, call: Call) {
  const value = withCredentials(call, call.example.request);
  const schema = refTo("schemas", `Ask_${name}`);
  const encoding = encodingOf(requestSchema(call.request));
  const formText = `As sent: \`${asForm(value)}\``;
  return {
    required: call.access !== "visitor" || Object.keys(call.request.shape).length > 0,
    content: {
      "application/x-www-form-urlencoded": {
        schema,
        ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
        examples: { [name]: { summary: call.summary, description: formText, value } },
      },
      "application/json": { schema, examples: { [name]: { summary: call.summary, value } } },
    },
  };
}

const refused = refTo("schemas", "Refused");

function answerOf(name: CallName, call: Call) {
  const { response } = call.example;
  const refusal = { summary: "Refused.", value: refusedExample(typicalReason(call)) };
  if (call.events) {
    const event = `data: ${JSON.stringify(response)}\n\n`;
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
  const done = { summary: call.summary, value: { code: 0, msg: "", data: response } };
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

/** The example as a curl command. */
function shellSample(url: string, call: Call) {
  const form = asForm(withCredentials(call, call.example.request));
  return { lang: "Shell", label: "curl", source: `curl ${url}${call.path} -d '${form}'` };
}

/** Describes what a call with a field needs. */
const needsMore = (field: string, needed: Access): string =>
  scopeOf(needed) === null
    ? `With \`${field}\` it needs a \`session\`.`
    : `With \`${field}\` the key needs the scope \`${needed}\`.`;

/** Describes who may make a call. */
function whoMay(call: Call): string[] {
  const { access, takesRequestId: once } = call;
  const scope = scopeOf(access);
  if (access === "visitor") return ["Anybody may make this call."];
  if (scope === null) return ["Needs a `session`: no key may make it."];
  const more = accessByField(call).map(([field, needed]) => needsMore(field, needed));
  const named =
    once && (scope === "buy" || scope === "money") ? ["A key has to send a `requestId`."] : [];
  return [`Needs a \`session\`, or a \`key\` with the scope \`${scope}\`.`, ...more, ...named];
}

/** The description of a call: its text, who may make it, and whether it can be repeated safely. */
const descriptionOf = (call: Call) =>
  [
    call.description,
    ...whoMay(call),
    call.takesRequestId
      ? "Send a `requestId`: a repeated call with the same fields returns the first result and does nothing twice."
      : "",
    call.needsVerifiedEmail
      ? "The account's e-mail address has to be verified (else 403 `verifyEmail`)."
      : "",
    call.waitsForGateways ? "Changes are in effect at the gateways when the call returns." : "",
    call.events ? "Returns `text/event-stream`, one `data:` line per event." : "",
  ]
    .filter(Boolean)
    .join(" ");

/** The OpenAPI operation of a call (POST at its path). */
export const operation = (url: string, name: CallName, call: Call) => ({
  operationId: name,
  summary: call.summary,
  description: descriptionOf(call),
  tags: [call.tag],
  requestBody: requestOf(name, call),
  responses: { 200: answerOf(name, call), ...transportErrors },
  security: securityOf(call.access),
  "x-access": call.access,
  "x-access-with": call.accessWith,
  "x-once": call.takesRequestId,
  "x-events": call.events,
  "x-refusals": refusalsOf(call),
  "x-codeSamples": [shellSample(url, call)],
});

/** The schemas of a call: its request, and its response envelope or stream event. */
export const callSchemas = (name: CallName, call: Call): [string, JsonSchema][] => [
  [`Ask_${name}`, requestSchema(call.request, callerFields(call.access))],
  call.events
    ? [`Event_${name}`, schemaOf(call.response, "output")]
    : [`Done_${name}`, envelope(call.response)],
];
