/** GET downloads and `/extract` in `/openapi.json`. */
import { extracted, extractPath, extractQuestion } from "@turnpike/contract/extraction.ts";
import { fileExamples } from "@turnpike/contract/examples/files.ts";
import { poolExportPath, poolExportQuestion } from "@turnpike/contract/pool-export.ts";
import { exportQuestion } from "@turnpike/contract/static-export.ts";
import {
  unlimitedExportPath,
  unlimitedExportQuestion,
} from "@turnpike/contract/unlimited-export.ts";
import {
  whitePortExportPath,
  whitePortExportQuestion,
} from "@turnpike/contract/white-port-export.ts";
import { type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { z } from "zod";
import { envelope } from "./openapi-calls.ts";
import { fieldReasons, refusalShown, refusalsShown } from "./openapi-refusals.ts";
import { askedField, isNeeded, type JsonSchema, refTo } from "./openapi-schemas.ts";

interface Download {
  operationId: string;
  summary: string;
  /** What it answers; the first is the usual one. */
  types: string[];
  /** What stands in the address beside the ticket. */
  asked?: Record<string, z.ZodType>;
  /** What it can be refused for beside its ticket and its fields. */
  reasons?: RefusalReason[];
}

/** Proxies as files: text by default, or in the form that is asked for. */
const forms = ["text/plain", "text/csv", "application/json", "application/yaml"];

const downloads: Record<string, Download> = {
  "/v1/invoice": {
    operationId: "invoiceFile",
    summary: "An order's invoice.",
    types: ["application/pdf"],
  },
  "/v1/statement": {
    operationId: "statementFile",
    summary: "One month of the account's ledger.",
    types: ["text/csv"],
    reasons: ["badMonth"],
  },
  "/v1/static/export": {
    operationId: "staticExport",
    summary: "Static IPs in any of the forms: those of `ids`, or all that have not expired.",
    types: forms,
    asked: exportQuestion.shape,
    reasons: ["staticNotFound"],
  },
  "/v1/staticShort/export": {
    operationId: "shortExport",
    summary: "Short-term IPs in any of the forms: those of `ids`, or all that have not expired.",
    types: forms,
    asked: exportQuestion.shape,
    reasons: ["staticNotFound"],
  },
  [poolExportPath]: {
    operationId: "poolExport",
    summary: "Opened IPs in any of the forms: those of `ids`, or all that are in use.",
    types: forms,
    asked: poolExportQuestion.shape,
    reasons: ["openedIpNotFound"],
  },
  [unlimitedExportPath]: {
    operationId: "unlimitedExport",
    summary: "Ports of unlimited plans in any of the forms: those of `ids`, of a plan, or all.",
    types: forms,
    asked: unlimitedExportQuestion.shape,
    reasons: ["planNotFound", "portNotFound"],
  },
  [whitePortExportPath]: {
    operationId: "whitePortExport",
    summary: "Whitelisted ports in any of the forms: those of `ids`, or all that stand.",
    types: forms,
    asked: whitePortExportQuestion.shape,
    reasons: ["whitePortNotFound"],
  },
};

/** Fields of an address, with a value of each that the example has; lists stand there by commas. */
export function inAddress(
  fields: Record<string, z.ZodType>,
  example: Record<string, unknown> = {},
) {
  return Object.entries(fields).map(([name, type]) => {
    const { description = "", ...schema } = askedField(name, type);
    const list = schema.type === "array" ? { style: "form", explode: false } : {};
    const shown = Object.hasOwn(example, name) ? { example: example[name] } : {};
    return { name, in: "query", description, required: isNeeded(type), ...list, schema, ...shown };
  });
}

export const langParameter = {
  name: "lang",
  in: "query",
  description: "The language of sentences and of places' names.",
  required: false,
  schema: refTo("schemas", "Lang"),
};

const refused = (...reasons: Parameters<typeof refusalShown>[0][]) => ({
  description: reasons.map((reason) => refusalShown(reason).sentence).join(" "),
  content: { "application/json": { schema: refTo("schemas", "Refused") } },
});

/** A file's refusals by their HTTP status, as `ticket/download.ts` answers them. */
function refusedByStatus(reasons: readonly RefusalReason[]) {
  const ofCode = (code: number) => reasons.filter((reason) => refusals[reason] === code);
  const statuses: [number, RefusalReason[]][] = [
    [400, ofCode(400)],
    [403, ofCode(410)],
    [404, ofCode(404)],
  ];
  return Object.fromEntries(
    statuses.flatMap(([status, own]) => (own.length > 0 ? [[status, refused(...own)]] : [])),
  );
}

function download({ types, asked = {}, reasons: own = [], ...named }: Download) {
  const reasons = [...new Set<RefusalReason>(["ticketExpired", ...fieldReasons(asked), ...own])];
  const [first = ""] = types;
  const text = fileExamples[named.operationId];
  const content = types.map((type) => [
    type,
    type === first && text !== undefined
      ? { schema: { type: "string" }, examples: { file: { summary: named.summary, value: text } } }
      : { schema: { type: "string", format: "binary" } },
  ]);
  return {
    ...named,
    description:
      "Opened once, within a minute, by a fresh ticket of `/v1/ticket`. Neither a session nor a key stands in the address.",
    tags: ["Files"],
    parameters: [
      {
        name: "ticket",
        in: "query",
        description: "A ticket of `/v1/ticket`.",
        required: true,
        schema: { type: "string" },
      },
      langParameter,
      ...inAddress(asked),
    ],
    responses: {
      200: { description: "The file.", content: Object.fromEntries(content) },
      ...refusedByStatus(reasons),
      500: refTo("responses", "OurFault"),
      503: refTo("responses", "NotReady"),
    },
    "x-refusals": refusalsShown(reasons),
  };
}

/** What whitelisted addresses ask by an extraction link; each time anew. */
function extraction() {
  const text = { schema: { type: "string" } };
  const reasons = [
    "linkNotFound",
    "notWhitelisted",
    "accountDisabled",
    "badApiPort",
    "insufficientIps",
    "insufficientStock",
    "portUnavailable",
    "tooManyWhitePorts",
    "insufficientTraffic",
    "tooManyTries",
    "noExitThere",
    ...fieldReasons(extractQuestion.shape),
  ] as const;
  return {
    operationId: "extract",
    summary: "Opens what an extraction link asks for, and answers the proxies.",
    description:
      "From an address on the whitelist of the link's account alone. Each answer opens anew and is paid as by `/v1/ip/open`, or costs traffic alone. Parameters stand in place of the link's own.",
    tags: ["Extraction"],
    parameters: [...inAddress(extractQuestion.shape), langParameter],
    responses: {
      200: {
        description: "The proxies, in the format that is asked for.",
        content: {
          "text/plain": {
            ...text,
            examples: { txt: { summary: "One a line.", value: fileExamples.extract ?? "" } },
          },
          "text/csv": text,
          "application/json": { schema: refTo("schemas", "Done_extract") },
        },
      },
      403: {
        ...refused(),
        description: "Refused, whatever the reason: `data.reason` tells it.",
      },
      405: refTo("responses", "MethodNotAllowed"),
      500: refTo("responses", "OurFault"),
      503: refTo("responses", "NotReady"),
    },
    "x-refusals": refusalsShown(reasons),
  };
}

/** The envelope that `/extract` answers with \`format=json\`. */
export const extractSchemas = (): [string, JsonSchema][] => [
  ["Done_extract", envelope(z.object({ items: z.array(extracted) }))],
];

/** Paths that are opened by GET at the API's own address. */
export const filePaths = () =>
  Object.fromEntries([
    ...Object.entries(downloads).map(([path, file]) => [path, { get: download(file) }] as const),
    [extractPath, { get: extraction() }] as const,
  ]);
