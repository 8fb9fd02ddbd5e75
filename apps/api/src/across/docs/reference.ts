/** All calls as the reference shows them, read from the OpenAPI document. */
import type { Access } from "@turnpike/contract/call.ts";
import { calls } from "@turnpike/contract/calls.ts";
import { type RefusalReason, refusals } from "@turnpike/contract/refusals.ts";
import { refusalSentence } from "@turnpike/locales/refusals.ts";
import { scopes } from "@turnpike/rules/api-key.ts";
import {
  type Body,
  type Document,
  exampleOf,
  type Operation,
  resolveRef,
  type Schema,
} from "./document.ts";
import { type Field, fieldsOf } from "./fields.ts";

export interface ReferenceRefusal {
  code: number;
  reason: string;
  sentence: string;
}
export interface ReferenceCall {
  /** The operation's id; for calls of the API also the client's method. */
  name: string;
  method: "POST" | "GET";
  path: string;
  /** The server's URL without a trailing slash. */
  server: string;
  summary: string;
  description: string;
  /** Null if there are no credentials, as for files, whose ticket is enough. */
  access: Access | null;
  /** `access` in words, such as `session or key (read)`; empty if it is null. */
  who: string;
  /** Whether the client has a method for it: a call of the contract, no file or other service. */
  inClient: boolean;
  once: boolean;
  events: boolean;
  requestFields: Field[];
  responseFields: Field[];
  /** The media type of a response that is not JSON. */
  file: string | null;
  refusals: ReferenceRefusal[];
  request: Record<string, unknown> | null;
  answer: unknown;
}
export interface CallGroup {
  name: string;
  about: string;
  calls: ReferenceCall[];
}

/** Fields of every call, described once before all calls. */
const commonFields = new Set(["session", "key", "lang"]);

/** Returns the groups in the document's order, each with its calls. */
export function reference(document: Document): CallGroup[] {
  const groups = new Map<string, CallGroup>(
    (document.tags ?? []).map(({ name, description = "" }) => [
      name,
      { name, about: description, calls: [] },
    ]),
  );
  for (const [path, item] of Object.entries(document.paths)) {
    const methods = item as Record<"post" | "get", Operation | undefined> & {
      servers?: { url: string }[];
    };
    for (const method of ["post", "get"] as const) {
      const operation = methods[method];
      if (!operation) continue;
      const tag = operation.tags?.[0] ?? "others";
      const group = groups.get(tag) ?? { name: tag, about: "", calls: [] };
      groups.set(tag, group);
      const server = (operation.servers ?? methods.servers ?? document.servers)[0]?.url ?? "";
      group.calls.push(callOf(document, { method, path, server, operation }));
    }
  }
  return [...groups.values()].filter((group) => group.calls.length > 0);
}

function callOf(
  document: Document,
  at: { method: "post" | "get"; path: string; server: string; operation: Operation },
): ReferenceCall {
  const { method, path, operation } = at;
  const access = accessOf(operation);
  const inClient = Object.hasOwn(calls, operation.operationId);
  const requestBodies = Object.values(operation.requestBody?.content ?? {});
  const done = operation.responses[200]?.content ?? {};
  const [type = "", body] = Object.entries(done)[0] ?? [];
  const request = requestBodies
    .map(exampleOf)
    .find((one) => typeof one === "object" && one !== null);
  return {
    name: operation.operationId,
    method: method === "post" ? "POST" : "GET",
    // The fragment only keeps equal paths of two servers apart.
    path: path.replace(/#.*/, ""),
    server: at.server.replace(/\/+$/, ""),
    summary: operation.summary,
    description: operation.description ?? "",
    access,
    // The lookup service has no sessions.
    who: whoMay(access, inClient),
    inClient,
    once: operation["x-once"] === true,
    events: operation["x-events"] === true,
    requestFields: requestFieldsOf(document, operation),
    responseFields: fieldsOf(document, dataOf(document, body)),
    file: type.startsWith("application/json") || access ? null : type || null,
    refusals: refusalsOf(operation),
    request: (request ?? requestInAddress(operation)) as ReferenceCall["request"],
    answer: exampleOf(body),
  };
}

function whoMay(access: Access | null, inClient: boolean): string {
  if (access === null) return "";
  if (access === "visitor") return "anyone";
  if (access === "session") return "session";
  return `${inClient ? "session or key" : "key"} (${access})`;
}
const accesses: readonly Access[] = ["visitor", "session", ...scopes];
const accessOf = (operation: Operation) =>
  accesses.find((one) => one === operation["x-access"]) ?? null;

function requestFieldsOf(document: Document, operation: Operation): Field[] {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const sent = body ? fieldsOf(document, body) : [];
  const given = operation.parameters ?? [];
  const properties = Object.fromEntries(
    given.map(({ name, schema = {}, description }) => [
      name,
      description ? { ...schema, description } : schema,
    ]),
  );
  const required = given.filter((one) => one.required).map(({ name }) => name);
  return [...sent, ...fieldsOf(document, { properties, required })].filter(
    ({ name }) => !commonFields.has(name),
  );
}

/** The example values of query parameters; null if there are none. */
function requestInAddress({ parameters = [] }: Operation): Record<string, unknown> | null {
  const withExample = parameters.filter(({ example }) => example !== undefined);
  return withExample.length > 0
    ? Object.fromEntries(withExample.map(({ name, example }) => [name, example]))
    : null;
}

/** The schema of `data` in the envelope; for a stream, of its events. */
function dataOf(document: Document, body: Body | undefined): Schema {
  const event = body?.["x-event"];
  if (event) return event;
  const answer = body?.schema ? resolveRef(document, body.schema) : {};
  const envelopes = (answer.anyOf ?? answer.oneOf ?? [answer]).map((one) =>
    resolveRef(document, one),
  );
  // The success envelope has only code 0; that of refusals has several.
  return envelopes.find(({ properties }) => properties?.code?.const === 0)?.properties?.data ?? {};
}

function refusalsOf(operation: Operation): ReferenceRefusal[] {
  return (operation["x-refusals"] ?? []).map(({ code, reason, sentence }) => ({
    code,
    reason,
    sentence: sentence ?? sentenceOf(reason),
  }));
}

const sentenceOf = (reason: string) =>
  Object.hasOwn(refusals, reason) ? refusalSentence("en", reason as RefusalReason) : "";
