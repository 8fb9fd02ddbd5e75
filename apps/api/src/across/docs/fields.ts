/** The fields of requests and responses, as the pages show them. */
import { type Document, resolveRef, type Schema } from "./document.ts";

export interface Field {
  name: string;
  type: string;
  required: boolean;
  /** Description, bounds and units; empty if the name is enough. */
  about: string;
  /** The fields of an object, or of the objects in a list. */
  fields: Field[];
}

/** Deeper fields are not shown; it also ends circular schemas. */
const deepest = 6;

/** Returns the fields of an object schema, following references. */
export function fieldsOf(document: Document, schema: Schema, depth = 0): Field[] {
  const { properties = {}, required = [] } = mergeAllOf(document, schema);
  if (depth > deepest) return [];
  return Object.entries(properties).map(([name, property]) => {
    const field = resolveRef(document, property);
    const inner = innerOf(document, field);
    return {
      name,
      type: typeOf(document, field),
      required: required.includes(name),
      about: aboutOf(field),
      fields: inner ? fieldsOf(document, inner, depth + 1) : [],
    };
  });
}

/** Resolves an object's schema, with the parts of `allOf` merged into it. */
function mergeAllOf(document: Document, schema: Schema): Schema {
  const found = resolveRef(document, schema);
  if (!found.allOf) return found;
  const parts = found.allOf.map((part) => mergeAllOf(document, part));
  return {
    properties: Object.assign({}, found.properties, ...parts.map((part) => part.properties)),
    required: [...(found.required ?? []), ...parts.flatMap((part) => part.required ?? [])],
  };
}

/** The object schema inside a field: itself, a list's items, or an alternative of a union. */
function innerOf(document: Document, schema: Schema): Schema | undefined {
  const found = resolveRef(document, schema);
  if (found.properties || found.allOf) return found;
  if (found.items) return innerOf(document, found.items);
  return (found.anyOf ?? found.oneOf)?.map((one) => innerOf(document, one)).find(Boolean);
}

/** Returns a type in TypeScript notation. */
export function typeOf(document: Document, schema: Schema): string {
  const found = resolveRef(document, schema);
  if (found.const !== undefined) return JSON.stringify(found.const);
  if (found.enum) return found.enum.map((one) => JSON.stringify(one)).join(" | ");
  const several = found.anyOf ?? found.oneOf;
  if (several) return [...new Set(several.map((one) => typeOf(document, one)))].join(" | ");
  if (found.allOf || found.properties) return "object";
  if (found.items) {
    const item = typeOf(document, found.items);
    return item.includes(" | ") ? `(${item})[]` : `${item}[]`;
  }
  return [found.type ?? "any"].flat().join(" | ");
}

const aboutOf = (schema: Schema) =>
  [(schema.description ?? "").replace(/\.$/, ""), ...boundsOf(schema)].filter(Boolean).join("; ");

function boundsOf({ minimum, maximum, maxLength, ...schema }: Schema): string[] {
  // The limits of safe integers are of no interest to readers.
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum;
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum;
  const number = new Intl.NumberFormat("en");
  const bounds: string[] = [];
  if (least !== undefined && most !== undefined)
    bounds.push(`${number.format(least)} to ${number.format(most)}`);
  else if (least !== undefined) bounds.push(`from ${number.format(least)} on`);
  else if (most !== undefined) bounds.push(`at most ${number.format(most)}`);
  if (maxLength !== undefined) bounds.push(`at most ${number.format(maxLength)} characters`);
  if (schema.maxItems !== undefined) bounds.push(`at most ${number.format(schema.maxItems)}`);
  const statesDefault = schema.description?.includes("by default");
  if (schema.default !== undefined && !statesDefault)
    bounds.push(`default ${JSON.stringify(schema.default)}`);
  return bounds;
}
