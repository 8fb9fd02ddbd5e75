/**
 * The calls in OpenAPI 3.0 at `/openapi-3.0.json`, for code generators, made from the document of
 * `/openapi.json`. It has what generated clients use: JSON alone, keys as bearer tokens, and one
 * shape of each answer, whether done or refused.
 */
import { calls } from "@turnpike/contract/calls.ts";
import type { OpenApi } from "./openapi.ts";
import { className, ref30, type Schema30, Schemas30 } from "./openapi-30-schemas.ts";
import type { JsonSchema, Schemas } from "./openapi-schemas.ts";

interface Media {
  schema: JsonSchema;
}
interface Parameter {
  name: string;
  in: string;
  description: string;
  required: boolean;
  schema: JsonSchema;
  style?: string;
  explode?: boolean;
}
interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, Media> }
  >;
  security: Record<string, string[]>[];
  "x-events"?: boolean;
}
type Item = { servers?: object[] } & Partial<Record<"get" | "post", Operation>>;

const description = `Every call is a \`POST\` of JSON with an API key as bearer token, and returns \`{code, msg, data}\`. With code 0 \`data\` is the result; any other code is a refusal with \`data.reason\` and a sentence in \`msg\`.

Money is in cents of the currency that /brand.json names, traffic in bytes (1 GB = 1,000,000,000), times are ISO 8601 in UTC. Calls that spend take a \`requestId\` of 8 to 64 characters: a repeated call with the same fields returns the first result and does nothing twice. The whole API is described at /openapi.json.`;

const JSON_TYPE = "application/json";

/**
 * The envelope of a call with both kinds of `data` in one object. None of its fields is required:
 * `code` tells which are there.
 */
function addAnswer(out: Schemas30, schemas: Schemas, name: string): void {
  const result = out.fields(name, schemas[name]?.properties?.data ?? {});
  const response = className(name);
  out.all[`${response}Data`] = {
    type: "object",
    description: "The result if `code` is 0, else `reason` and what belongs to it.",
    properties: { ...out.all.RefusedData?.properties, ...result },
  };
  out.all[response] = {
    type: "object",
    description: "The answer to a call.",
    properties: {
      code: { type: "integer", format: "int32", description: "0: done. Else refused." },
      msg: { type: "string", description: "Empty, or why it was refused." },
      data: ref30(`${response}Data`),
    },
    required: ["code", "msg", "data"],
  };
}

/** A key is sent as a header; a session only where no key may make the call. */
function withoutCaller(schema: JsonSchema, { security }: Operation): JsonSchema {
  const { key: _key, session, ...own } = schema.properties ?? {};
  const takesKey = security.some((one) => "key" in one);
  const isVisitor = security.length === 0;
  return { ...schema, properties: takesKey || isVisitor || !session ? own : { ...own, session } };
}

function bodyOf(out: Schemas30, schemas: Schemas, operation: Operation) {
  const name = operation.requestBody?.content[JSON_TYPE]?.schema.$ref?.split("/").at(-1);
  if (name === undefined) return {};
  const asked = withoutCaller(schemas[name] ?? {}, operation);
  const schema = out.named(className(name), asked, true);
  return { requestBody: { required: true, content: { [JSON_TYPE]: { schema } } } };
}

/** Files are bytes, whatever their type; everything else is the envelope. */
function contentOf(content: Record<string, Media>, done: string | undefined) {
  if (Object.keys(content).every((type) => type === JSON_TYPE))
    return { [JSON_TYPE]: { schema: ref30(done ? className(done) : "Refused") } };
  const schema: Schema30 = { type: "string", format: "binary" };
  return { "application/octet-stream": { schema } };
}

function responsesOf(operation: Operation, done: string | undefined) {
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      if (response.$ref || !response.content) return [status, response];
      const own = Number(status) < 300 ? done : undefined;
      return [
        status,
        { description: response.description, content: contentOf(response.content, own) },
      ];
    }),
  );
}

const parameterOf = (out: Schemas30, operation: Operation, parameter: Parameter) => ({
  name: parameter.name,
  in: parameter.in,
  description: parameter.description,
  required: parameter.required,
  ...(parameter.style ? { style: parameter.style, explode: parameter.explode } : {}),
  schema: out.parameter(`${operation.operationId}_${parameter.name}`, parameter.schema),
});

/** Whether generated clients can make the call: it is no stream, and on a server of its own. */
const isGenerated = (path: string, operation: Operation) =>
  !path.includes("#") && operation["x-events"] !== true;

/** Calls' own schemas are added with the calls; events are those of webhooks alone. */
const isShared = (name: string) =>
  !/^(Ask|Done)_/.test(name) && name !== "Key" && !(name.replace("Event_", "") in calls);

/** Returns the document in OpenAPI 3.0. */
export function openApi30(document: OpenApi) {
  const { info, components } = document;
  const schemas = components.schemas;
  const out = new Schemas30(schemas);
  for (const name of Object.keys(schemas).filter(isShared)) out.add(name);
  const paths = Object.entries(document.paths as unknown as Record<string, Item>).flatMap(
    ([path, item]) =>
      (["get", "post"] as const).flatMap((method) => {
        const operation = item[method];
        if (!operation || !isGenerated(path, operation)) return [];
        const { operationId, summary, description, tags, parameters, security } = operation;
        const done = `Done_${operationId}`;
        const isEnvelope = schemas[done] !== undefined;
        if (isEnvelope) addAnswer(out, schemas, done);
        const shown = {
          operationId,
          summary,
          description,
          tags,
          ...(item.servers ? { servers: item.servers } : {}),
          ...(parameters
            ? { parameters: parameters.map((one) => parameterOf(out, operation, one)) }
            : {}),
          ...bodyOf(out, schemas, operation),
          responses: responsesOf(operation, isEnvelope ? done : undefined),
          security: security.filter((one) => "key" in one).map(() => ({ key: [] })),
        };
        return [[path, { [method]: shown }] as const];
      }),
  );
  return {
    openapi: "3.0.3",
    info: {
      title: info.title,
      version: info.version,
      description,
      license: { name: info.license.name, url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: document.servers,
    tags: document.tags,
    paths: mergedPaths(paths),
    components: {
      schemas: out.all,
      responses: Object.fromEntries(
        Object.entries(components.responses).map(([name, { description }]) => [
          name,
          { description, content: { [JSON_TYPE]: { schema: ref30("Refused") } } },
        ]),
      ),
      securitySchemes: { key: components.securitySchemes.key },
    },
  };
}

/** Joins the methods of a path. */
function mergedPaths(paths: (readonly [string, object])[]): Record<string, object> {
  const merged: Record<string, object> = {};
  for (const [path, item] of paths) merged[path] = { ...merged[path], ...item };
  return merged;
}
