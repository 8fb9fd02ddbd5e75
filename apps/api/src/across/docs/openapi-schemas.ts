/** Schemas of `/openapi.json`: the contract's types, whose nouns are components. */
import { type JsonSchema, type Schemas, schemaOf } from "@turnpike/contract/json-schema.ts";
import { z } from "zod";

export { type JsonSchema, type Schemas, schemaOf } from "@turnpike/contract/json-schema.ts";

/** A reference to a component by its kind and name. */
export const refTo = (kind: "schemas" | "responses" | "headers", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A question with the fields that go beside its own. */
export function asked(question: z.ZodType, beside: Schemas = {}): JsonSchema {
  const schema = schemaOf(question, "input");
  return { ...schema, properties: { ...schema.properties, ...beside } };
}

/** The envelope around an answer. */
export const envelope = (answer: z.ZodType): JsonSchema =>
  schemaOf(
    z.object({
      code: z.literal(0).meta({ type: "integer", description: "0: done." }),
      msg: z.literal("").describe("Empty."),
      data: answer.meta()?.description ? answer : answer.describe("What the call answers."),
    }),
    "output",
  );

/** Each schema brings the nouns it speaks of as `$defs`; as components they are there once. */
export function withNouns(schemas: Schemas): Schemas {
  const nouns: Schemas = {};
  const own = Object.entries(schemas).map(([name, { $defs, ...schema }]) => {
    Object.assign(nouns, $defs);
    return [name, schema] as const;
  });
  const text = JSON.stringify({ ...nouns, ...Object.fromEntries(own) });
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/')) as Schemas;
}
