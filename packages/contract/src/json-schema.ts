/** Converts the contract's zod types to JSON schemas; `.meta({ id })` types go to `$defs`. */
import { z } from "zod";

/** The part of JSON Schema 2020-12 that the contract needs. */
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

/** Requests are described as sent, before text is parsed; responses as returned. */
type Io = "input" | "output";

/**
 * Drops what tells readers nothing: the bounds of safe integers, the pattern of a date. Responses
 * may gain fields, so no object is closed. Instants get their format in the description.
 */
function tidy(schema: JsonSchema, { type, io }: { type: z.core.$ZodType; io: Io }): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === "date-time" || schema.format === "date") delete schema.pattern;
  const { def } = (type as z.core.$ZodTypes)._zod;
  // zod omits the default of a field that is parsed from text first.
  if (def.type === "default") schema.default = def.defaultValue;
  // zod also does not notice that a field parsed from text is required.
  const needed = def.type === "object" && io === "input" ? requiredFields(def.shape) : [];
  if (needed.length > 0) schema.required = needed;
  const instant = [schema, ...(schema.anyOf ?? [])].some(({ format }) => format === "date-time");
  if (instant && schema.description && !schema.description.includes("ISO 8601"))
    schema.description += " ISO 8601, UTC.";
}

const requiredFields = (shape: z.core.$ZodShape) =>
  Object.keys(shape).filter((name) => !z.safeParse(shape[name] as z.ZodType, undefined).success);

/** The schema of a type in a request (`input`: before text is parsed) or response (`output`). */
export function schemaOf(type: z.ZodType, io: Io): JsonSchema {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(type, {
    io,
    // What only code can check, such as a sort order, is described as text.
    unrepresentable: "any",
    override: ({ jsonSchema, zodSchema }) =>
      tidy(jsonSchema as JsonSchema, { type: zodSchema, io }),
  });
  return schema as JsonSchema;
}
