/**
 * Returns the text of src/calls.gen.ts, from the contract; `npm run generate` writes it. The client
 * depends on none of our packages: that one file contains all it knows about the calls.
 */
import { writeFileSync } from "node:fs";
import type { Call } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { type JsonSchema, type Schemas, schemaOf } from "@turnpike/contract/json-schema.ts";
import { langs, refusals } from "@turnpike/contract/refusals.ts";
import { pingData, webhookData } from "@turnpike/contract/webhook-events.ts";
import type { z } from "zod";

/** Requests and responses print differently: dates and flags are accepted in more forms. */
type Side = "asked" | "answered";

const union = (types: string[]) => [...new Set(types)].join(" | ");
const inList = (type: string) => (type.includes(" | ") ? `(${type})[]` : `${type}[]`);

/** Returns the source text of a type. */
export function printType(schema: JsonSchema, side: Side): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
  if (schema.anyOf) return union(schema.anyOf.map((one) => printType(one, side)));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? ""];
  return union(types.map((type) => printOne(type, schema, side)));
}

function printOne(type: string, schema: JsonSchema, side: Side): string {
  switch (type) {
    case "string":
      return side === "asked" && schema.format === "date-time" ? "string | Date" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return side === "asked" ? "boolean | 0 | 1" : "boolean";
    case "null":
      return "null";
    case "array":
      return inList(printType(schema.items ?? {}, side));
    case "object":
      return printObject(schema, side);
    default:
      return "unknown";
  }
}

/** Returns an object type in braces, with its fields' descriptions as docstrings. */
function printObject(schema: JsonSchema, side: Side): string {
  const { additionalProperties: rest } = schema;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const type = printType(field, side);
    const needed = schema.required?.includes(name);
    const absent = side === "asked" && !needed ? " | undefined" : "";
    return `${comment(field.description)}${key}${needed ? "" : "?"}: ${type}${absent};`;
  });
  if (fields.length > 0) return `{\n${indented(fields.join("\n"))}\n}`;
  const values = typeof rest === "object" ? printType(rest, side) : "unknown";
  return typeof rest === "object" || rest === true
    ? `Record<string, ${values}>`
    : "Record<never, never>";
}

/** Returns a docstring, or nothing. */
function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */\n` : "";
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");

/** Names of types in earlier versions of the package. */
const formerNames = {
  ApiLink: "ExtractionLink",
  Cdkey: "CdKey",
  Delivery: "WebhookDelivery",
  Stock: "StaticStock",
  WhitePort: "WhitelistedPort",
};

/** Returns the type of a response. Adds named types to `nouns`, so that each is printed once. */
function printAnswer(answer: z.ZodType, nouns: Map<string, JsonSchema>): string {
  const { $defs, ...schema } = schemaOf(answer, "output");
  for (const [name, noun] of Object.entries<Schemas[string]>($defs ?? {})) nouns.set(name, noun);
  return printType(schema, "answered");
}

const printNoun = ([name, schema]: [string, JsonSchema]) =>
  `${comment(schema.description)}export interface ${name} ${printObject(schema, "answered")}`;

function printCall(name: string, call: Call, nouns: Map<string, JsonSchema>) {
  const asked = printObject(schemaOf(call.request, "input"), "asked");
  const body = `asks: ${asked};\nanswers: ${printAnswer(call.response, nouns)};`;
  return indented(
    `${comment(`${call.summary} \`POST ${call.path}\``)}${name}: {\n${indented(body)}\n};`,
  );
}

/** Returns whether a call can be resent after its response was lost: see `src/request.ts`. */
export function repeats({ takesRequestId: once, access, accessWith, request }: Call) {
  if (once) return "once";
  const fields = Object.keys(request.shape);
  const reads = access === "read" ? Object.keys(accessWith).length === 0 : fields.includes("page");
  return reads || (access === "visitor" && fields.length === 0) ? "reads" : "changes";
}

/** Returns the text of calls.gen.ts; a test compares it with the file. */
export function callsText(): string {
  const nouns = new Map<string, JsonSchema>();
  const all = Object.entries(calls) as unknown as [string, Call][];
  const types = all.map(([name, call]) => printCall(name, call, nouns));
  const table = all.map(([name, call]) => {
    const events = call.events ? ", events: true" : "";
    return `  ${name}: { path: "${call.path}", repeats: "${repeats(call)}"${events} },`;
  });
  const reasons = Object.entries(refusals).map(([name, code]) => `  ${name}: ${code},`);
  const list = (names: readonly string[]) => names.map((one) => JSON.stringify(one)).join(" | ");
  const events = Object.entries<z.ZodType>({ ...webhookData, ping: pingData }).map(
    ([event, data]) =>
      `${comment(data.description)}${JSON.stringify(event)}: ${printAnswer(data, nouns)};`,
  );
  const aliases = Object.entries(formerNames).map(
    ([former, name]) => `/** @deprecated Now {@link ${name}}. */\nexport type ${former} = ${name};`,
  );
  return `/** Written by generate.ts from the contract; do not edit. */

/** The languages of refusals' sentences and of places' names. */
export type Lang = ${list(langs)};

/** The events of webhooks, and what each has in \`data\`. */
export interface WebhookData {
${indented(events.join("\n"))}
}
export type WebhookEvent = keyof WebhookData;

/** Every reason for which a call is refused, with its code. */
export const refusals = {
${reasons.join("\n")}
} as const;
export type RefusalReason = keyof typeof refusals;

${[...nouns].map(printNoun).join("\n\n")}

${aliases.join("\n")}

/** Every call: what it asks and what it answers. */
export interface Calls {
${types.join("\n")}
}
export type CallName = keyof Calls;

export interface CallFacts {
  path: string;
  /** Whether it may be sent again when its answer was lost: \`once\` by its requestId. */
  repeats: "once" | "reads" | "changes";
  /** Answered by a stream. */
  events?: boolean;
}
export const callFacts = {
${table.join("\n")}
} as const satisfies Record<CallName, CallFacts>;
`;
}

if (import.meta.main) {
  writeFileSync(new URL("src/calls.gen.ts", import.meta.url), callsText());
}
