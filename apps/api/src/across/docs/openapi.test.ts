/** `/openapi.json` is a valid document, and its examples match its schemas. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { calls } from "@turnpike/contract/calls.ts";
import { consoleReasons } from "@turnpike/contract/console/call.ts";
import { refusals } from "@turnpike/contract/refusals.ts";
import { webhookEvents } from "@turnpike/rules/webhook.ts";
import { sampled, sized } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { validatorOf } from "./openapi-testing.ts";
import type { JsonSchema, Schemas } from "./openapi-schemas.ts";
import { openApi } from "./openapi.ts";

const document = openApi("https://turnpike.example");
/** The document as a client reads it. */
const read = JSON.parse(JSON.stringify(document)) as Node;
type Node = { [key: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** Yields all nodes of the document with their paths. */
function* nodes(node: Node, at: string[] = []): Generator<[Node, string[]]> {
  yield [node, at];
  // Skip example values: they are not schemas.
  for (const [key, value] of Object.entries(node))
    if (isNode(value) && key !== "value") yield* nodes(value, [...at, key]);
}
const all = [...nodes(read)];

interface Shown {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
}
const methods = ["get", "post"];
const paths = { ...document.paths, ...document.webhooks } as Record<string, Node>;
const operations = Object.values(paths).flatMap((path) =>
  methods.map((method) => path[method]).filter(isNode),
) as unknown as Shown[];

function resolve(ref: string): unknown {
  const [hash, ...keys] = ref.split("/");
  expect(hash).toBe("#");
  return keys.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), read);
}

/** Parts of a schema that are not specified, by path. */
function vagueIn(schema: JsonSchema, at: string): string[] {
  const { type = [], properties = {}, items, anyOf, additionalProperties: rest } = schema;
  if (schema.$ref || schema.enum || schema.const !== undefined) return [];
  const kinds = [type].flat();
  const values = typeof rest === "object" ? rest : null;
  const hasFields = Object.keys(properties).length > 0 || (values?.type ?? values?.$ref);
  return [
    ...(kinds.includes("object") && !hasFields ? [`${at}: no fields`] : []),
    ...(kinds.includes("array") && !items ? [`${at}: no items`] : []),
    ...(kinds.length === 0 && !anyOf ? [`${at}: no kind`] : []),
    ...Object.entries(properties).flatMap(([name, field]) => vagueIn(field, `${at}.${name}`)),
    ...(items ? vagueIn(items, `${at}[]`) : []),
    ...(anyOf ?? []).flatMap((one) => vagueIn(one, at)),
    ...(values ? vagueIn(values, `${at}.*`) : []),
  ];
}

