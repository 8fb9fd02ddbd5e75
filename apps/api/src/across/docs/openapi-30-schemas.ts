/**
 * Schemas of `/openapi.json` in the words of OpenAPI 3.0, for code generators: each object has a
 * name, numbers their size, and answers neither lists of allowed values nor alternatives.
 */
import type { JsonSchema, Schemas } from "./openapi-schemas.ts";

/** A schema of OpenAPI 3.0. */
export interface Schema30 {
  $ref?: string;
  allOf?: Schema30[];
  type?: string;
  nullable?: true;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  description?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema30>;
  required?: string[];
  items?: Schema30;
  additionalProperties?: boolean | Schema30;
}

const prefix = "#/components/schemas/";
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** The names of calls' schemas as classes: `Ask_member` → `MemberRequest`. */
export function className(name: string): string {
  const [, kind, rest = ""] = /^(Ask|Done|Event)_(\w+)$/.exec(name) ?? [];
  if (kind === undefined) return name;
  const endings: Record<string, string> = { Ask: "Request", Done: "Response", Event: "Event" };
  return `${capital(rest)}${endings[kind]}`;
}
export const ref30 = (name: string): Schema30 => ({ $ref: prefix + name });

/** Where a schema is: requests keep their bounds and choices, answers may gain values. */
interface Place {
  /** The name for an object without one. */
  name: string;
  isRequest: boolean;
}

const isNull = ({ type }: JsonSchema) => type === "null";

/** Adds the values that exist today, which are no promise, to a description. */
function valuesTold(values: unknown[], description = ""): string {
  const shown = values.filter((one) => one !== null).map((one) => `\`${String(one)}\``);
  return shown.length > 12 ? description : `${description} Today: ${shown.join(", ")}.`.trim();
}

function choices(schema: JsonSchema, { isRequest }: Place): Schema30 {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values === undefined) return {};
  const known = values.filter((one) => one !== null);
  // Strict clients would refuse every answer with a value that a later release adds.
  if (!isRequest) return { description: valuesTold(values, schema.description) };
  return { enum: known };
}

const LARGEST_INT32 = 2 ** 31 - 1;

/** Bytes and sums do not fit in 32 bits, which generators assume. */
function sizeOf({ format, maximum = Number.POSITIVE_INFINITY }: JsonSchema, type: string) {
  if (type === "integer") return { format: maximum <= LARGEST_INT32 ? "int32" : "int64" };
  if (type === "number") return { format: "double" };
  return format === undefined ? {} : { format };
}

function typeOf({ type, enum: values = [], const: only }: JsonSchema): string {
  const [named] = [type ?? []].flat().filter((one) => one !== "null");
  if (named !== undefined) return named;
  const value = only ?? values.find((one) => one !== null);
  return typeof value === "number" ? "integer" : typeof value;
}

const kept = ["pattern", "minLength", "maxLength", "minimum", "maximum", "maxItems"] as const;

/** Converts the schemas of a document; objects within them become components of their own. */
export class Schemas30 {
  readonly all: Record<string, Schema30> = {};
  readonly #source: Schemas;

  constructor(source: Schemas) {
    this.#source = source;
  }

  /** Adds a component as it is in the document. */
  add(name: string): void {
    const isRequest = name.startsWith("Ask_");
    const source = this.#source[name];
    if (source)
      this.all[className(name)] = this.#plain(source, { name: className(name), isRequest });
  }

  /** Adds an object with these fields, and returns the reference to it. */
  named(name: string, schema: JsonSchema, isRequest: boolean): Schema30 {
    if (this.all[name]) throw new Error(`openapi 3.0: two schemas are called ${name}`);
    // Taken at once, so that no field takes it.
    this.all[name] = {};
    this.all[name] = this.#plain(schema, { name, isRequest });
    return ref30(name);
  }

  /** The fields of a call's result: its own, or those of the noun that it is. */
  fields(name: string, result: JsonSchema): Record<string, Schema30> {
    const noun = result.$ref?.slice(prefix.length);
    if (noun !== undefined) return this.all[noun]?.properties ?? {};
    return this.#fields(result.properties, { name: `${className(name)}Data`, isRequest: false });
  }

  /** Converts the schema of a request's parameter. */
  parameter(name: string, schema: JsonSchema): Schema30 {
    return this.#schema(schema, { name, isRequest: true });
  }

  #schema(schema: JsonSchema, place: Place): Schema30 {
    if (schema.$ref) return ref30(className(schema.$ref.slice(prefix.length)));
    const { anyOf } = schema;
    if (anyOf) return this.#alternatives(schema, anyOf, place);
    const isNullable = [schema.type].flat().includes("null") || schema.enum?.includes(null);
    const nullable = isNullable ? { nullable: true as const } : {};
    if (typeOf(schema) === "object" && schema.properties)
      return this.#told(this.named(place.name, schema, place.isRequest), schema, nullable);
    return { ...this.#plain(schema, place), ...nullable };
  }

  /** A reference has no siblings in 3.0. */
  #told(ref: Schema30, { description }: JsonSchema, nullable: { nullable?: true }): Schema30 {
    const told = { ...(description ? { description } : {}), ...nullable };
    return nullable.nullable ? { allOf: [ref], ...told } : ref;
  }

  /** Only null is an alternative in answers; in requests, kinds of text are. */
  #alternatives(schema: JsonSchema, anyOf: JsonSchema[], place: Place): Schema30 {
    const nullable = anyOf.some(isNull) ? { nullable: true as const } : {};
    const [first = {}, ...more] = anyOf.filter((one) => !isNull(one));
    const { description } = schema;
    if (more.length > 0)
      return { type: typeOf(first), ...(description ? { description } : {}), ...nullable };
    const one = this.#schema({ ...first, ...(description ? { description } : {}) }, place);
    return one.$ref ? this.#told(one, schema, nullable) : { ...one, ...nullable };
  }

  #fields(properties: Schemas = {}, place: Place): Record<string, Schema30> {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [
        name,
        this.#schema(field, { ...place, name: `${place.name}${capital(name)}` }),
      ]),
    );
  }

  #plain(schema: JsonSchema, place: Place): Schema30 {
    const { properties, required, items, additionalProperties: rest, description } = schema;
    const type = typeOf(schema);
    const own = Object.fromEntries(
      kept.flatMap((key) => {
        const value = (schema as Record<string, unknown>)[key];
        return place.isRequest && value !== undefined ? [[key, value]] : [];
      }),
    );
    const hasRest = rest !== undefined && typeof rest === "object";
    return {
      type,
      ...(description ? { description } : {}),
      ...sizeOf(schema, type),
      ...own,
      ...(place.isRequest && schema.default !== undefined ? { default: schema.default } : {}),
      ...choices(schema, place),
      ...(properties ? { properties: this.#fields(properties, place) } : {}),
      ...(properties && required?.length ? { required } : {}),
      ...(items ? { items: this.#schema(items, { ...place, name: `${place.name}Item` }) } : {}),
      ...(hasRest
        ? { additionalProperties: this.#schema(rest, { ...place, name: `${place.name}Value` }) }
        : {}),
    };
  }
}
