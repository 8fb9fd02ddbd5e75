/**
 * Writes src/calls.gen.ts from the contract: `node packages/client/generate.ts`. The client itself
 * takes nothing of ours along: what it knows of the calls stands in that one file.
 */
import { readdirSync, writeFileSync } from "node:fs";
import type { Call } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { langs, refusals } from "@turnpike/contract/refusals.ts";
import { pingData, webhookData } from "@turnpike/contract/webhook-events.ts";
import { z } from "zod";
import {
  comment,
  indented,
  type NameOf,
  printObject,
  printType,
  type Schema,
} from "./print-type.ts";

const contract = new URL("../contract/src/", import.meta.url);
/** An object with fewer fields says more where it stands than by a name. */
const namedFrom = 3;

const schemaOf = (type: z.ZodType, io: "input" | "output") =>
  z.toJSONSchema(type, { io, unrepresentable: "any" }) as Schema;

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Nouns that the contract exports, in their own words: `subAccount` → `SubAccount`. */
async function nouns(): Promise<[string, Schema][]> {
  const files = readdirSync(contract).filter(
    (file) => file.endsWith(".ts") && !file.includes(".test.") && file !== "calls.ts",
  );
  const found = new Map<string, Schema>();
  for (const file of files.sort()) {
    const module = (await import(new URL(file, contract).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(module)) {
      if (!(value instanceof z.ZodObject) || /^[A-Z]|Question$/.test(name)) continue;
      if (Object.keys(value.shape).length < namedFrom || found.has(capital(name))) continue;
      found.set(capital(name), schemaOf(value, "output"));
    }
  }
  return [...found];
}

/** What the answers speak of: printed once, named wherever the same stands. */
async function printNouns() {
  const names = new Map<string, string>();
  const texts = new Map<string, string>();
  const schemas = new Map(await nouns());
  for (const [name, schema] of schemas) {
    const text = printObject(schema, "answered");
    if (!names.has(text)) names.set(text, name);
  }
  const nameOf: NameOf = (text) => {
    const name = names.get(text);
    const schema = name === undefined ? undefined : schemas.get(name);
    if (name === undefined || schema === undefined || texts.has(name)) return name;
    texts.set(name, "");
    texts.set(name, `export interface ${name} ${printObject(schema, "answered", nameOf)}`);
    return name;
  };
  return { texts, nameOf };
}

/** A call's types, and the definitions that its schemas refer to. */
function printCall(name: string, call: Call, nameOf: NameOf, texts: Map<string, string>) {
  const asked = schemaOf(call.question, "input");
  const answered = schemaOf(call.answer, "output");
  for (const [defined, schema] of Object.entries(answered.$defs ?? {}))
    if (!texts.has(defined))
      texts.set(defined, `export type ${defined} = ${printType(schema, "answered")};`);
  const answer = printType(answered, "answered", nameOf);
  const body = `asks: ${printObject(asked, "asked")};\nanswers: ${answer};`;
  return indented(
    `${comment(`${call.summary} \`POST ${call.path}\``)}${name}: {\n${indented(body)}\n};`,
  );
}

/** Whether a call may be sent again when its answer was lost: see `src/request.ts`. */
function repeats({ once, access, question }: Call) {
  if (once) return "once";
  const fields = Object.keys(question.shape);
  const reads = access === "key" || fields.includes("page");
  return reads || (access === "visitor" && fields.length === 0) ? "reads" : "changes";
}

/** The text of calls.gen.ts; a test compares it with the file. */
export async function callsText(): Promise<string> {
  const { texts, nameOf } = await printNouns();
  const all = Object.entries(calls) as unknown as [string, Call][];
  const types = all.map(([name, call]) => printCall(name, call, nameOf, texts));
  const table = all.map(([name, call]) => {
    const events = call.events ? ", events: true" : "";
    return `  ${name}: { path: "${call.path}", repeats: "${repeats(call)}"${events} },`;
  });
  const reasons = Object.entries(refusals).map(([name, code]) => `  ${name}: ${code},`);
  const list = (names: readonly string[]) => names.map((one) => JSON.stringify(one)).join(" | ");
  const told = Object.entries<z.ZodType>({ ...webhookData, ping: pingData }).map(
    ([event, data]) =>
      `${JSON.stringify(event)}: ${printType(schemaOf(data, "output"), "answered", nameOf)};`,
  );
  return `/** Written by generate.ts from the contract; do not edit. */

/** The languages of refusals' sentences and of places' names. */
export type Lang = ${list(langs)};

/** What webhooks tell of, and what each says in \`data\`. */
export interface WebhookData {
${indented(told.join("\n"))}
}
export type WebhookEvent = keyof WebhookData;

/** Every reason for which a call is refused, with its code. */
export const refusals = {
${reasons.join("\n")}
} as const;
export type RefusalReason = keyof typeof refusals;

${[...texts].map(([, text]) => text).join("\n\n")}

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
  writeFileSync(new URL("src/calls.gen.ts", import.meta.url), await callsText());
}
