/** Schemas for `/openapi.json`: the contract's types, with shared nouns as components. */
import { type JsonSchema, type Schemas, schemaOf } from "@turnpike/contract/json-schema.ts";
import { z } from "zod";

export { type JsonSchema, type Schemas, schemaOf } from "@turnpike/contract/json-schema.ts";

/** Returns a reference to a component. */
export const refTo = (kind: "schemas" | "responses" | "headers", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Returns a request's schema with additional fields. */
export function requestSchema(request: z.ZodType, extraFields: Schemas = {}): JsonSchema {
  const schema = schemaOf(request, "input");
  return { ...schema, properties: { ...schema.properties, ...extraFields } };
}

/** Returns the schema of the envelope around a response. */
export const envelope = (answer: z.ZodType): JsonSchema =>
  schemaOf(
    z.object({
      code: z.literal(0).meta({ type: "integer", description: "0: done." }),
      msg: z.literal("").describe("Empty."),
      data: answer.meta()?.description ? answer : answer.describe("The result of the call."),
    }),
    "output",
  );

/** Moves the `$defs` of each schema to the shared components, each noun once. */
export function withNouns(schemas: Schemas): Schemas {
  const nouns: Schemas = {};
  const own = Object.entries(schemas).map(([name, { $defs, ...schema }]) => {
    Object.assign(nouns, $defs);
    return [name, schema] as const;
  });
  const text = JSON.stringify({ ...nouns, ...Object.fromEntries(own) });
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Schemas;
}
