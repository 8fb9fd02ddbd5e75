/** Describes the lookup service, the local manager and the health probes in `/openapi.json`. */
import { lookupCalls } from "@turnpike/contract/lookup.ts";
import { managerCalls } from "@turnpike/contract/manager.ts";
import type { ServiceCall } from "@turnpike/contract/service-call.ts";
import type { Tag } from "@turnpike/contract/call.ts";
import { z } from "zod";
import { asForm, transportErrors } from "./openapi-calls.ts";
import { queryParameters, langParameter } from "./openapi-files.ts";
import { fieldReasons, refusalsShown } from "./openapi-refusals.ts";
import { readiness } from "./openapi-refused.ts";
import { serviceSecurity } from "./openapi-security.ts";
import {
  requestSchema,
  envelope,
  type JsonSchema,
  refTo,
  type Schemas,
} from "./openapi-schemas.ts";

interface Service {
  /** Prefix of operation ids, as both services have calls of the same names. */
  prefix: string;
  tag: Tag;
  about: string;
  calls: Record<string, ServiceCall>;
  /** Added to every call's description; `responses` likewise, besides the transport's. */
  note: string;
  responses: Record<number, object>;
}
const lookup: Service = {
  prefix: "lookup",
  tag: "Lookup service",
  about: "The lookup service.",
  calls: lookupCalls as unknown as Service["calls"],
  note: "Each network may ask for 300 addresses a minute.",
  responses: { 429: refTo("responses", "TooManyTries") },
};
const manager: Service = {
  prefix: "manager",
  tag: "Local manager",
  about: "The local manager, on the customer's machine.",
  calls: managerCalls as unknown as Service["calls"],
  note: "Programs on this machine and this provider's dashboards may call it.",
  responses: { 403: refTo("responses", "ForeignOrigin") },
};

const idOf = ({ prefix }: Service, name: string) =>
  `${prefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function successResponse(id: string, summary: string, data: unknown) {
  return {
    description: "Done (code 0), or refused (another code, with data.reason).",
    content: {
      "application/json": {
        schema: { anyOf: [refTo("schemas", `Done_${id}`), refTo("schemas", "Refused")] },
        examples: { [id]: { summary, value: { code: 0, msg: "", data } } },
      },
    },
  };
}

function requestBody(id: string, summary: string, value: Record<string, unknown>) {
  const schema = refTo("schemas", `Ask_${id}`);
  const description = `As sent: \`${asForm(value)}\``;
  return {
    required: false,
    content: {
      "application/x-www-form-urlencoded": {
        schema,
        examples: { [id]: { summary, description, value } },
      },
      "application/json": { schema, examples: { [id]: { summary, value } } },
    },
  };
}

function operation(service: Service, name: string, call: ServiceCall) {
  const { method, scope, summary, description, request, example } = call;
  const id = idOf(service, name);
  const how =
    method === "POST"
      ? { requestBody: requestBody(id, summary, example.request) }
      : { parameters: [...queryParameters(request, example.request), langParameter] };
  return {
    operationId: id,
    summary,
    description: `${description} ${service.note}`,
    tags: [service.tag],
    ...how,
    responses: {
      200: successResponse(id, summary, example.response),
      ...service.responses,
      ...transportErrors,
    },
    security: serviceSecurity(scope),
    "x-access": scope ?? "visitor",
    "x-refusals": refusalsShown([...fieldReasons(request.shape), ...call.refusals]),
  };
}

const up = z.object({ up: z.literal(true).describe("True: the process runs.") });

function health() {
  const get = (operationId: string, summary: string, description: string, answer: unknown) => ({
    operationId,
    summary,
    description,
    tags: ["Health"],
    responses: {
      200: successResponse(operationId, summary, answer),
      405: refTo("responses", "MethodNotAllowed"),
      429: refTo("responses", "TooManyTries"),
    },
    security: serviceSecurity(undefined),
    "x-access": "visitor",
    "x-refusals": [],
  });
  const ready = get(
    "readyz",
    "Returns the readiness to serve customers.",
    "200 while the database takes writes, else 503; the number of gateways is information.",
    { database: true, gateways: 2, disk: "ok", version: "0.3.0" },
  );
  return {
    "/healthz": {
      get: get("healthz", "Returns 200 while the process runs.", "Checks nothing behind it.", {
        up: true,
      }),
    },
    "/readyz": {
      get: { ...ready, responses: { ...ready.responses, 503: refTo("responses", "Unready") } },
    },
  };
}

/** The paths of a service, each with the service's own server. */
function pathsOf(service: Service, url: string, mark = "") {
  return Object.entries(service.calls).map(([name, call]) => {
    const servers = [{ url, description: service.about }];
    const method = call.method.toLowerCase();
    return [`${call.path}${mark}`, { servers, [method]: operation(service, name, call) }] as const;
  });
}

/**
 * The paths of the other services. Both have `/ipList` and `/start`: a fragment, which is never
 * sent, keeps their keys apart.
 */
export const servicePaths = (servers: { lookup: string; manager: string }) =>
  Object.fromEntries([
    ...pathsOf(lookup, servers.lookup),
    ...pathsOf(manager, servers.manager, "#manager"),
    ...Object.entries(health()),
  ]);

/** The schemas of both services and of the health probes. */
export function serviceSchemas(): [string, JsonSchema][] {
  const lang = refTo("schemas", "Lang");
  const key = refTo("schemas", "Key");
  const schemasOf = (service: Service, extraFieldsOf: (name: string) => Schemas) =>
    Object.entries(service.calls).flatMap(([name, { method, request, response }]) => {
      const id = idOf(service, name);
      const answered: [string, JsonSchema] = [`Done_${id}`, envelope(response)];
      // GET requests have no body.
      if (method === "GET") return [answered];
      return [
        [`Ask_${id}`, requestSchema(request, extraFieldsOf(name))] as [string, JsonSchema],
        answered,
      ];
    });
  return [
    ...schemasOf(lookup, (name) => (name === "ipList" ? { key, lang } : { lang })),
    ...schemasOf(manager, () => ({})),
    ["Done_healthz", envelope(up)],
    ["Done_readyz", envelope(readiness)],
  ];
}
