/** The description of every call for machines (`/openapi.json`) and for people (`/docs`). */
import type { Call } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { extractPath, extractQuestion } from "@turnpike/contract/extraction.ts";
import { exportQuestion } from "@turnpike/contract/static-export.ts";
import { unlimitedExportQuestion } from "@turnpike/contract/unlimited-export.ts";
import { whitePortExportQuestion } from "@turnpike/contract/white-port-export.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Services } from "../services.ts";
import { docsPage } from "./docs-page.ts";

const schema = (type: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(type, { io, unrepresentable: "any", target: "draft-2020-12" });

const asking = {
  session: z.string().optional().describe("the session token"),
  key: z.string().optional().describe("the access key, in place of a session, on read calls"),
  lang: z.enum(["en", "zh", "fr", "ru", "vi", "de"]).optional(),
};

function operation(name: string, call: Call) {
  const { key, session, lang } = asking;
  const who =
    call.access === "visitor"
      ? { lang }
      : call.access === "key"
        ? { session, key, lang }
        : { session, lang };
  const body = schema(call.question.extend(who), "input");
  const envelope = z.object({ code: z.literal(0), msg: z.literal(""), data: call.answer });
  return {
    operationId: name,
    summary: call.summary,
    description: call.once ? "Takes a requestId: the same one does nothing twice." : "",
    tags: [
      call.path.split("/")[2] === "traffic"
        ? "traffic"
        : call.access === "visitor"
          ? "visitor"
          : "account",
    ],
    requestBody: {
      content: {
        "application/x-www-form-urlencoded": { schema: body },
        "application/json": { schema: body },
      },
    },
    responses: {
      200: {
        description: "Done (code 0), or refused (another code, with data.reason).",
        content: {
          "application/json": {
            schema: {
              anyOf: [
                ...(call.events ? [] : [schema(envelope, "output")]),
                { $ref: "#/components/schemas/Refused" },
              ],
            },
          },
          ...(call.events
            ? { "text/event-stream": { schema: schema(call.answer, "output") } }
            : {}),
        },
      },
    },
  };
}

/** Files, opened by what `/v1/ticket` answers. */
const downloads = {
  "/v1/invoice": {
    operationId: "invoiceFile",
    summary: "An order's invoice.",
    type: "application/pdf",
  },
  "/v1/statement": {
    operationId: "statementFile",
    summary: "One month of the account's ledger.",
    type: "text/csv",
  },
  "/v1/static/export": {
    operationId: "staticExport",
    summary: "Static IPs in any of the forms: those of `ids`, or all that have not expired.",
    type: "text/plain",
    asked: exportQuestion.shape,
  },
  "/v1/staticShort/export": {
    operationId: "shortExport",
    summary: "Short-term IPs in any of the forms: those of `ids`, or all that have not expired.",
    type: "text/plain",
    asked: exportQuestion.shape,
  },
  "/v1/unlimit/export": {
    operationId: "unlimitedExport",
    summary: "Ports of unlimited plans in any of the forms: those of `ids`, of a plan, or all.",
    type: "text/plain",
    asked: unlimitedExportQuestion.shape,
  },
  "/v1/whitePort/export": {
    operationId: "whitePortExport",
    summary: "Whitelisted ports in any of the forms: those of `ids`, or all that stand.",
    type: "text/plain",
    asked: whitePortExportQuestion.shape,
  },
} satisfies Record<string, Download>;
interface Download {
  operationId: string;
  summary: string;
  type: string;
  /** What stands in the address beside the ticket. */
  asked?: Record<string, z.ZodType>;
}

function download({ type, asked = {}, ...named }: Download) {
  const file = { schema: { type: "string", format: "binary" } };
  const refused = { schema: { $ref: "#/components/schemas/Refused" } };
  return {
    ...named,
    description: "Opened once, by a fresh ticket (/v1/ticket).",
    tags: ["account"],
    parameters: [
      { name: "ticket", in: "query", required: true, schema: { type: "string" } },
      ...Object.entries({ lang: asking.lang, ...asked }).map(([name, field]) => {
        return { name, in: "query", required: false, schema: schema(field, "input") };
      }),
    ],
    responses: {
      200: { description: "The file.", content: { [type]: file } },
      403: {
        description: "The ticket is unknown, used, or over.",
        content: { "application/json": refused },
      },
    },
  };
}

/** What whitelisted addresses ask by an extraction link; each time anew. */
function extraction() {
  const proxies = { schema: { type: "string" } };
  const refused = { schema: { $ref: "#/components/schemas/Refused" } };
  return {
    operationId: "extract",
    summary: "Opens what an extraction link asks for, and answers the proxies.",
    description:
      "From an address on the whitelist of the link's account alone. Parameters stand in place of the link's own.",
    tags: ["account"],
    parameters: Object.entries({ ...extractQuestion.shape, lang: asking.lang }).map(
      ([name, field]) => {
        return { name, in: "query", required: name === "token", schema: schema(field, "input") };
      },
    ),
    responses: {
      200: {
        description: "The proxies, in the format that is asked for.",
        content: { "text/plain": proxies, "text/csv": proxies, "application/json": proxies },
      },
      403: {
        description: "Refused; nothing was opened.",
        content: { "application/json": refused },
      },
    },
  };
}

/** The OpenAPI 3.1 document. */
export function openApi(publicUrl: string) {
  const paths = Object.entries(calls).map(([name, call]) => [
    call.path,
    { post: operation(name, call as unknown as Call) },
  ]);
  const files = Object.entries(downloads).map(([path, file]) => [path, { get: download(file) }]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Turnpike",
      version: "1",
      description:
        "Money is in US cents, traffic in bytes (1 GB = 1,000,000,000), instants are ISO 8601 UTC. Refusals are HTTP 200 with a code.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: publicUrl }],
    paths: Object.fromEntries([...paths, ...files, [extractPath, { get: extraction() }]]),
    components: {
      schemas: {
        Refused: {
          type: "object",
          required: ["code", "msg", "data"],
          properties: {
            code: {
              type: "integer",
              enum: [...new Set(Object.values(refusals))].sort((a, b) => a - b),
            },
            msg: { type: "string", description: "a sentence in the asker's language" },
            data: {
              type: "object",
              required: ["reason"],
              properties: {
                reason: { type: "string", enum: Object.keys(refusals) },
                field: { type: "string" },
                short: { type: "string" },
                retryAfterSeconds: { type: "integer" },
                ref: { type: "string" },
              },
            },
          },
        },
      },
    },
  };
}

export function openApiRoutes(app: FastifyInstance, services: Services): void {
  const document = openApi(services.env.publicUrl);
  const page = docsPage(document);
  app.get("/openapi.json", async () => document);
  app.get("/docs", async (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
}
