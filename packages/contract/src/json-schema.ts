/** The contract's zod types as JSON schemas, made by zod. Nouns (`.meta({ id })`) go to `$defs`. */
import { z } from "zod";

/** As much of JSON Schema 2020-12 as the contract needs. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Schemas;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  description?: string;
  properties?: Schemas;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  examples?: unknown[];
}
export type Schemas = Record<string, JsonSchema>;

/** A question is described as it is sent, before text is read; an answer as it is answered. */
type Io = "input" | "output";

/**
 * What says nothing to a reader is left out: bounds of all safe integers, the pattern of a date. An
 * answer may gain fields, so none is closed. An instant says in which form it is written.
 */
function tidy(schema: JsonSchema, { type, io }: { type: z.core.$ZodType; io: Io }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === "date-time" || schema.format === "date") delete schema.pattern;
  const { def } = (type as z.core.$ZodTypes)._zod;
  // zod leaves it out where text is read into the type first.
  if (def.type === "default") schema.default = def.defaultValue;
  // Nor does it see that a field read from text has to be there.
  const needed = def.type === "object" && io === "input" ? neededOf(def.shape) : [];
  if (needed.length > 0) schema.required = needed;
  const instant = [schema, ...(schema.anyOf ?? [])].some(({ format }) => format === "date-time");
  if (instant && schema.description && !schema.description.includes("ISO 8601"))
    schema.description += " ISO 8601, UTC.";
}

const neededOf = (shape: z.core.$ZodShape) =>
  Object.keys(shape).filter((name) => !z.safeParse(shape[name] as z.ZodType, undefined).success);

/** A type as it is asked (`input`: before text is read) or answered (`output`). */
export function schemaOf(type: z.ZodType, io: Io): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    // What only code can check, such as a sort order, is asked for as text.
    unrepresentable: "any",
    override: ({ jsonSchema, zodSchema }) =>
      tidy(jsonSchema as JsonSchema, { type: zodSchema, io }),
  });
  return schema as JsonSchema;
}
