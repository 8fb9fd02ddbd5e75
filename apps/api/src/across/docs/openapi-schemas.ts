/** The contract's zod types as JSON schemas: nouns by name, fields with their units and meanings. */
import type { Call } from "@turnpike/contract/call.ts";
import { z } from "zod";
import { meaningOf } from "./openapi-glossary.ts";
import { nouns } from "./openapi-nouns.ts";

/** As much of JSON Schema 2020-12 as the contract needs. */
export interface JsonSchema {
  $ref?: string;
  $schema?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  examples?: unknown[];
}
export type Schemas = Record<string, JsonSchema>;

/** A reference to a component by its kind and name. */
export const refTo = (kind: "schemas" | "responses" | "headers", name: string) => ({
  $ref: `#/components/${kind}/${name}`,
});

const options = { unrepresentable: "any", target: "draft-2020-12" } as const;
const bare = (type: z.ZodType, io: "input" | "output"): JsonSchema =>
  tidy(z.toJSONSchema(type, { ...options, io }) as JsonSchema);

/**
 * What says nothing to a reader is left out: bounds of all safe integers, the pattern of a date. An
 * answer may gain fields, so none is closed.
 */
function tidy({ $schema: _schema, ...schema }: JsonSchema): JsonSchema {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === "date-time" || schema.format === "date") delete schema.pattern;
  if (schema.enum && schema.const === undefined && !schema.type) schema.type = "string";
  return {
    ...schema,
    ...(schema.items ? { items: tidy(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(tidy) } : {}),
    ...(schema.properties ? { properties: eachOf(schema.properties, (field) => tidy(field)) } : {}),
  };
}

const eachOf = (fields: Schemas, by: (field: JsonSchema, name: string) => JsonSchema): Schemas =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, by(field, name)]));

/** Each field says what it is: in its own words, by its name's, and in which unit. */
function explained(schema: JsonSchema): JsonSchema {
  return {
    ...schema,
    ...(schema.items ? { items: explained(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(explained) } : {}),
    ...(schema.properties ? { properties: eachOf(schema.properties, explainedField) } : {}),
  };
}
function explainedField(field: JsonSchema, name: string): JsonSchema {
  const isInstant = [field, ...(field.anyOf ?? [])].some(({ format }) => format === "date-time");
  const description = meaningOf(name, { own: field.description ?? "", isInstant });
  return { ...explained(field), ...(description ? { description } : {}) };
}

const textOf = ({ description: _words, ...schema }: JsonSchema) => JSON.stringify(schema);
/** Which fields it has: texts are compared only where these are alike. */
const shapeOf = ({ properties = {} }: JsonSchema) => Object.keys(properties).join();

type Names = Map<string, { text: string; name: string }[]>;

/** Nouns by what they look like: whatever looks the same is named, however it was put together. */
function known(): { components: Schemas; names: Names } {
  const plain = Object.entries(nouns).map(([name, type]) => ({
    name,
    schema: bare(type, "output"),
  }));
  const names: Names = new Map();
  for (const { name, schema } of plain) {
    const alike = names.get(shapeOf(schema)) ?? [];
    names.set(shapeOf(schema), [...alike, { text: textOf(schema), name }]);
  }
  const components = plain.map(({ name, schema }) => {
    const { description, ...inner } = explained(named(schema, names, name));
    return [name, { title: name, ...(description ? { description } : {}), ...inner }] as const;
  });
  return { components: Object.fromEntries(components), names };
}

function nameOf(schema: JsonSchema, names: Names): string | undefined {
  const alike = schema.properties ? names.get(shapeOf(schema)) : undefined;
  if (alike === undefined) return undefined;
  const text = textOf(schema);
  return alike.find((one) => one.text === text)?.name;
}

/** The schema with references in place of what is a noun, itself only where it is not `own`. */
function named(schema: JsonSchema, names: Names, own = ""): JsonSchema {
  const name = nameOf(schema, names);
  if (name !== undefined && name !== own) {
    const { description } = schema;
    return { ...refTo("schemas", name), ...(description ? { description } : {}) };
  }
  const inner = (field: JsonSchema) => named(field, names);
  return {
    ...schema,
    ...(schema.items ? { items: inner(schema.items) } : {}),
    ...(schema.anyOf ? { anyOf: schema.anyOf.map(inner) } : {}),
    ...(schema.properties ? { properties: eachOf(schema.properties, inner) } : {}),
  };
}

const { components, names } = known();
/** The component of each noun. */
export const nounSchemas: Schemas = components;

/** What is answered, or sent to a webhook. */
export const answered = (type: z.ZodType): JsonSchema =>
  explained(named(bare(type, "output"), names));

/** One field as it is asked, such as a parameter of an address. */
export function askedField(name: string, type: z.ZodType): JsonSchema {
  return explainedField(withDefault(bare(type, "input"), type), name);
}

function withDefault(schema: JsonSchema, type: z.ZodType): JsonSchema {
  const absent = type.safeParse(undefined);
  const value: unknown = absent.success ? absent.data : undefined;
  return value === undefined || typeof value === "object" ? schema : { ...schema, default: value };
}

/** Whether a question is refused for want of the field. */
export const isNeeded = (type: z.ZodType) => !type.safeParse(undefined).success;

const askedBefore = new WeakMap<Call["question"], JsonSchema>();

/** What is asked: a field that has been read from text is asked for as what it was read into. */
export function asked(question: Call["question"], beside: Schemas = {}): JsonSchema {
  const own = askedBefore.get(question) ?? ownAsked(question);
  askedBefore.set(question, own);
  return { ...own, properties: { ...own.properties, ...beside } };
}
function ownAsked(question: Call["question"]): JsonSchema {
  const fields = Object.entries(question.shape) as [string, z.ZodType][];
  const required = fields.filter(([, type]) => isNeeded(type)).map(([name]) => name);
  const properties = Object.fromEntries(
    fields.map(([name, type]) => [name, askedField(name, type)] as const),
  );
  return { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
}
