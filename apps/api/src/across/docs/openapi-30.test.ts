/** `/openapi-3.0.json` is a valid document with which generators make sound clients. */
import { Validator } from "@seriousme/openapi-schema-validator";
import { calls } from "@turnpike/contract/calls.ts";
import { expect, test } from "vitest";
import { openApi30 } from "./openapi-30.ts";
import type { Schema30 } from "./openapi-30-schemas.ts";
import { openApi } from "./openapi.ts";

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: Schema30 }> };
  responses: Record<string, { content?: Record<string, { schema: Schema30 }> }>;
  security: object[];
}
const document = JSON.parse(
  JSON.stringify(openApi30(openApi("https://turnpike.example"))),
) as Record<"openapi", string> & {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema30> };
};
const { schemas } = document.components;
const operations = Object.values(document.paths).flatMap((item) => Object.values(item));

test("it is valid OpenAPI 3.0 (spec/api#descriptions-for-programs)", async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate({ ...structuredClone(document) });
  expect([valid, errors, validator.version]).toEqual([true, undefined, "3.0"]);
});

test("it has every call that is no stream, each with a request and an answer of its own name", () => {
  for (const [name, call] of Object.entries(calls)) {
    const operation = document.paths[call.path]?.post;
    expect([name, operation?.operationId]).toEqual([name, call.events ? undefined : name]);
    if (!operation) continue;
    const base = name.charAt(0).toUpperCase() + name.slice(1);
    const json = "application/json";
    const shapes = [operation.requestBody?.content, operation.responses[200]?.content];
    expect(shapes.map((one) => [Object.keys(one ?? {}), one?.[json]?.schema.$ref])).toEqual(
      ["Request", "Response"].map((end) => [[json], `#/components/schemas/${base}${end}`]),
    );
    const isByKey = !["visitor", "session"].includes(call.access);
    expect([name, operation.security]).toEqual([name, isByKey ? [{ key: [] }] : []]);
    const { session, key } = schemas[`${base}Request`]?.properties ?? {};
    expect([name, session !== undefined, key]).toEqual([
      name,
      call.access === "session",
      undefined,
    ]);
  }
});

test("an answer has the result's fields and a refusal's, none of them required", () => {
  for (const { operationId, responses } of operations) {
    const name = responses[200]?.content?.["application/json"]?.schema.$ref?.split("/").at(-1);
    if (name === undefined) continue;
    const { required, properties = {} } = schemas[name] ?? {};
    expect([operationId, required]).toEqual([operationId, ["code", "msg", "data"]]);
    const data = schemas[properties.data?.$ref?.split("/").at(-1) ?? ""];
    expect([operationId, data?.required, data?.properties?.reason?.type]).toEqual([
      operationId,
      undefined,
      "string",
    ]);
  }
  const { reason, walletCents } = schemas.MemberResponseData?.properties ?? {};
  expect([reason?.type, walletCents]).toMatchObject([
    "string",
    { type: "integer", format: "int64" },
  ]);
});

/** All schemas with the components that they are in. */
function* within(schema: Schema30, at: string): Generator<[Schema30, string]> {
  yield [schema, at];
  const { properties = {}, items, additionalProperties: rest, allOf = [] } = schema;
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...allOf];
  for (const one of typeof rest === "object" ? [...inner, rest] : inner) yield* within(one, at);
}
const all = Object.entries(schemas).flatMap(([name, schema]) => [...within(schema, name)]);

test("every object has a name, numbers have their size, and answers no closed list of values", () => {
  const anonymous = all.filter(([schema, at]) => schema.properties && schema !== schemas[at]);
  expect(anonymous.map(([, at]) => at)).toEqual([]);
  const numbers = all.filter(([{ type }]) => type === "integer" || type === "number");
  expect(numbers.length).toBeGreaterThan(500);
  expect(numbers.filter(([{ format = "" }]) => !/^(int32|int64|double)$/.test(format))).toEqual([]);
  const closed = all.filter(([schema]) => schema.enum).map(([, at]) => at);
  expect(closed.filter((at) => !/Request/.test(at))).toEqual([]);
  expect(closed.length).toBeGreaterThan(20);
  expect(schemas.OrderListResponseData?.properties?.items?.items).toEqual({
    $ref: "#/components/schemas/Order",
  });
});

test("no reference is broken, and null is said in the words of 3.0", () => {
  const refs = all.flatMap(([{ $ref }]) => ($ref ? [$ref.split("/").at(-1) ?? ""] : []));
  expect(refs.filter((name) => !schemas[name])).toEqual([]);
  const text = JSON.stringify(document);
  for (const word of ['"const"', '"anyOf"', '"oneOf"', '"examples"', '"type":["', '"type":"null"'])
    expect([word, text.includes(word)]).toEqual([word, false]);
  expect(schemas.User?.properties?.secureEmail).toMatchObject({ type: "string", nullable: true });
});
