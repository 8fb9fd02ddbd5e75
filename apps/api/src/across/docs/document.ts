/** The parts of the OpenAPI document that the pages read. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  description?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}
export interface Body {
  schema?: Schema;
  /** For streams: the schema of each event. */
  "x-event"?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}
export interface Parameter {
  name: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
  example?: unknown;
}
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Body> };
  responses: Record<string, { description?: string; content?: Record<string, Body> }>;
  "x-refusals"?: { code: number; reason: string; sentence?: string }[];
  "x-access"?: string;
  "x-once"?: boolean;
  "x-events"?: boolean;
  servers?: { url: string }[];
}
export interface Document {
  info: { title: string; description?: string };
  servers: { url: string }[];
  tags?: { name: string; description?: string }[];
  paths: Record<string, unknown>;
  components: { schemas: Record<string, Schema> };
}

/** Follows a schema's `$ref`; returns the schema itself if it has none. */
export function resolveRef(document: Document, schema: Schema): Schema {
  let found = schema;
  // The bound ends circular references.
  for (let steps = 0; found.$ref && steps < 10; steps += 1) {
    const name = found.$ref.split("/").at(-1) ?? "";
    const about = found.description;
    found = { ...document.components.schemas[name] };
    if (about) found.description = about;
  }
  return found;
}

/** Returns a body's example, from `example` or `examples`. */
export function exampleOf(body: Body | undefined): unknown {
  if (body?.example !== undefined) return body.example;
  return Object.values(body?.examples ?? {})[0]?.value;
}
