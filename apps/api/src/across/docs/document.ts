/** What the pages read of the OpenAPI document. */
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
  /** Of a stream: what each of its events is. */
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

/** What a reference leads to; the schema itself where it is none. */
export function resolved(document: Document, schema: Schema): Schema {
  let found = schema;
  // A chain of references has an end; one that bites its tail has none.
  for (let steps = 0; found.$ref && steps < 10; steps += 1) {
    const name = found.$ref.split("/").at(-1) ?? "";
    const about = found.description;
    found = { ...document.components.schemas[name] };
    if (about) found.description = about;
  }
  return found;
}

/** The example of a body, wherever the document keeps it. */
export function exampleOf(body: Body | undefined): unknown {
  if (body?.example !== undefined) return body.example;
  return Object.values(body?.examples ?? {})[0]?.value;
}