describe("The document", () => {
  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(structuredClone(read));
    expect([valid, errors]).toEqual([true, undefined]);
    expect(validator.version).toBe("3.1");
  });

  it("contains every call of the contract, every event, the files and the other endpoints", () => {
    const described = Object.keys(document.paths);
    for (const { path } of Object.values(calls)) expect(described).toContain(path);
    for (const path of ["/extract", "/v1/invoice", "/v1/ip/export", "/getIp", "/start#manager"])
      expect(described).toContain(path);
    for (const path of ["/healthz", "/readyz"]) expect(described).toContain(path);
    expect(Object.keys(document.webhooks).sort()).toEqual([...webhookEvents, "ping"].sort());
  });

  it("names each operation once and gives it one described tag", () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const name of Object.keys(calls)) expect(ids).toContain(name);
    const tags = document.tags.map(({ name }) => name);
    expect(new Set(tags).size).toBe(tags.length);
    for (const { operationId, tags: own } of operations)
      expect([operationId, own.length, tags.includes(own[0] ?? "")]).toEqual([
        operationId,
        1,
        true,
      ]);
    const used = new Set(operations.flatMap((one) => one.tags));
    expect(tags.filter((tag) => !used.has(tag))).toEqual([]);
  });

  it("describes all operations, parameters, responses, tags and fields", () => {
    const said = (value: unknown) => typeof value === "string" && value.trim() !== "";
    const mute = operations.filter((one) => !said(one.summary) || !said(one.description));
    expect(mute.map(({ operationId }) => operationId)).toEqual([]);
    expect(document.tags.filter((tag) => !said(tag.description))).toEqual([]);
    const empty = all.filter(([node]) => "description" in node && node.description === "");
    expect(empty.map(([, at]) => at.join("/"))).toEqual([]);
    const silent = all
      .filter(([node, at]) => at.at(-1) === "properties" && node.type !== "string")
      .flatMap(([node, at]) =>
        Object.entries(node)
          .filter(
            ([name, field]) =>
              isNode(field) && !said(field.description) && !field.$ref && !/^\d+$/.test(name),
          )
          .map(([name]) => `${at.slice(2, -1).join("/")}: ${name}`),
      );
    expect(silent).toEqual([]);
  });

  it("describes fields in full sentences of at most 180 characters", () => {
    const told = Object.values(document.components.schemas as Schemas).flatMap((schema) =>
      [...nodes(schema as Node)].map(([{ description }]) => description),
    );
    const texts = [...new Set(told.filter((one) => typeof one === "string"))];
    expect(texts.length).toBeGreaterThan(400);
    expect(texts.filter((one) => !/^[A-Z0-9`{].+\.$/.test(one) || one.length > 180)).toEqual([]);
    expect(texts.filter((one) => /\b(stands?|told|bears?)\b/.test(one))).toEqual([]);
  });

  it("states the units of all amounts, byte counts and times", () => {
    const fields = all
      .filter(([, at]) => at.at(-1) === "properties")
      .flatMap(([node]) => Object.entries(node))
      .filter((entry): entry is [string, Node] => isNode(entry[1]) && !entry[1].$ref);
    for (const [tail, unit] of [
      [/Cents$/, /US cents/],
      [/Bytes$/, /bytes/],
      [/At$/, /ISO 8601/],
    ] as const) {
      const told = fields.filter(([name]) => tail.test(name));
      expect(told.length).toBeGreaterThan(20);
      expect(told.filter(([, { description }]) => !unit.test(String(description)))).toEqual([]);
    }
  });

  it("states required fields, defaults and allowed values", () => {
    const schemas: Schemas = document.components.schemas;
    const { Ask_statis: days, Ask_ipOpen: opening } = schemas;
    expect(days?.properties?.days).toMatchObject({ type: "integer", enum: [7, 30], default: 30 });
    expect(opening?.required).toEqual(["hours", "auth"]);
    expect(opening?.properties?.ids).toMatchObject({ type: "array", maxItems: 500 });
    const { page, limit } = schemas.Ask_orderList?.properties ?? {};
    expect([page?.default, limit?.default]).toEqual([1, 10]);
    const { post } = document.paths["/v1/ip/open"] as unknown as { post: Node };
    expect(JSON.stringify(post.requestBody)).toContain(
      '"encoding":{"ids":{"style":"form","explode":false}}',
    );
  });

  it("specifies the fields of every object, the items of every list and the type of every value", () => {
    const vague = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      vagueIn(schema, name),
    );
    // Calls that return nothing return an empty object.
    const done = Object.entries(calls)
      .filter(([, { response, events }]) => !events && Object.keys(response.shape).length === 0)
      .map(([name]) => `Done_${name}.data: no fields`);
    expect(vague.filter((one) => !done.includes(one) && !/^Ask_\w+: no fields$/.test(one))).toEqual(
      [],
    );
    const open: JsonSchema = { type: "object", additionalProperties: {} };
    const bad = { a: { type: "object" }, b: { type: "array" }, c: {}, d: { anyOf: [open] } };
    expect(vagueIn({ type: ["object", "null"], properties: bad }, "x")).toEqual([
      "x.a: no fields",
      "x.b: no items",
      "x.c: no kind",
      "x.d: no fields",
      "x.d.*: no kind",
    ]);
  });

  it("has no broken reference and no unused component", () => {
    const refs = all.map(([node]) => node.$ref).filter((ref) => typeof ref === "string");
    expect(refs.length).toBeGreaterThan(500);
    expect(refs.filter((ref) => !isNode(resolve(ref)))).toEqual([]);
    const named = new Set(refs);
    const components = Object.keys(document.components.schemas);
    const idle = components.filter((name) => !named.has(`#/components/schemas/${name}`));
    expect(idle).toEqual([]);
  });

  it("states the access and the refusals of every call", () => {
    for (const [name, call] of Object.entries(calls)) {
      const { post } = document.paths[call.path] as unknown as { post: Node };
      const shown = post["x-refusals"] as { code: number; reason: string; sentence: string }[];
      const reasons = shown.map(({ reason }) => reason);
      expect([name, post["x-access"], post["x-once"]]).toEqual([
        name,
        call.access,
        call.takesRequestId,
      ]);
      expect([name, reasons.includes("keyLimit")]).toEqual([name, call.access === "buy"]);
      expect([name, reasons.includes("sessionInvalid") || call.access === "visitor"]).toEqual([
        name,
        true,
      ]);
      expect([name, reasons.includes("keyReadOnly")]).toEqual([
        name,
        // The access key can only read.
        !["visitor", "read"].includes(call.access) || Object.keys(call.accessWith).length > 0,
      ]);
      expect([name, reasons.includes("requestIdReused")]).toEqual([name, call.takesRequestId]);
      for (const { code, reason } of shown)
        expect([name, reason, code]).toEqual([
          name,
          reason,
          refusals[reason as keyof typeof refusals],
        ]);
    }
  });

  it("lists every reason at a call, a file or an HTTP status", () => {
    const told = new Set(
      all.flatMap(([node, at]) =>
        at.length > 1 && Array.isArray(node["x-refusals"])
          ? (node["x-refusals"] as { reason: string }[]).map(({ reason }) => reason)
          : [],
      ),
    );
    const statuses = Object.values(document.components.responses).flatMap(({ content }) =>
      Object.keys(content["application/json"].examples),
    );
    const untold = Object.keys(refusals).filter((one) => !told.has(one) && !statuses.includes(one));
    // These are used only by the lab's pages and by the console's calls.
    expect(untold.sort()).toEqual(["labOnlyLocal", "notFound", ...consoleReasons].sort());
  });

  it("has valid examples of every request, response and event", () => {
    const validate = validatorOf(read);
    let count = 0;
    const withExamples = all.filter(([node]) => isNode(node.examples) && isNode(node.schema));
    for (const [node, at] of sampled(withExamples, 3)) {
      if (!isNode(node.examples) || !isNode(node.schema)) continue;
      for (const [name, example] of Object.entries(node.examples)) {
        const { value } = example as { value: unknown };
        expect([...at, name, validate(node.schema, value)]).toEqual([...at, name, []]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(sized(1, 4) * Object.keys(calls).length - 10);
  });

  it("rejects examples with a missing or wrong field; responses may gain fields", () => {
    const validate = validatorOf(read);
    const schema = { $ref: "#/components/schemas/SubAccount" };
    const { response } = calls.addSubUser.example;
    const faults = (changed: object) => validate(schema, { ...response, ...changed });
    expect(faults({ unknown: 1 })).toEqual([]);
    expect(faults({ account: 1 })).toEqual(["/account must be string"]);
    expect(faults({ account: undefined })).toEqual([" must have required property 'account'"]);
  });
});
