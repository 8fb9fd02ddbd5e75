/** Describes GET downloads and `/extract` in `/openapi.json`. */
import { extract, extracted } from "@turnpike/contract/extraction.ts";
import { files } from "@turnpike/contract/files.ts";
import type { FileCall } from "@turnpike/contract/service-call.ts";
import { type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import { fieldReasons, refusalShown, refusalsShown } from "./openapi-refusals.ts";
import { envelope, type JsonSchema, refTo, schemaOf } from "./openapi-schemas.ts";

const noFields = z.object({});

/** Query parameters with the example's values; lists are separated by commas. */
export function queryParameters(request: z.ZodObject, example: Record<string, unknown> = {}) {
  const { properties = {}, required = [] } = schemaOf(request, "input");
  return Object.entries(properties).map(([name, { description = "", ...schema }]) => {
    const list = schema.type === "array" ? { style: "form", explode: false } : {};
    const shown = Object.hasOwn(example, name) ? { example: example[name] } : {};
    const needed = required.includes(name);
    return { name, in: "query", description, required: needed, ...list, schema, ...shown };
  });
}

export const langParameter = {
  name: "lang",
  in: "query",
  description: "The language of sentences and of places' names.",
  required: false,
  schema: refTo("schemas", "Lang"),
};
const ticketParameter = {
  name: "ticket",
  in: "query",
  description: "A ticket of `/v1/ticket`.",
  required: true,
  schema: { type: "string" },
};

const refusedResponse = (description: string) => ({
  description,
  content: { "application/json": { schema: refTo("schemas", "Refused") } },
});

/** A file's refusals by HTTP status, as `ticket/download.ts` sends them. */
function refusedByStatus(reasons: readonly RefusalReason[]) {
  const statuses: [status: number, code: number][] = [
    [400, 400],
    [403, 410],
    [404, 404],
  ];
  return Object.fromEntries(
    statuses.flatMap(([status, code]) => {
      const own = reasons.filter((reason) => refusals[reason] === code);
      const sentences = own.map((reason) => refusalShown(reason).sentence);
      return own.length > 0 ? [[status, refusedResponse(sentences.join(" "))]] : [];
    }),
  );
}

/** The file's content by media type; the first type has the example. */
function contentOf({ types, summary, example }: FileCall) {
  const shown = { schema: { type: "string" }, examples: { file: { summary, value: example } } };
  const bytes = { schema: { type: "string", format: "binary" } };
  return Object.fromEntries(
    types.map((type, n) => [type, n === 0 && example !== undefined ? shown : bytes]),
  );
}

function download(operationId: string, file: FileCall) {
  const { request = noFields } = file;
  const reasons: RefusalReason[] = [
    "ticketExpired",
    ...fieldReasons(request.shape),
    ...(file.refusals ?? []),
  ];
  return {
    operationId,
    summary: file.summary,
    description:
      "Opened once, within a minute, by a fresh ticket of `/v1/ticket`. The address contains neither a session nor a key.",
    tags: ["Files"],
    parameters: [ticketParameter, langParameter, ...queryParameters(request)],
    responses: {
      200: { description: "The file.", content: contentOf(file) },
      ...refusedByStatus([...new Set(reasons)]),
      500: refTo("responses", "OurFault"),
      503: refTo("responses", "NotReady"),
    },
    security: [{ ticket: [] }],
    "x-refusals": refusalsShown(reasons),
  };
}

/** Describes `/extract`, which programs at whitelisted addresses call. */
function extraction() {
  const { summary, request = noFields, refusals: own = [], example } = extract;
  const text = { schema: { type: "string" } };
  return {
    operationId: "extract",
    summary,
    description:
      "Works from whitelisted addresses of the link's account only. Each call opens new proxies and is paid like `/v1/ip/open`, or costs traffic alone. Parameters replace the link's own.",
    tags: ["Extraction"],
    parameters: [...queryParameters(request), langParameter],
    responses: {
      200: {
        description: "The proxies, in the requested format.",
        content: {
          "text/plain": {
            ...text,
            examples: { txt: { summary: "One per line.", value: example } },
          },
          "text/csv": text,
          "application/json": { schema: refTo("schemas", "Done_extract") },
        },
      },
      403: refusedResponse("Refused; the reason is in `data.reason`."),
      405: refTo("responses", "MethodNotAllowed"),
      500: refTo("responses", "OurFault"),
      503: refTo("responses", "NotReady"),
    },
    security: [{ link: [] }],
    "x-refusals": refusalsShown([...own, ...fieldReasons(request.shape)]),
  };
}

/** The response envelope of `/extract` with `format=json`. */
export const extractSchemas = (): [string, JsonSchema][] => [
  ["Done_extract", envelope(z.object({ items: z.array(extracted).describe("The proxies.") }))],
];

/** The paths served by GET at the API's own address. */
export const filePaths = () =>
  Object.fromEntries([
    ...Object.entries(files).map(([id, file]) => [file.path, { get: download(id, file) }] as const),
    [extract.path, { get: extraction() }] as const,
  ]);
