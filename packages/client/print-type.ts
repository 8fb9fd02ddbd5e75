/** Prints JSON schemas as TypeScript types, for generate.ts. */

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** What is printed for a field differs: people write dates and flags in more ways than are answered. */
export type Side = "asked" | "answered";
/** A type's own name, where its printed text has one. */
export type NameOf = (text: string) => string | undefined;

const unnamed: NameOf = () => undefined;
const union = (types: string[]) => [...new Set(types)].join(" | ");
const inList = (type: string) => (type.includes(" | ") ? `(${type})[]` : `${type}[]`);

/** The text of a type. */
export function printType(schema: Schema, side: Side, nameOf: NameOf = unnamed): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "unknown";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((one) => JSON.stringify(one)));
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return union(several.map((one) => printType(one, side, nameOf)));
  if (schema.allOf) return schema.allOf.map((one) => printType(one, side, nameOf)).join(" & ");
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? ""];
  return union(types.map((type) => printOne(type, schema, side, nameOf)));
}

function printOne(type: string, schema: Schema, side: Side, nameOf: NameOf): string {
  switch (type) {
    case "string":
      return side === "asked" && schema.format === "date-time" ? "string | Date" : "string";
    case "integer":
    case "number":
      return "number";
    case "boolean":
      return side === "asked" ? "boolean | 0 | 1" : "boolean";
    case "null":
      return "null";
    case "array":
      return inList(printType(schema.items ?? {}, side, nameOf));
    case "object": {
      // Found by the text without names in it, which is the same wherever it stands.
      return nameOf(printObject(schema, side)) ?? printObject(schema, side, nameOf);
    }
    default:
      return "unknown";
  }
}

/** An object's type in braces, with its fields' descriptions. */
export function printObject(schema: Schema, side: Side, nameOf: NameOf = unnamed): string {
  const { additionalProperties: rest } = schema;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    const type = printType(field, side, nameOf);
    const needed = schema.required?.includes(name);
    const absent = side === "asked" && !needed ? " | undefined" : "";
    return `${comment(field.description)}${key}${needed ? "" : "?"}: ${type}${absent};`;
  });
  if (fields.length > 0) return `{\n${indented(fields.join("\n"))}\n}`;
  const values = typeof rest === "object" ? printType(rest, side, nameOf) : "unknown";
  return typeof rest === "object" || rest === true
    ? `Record<string, ${values}>`
    : "Record<never, never>";
}

/** A docstring, or nothing. */
export function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ")} */\n` : "";
}

export const indented = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");
