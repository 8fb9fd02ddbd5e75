/** The page at `/docs`: every call with its fields, without scripts and without anybody's server. */
interface Schema {
  type?: string | string[];
  enum?: unknown[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
  anyOf?: Schema[];
  description?: string;
}
interface Operation {
  summary: string;
  description: string;
  requestBody: { content: Record<string, { schema: unknown }> };
  responses: { 200: { content: Record<string, { schema: unknown }> } };
}
interface Download {
  summary: string;
  description: string;
  parameters: { name: string; required: boolean }[];
  responses: { 200: { content: Record<string, unknown> } };
}
interface Document {
  info: { title: string; description: string };
  servers: { url: string }[];
  paths: Record<string, { post: Operation } | { get: Download }>;
}

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] ?? c,
  );

function typeOf(schema: Schema | undefined): string {
  if (!schema) return "";
  if (schema.enum) return schema.enum.map(String).join(" · ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].filter(Boolean).join(" or ");
  if (schema.type === "array") return `list of ${typeOf(schema.items) || "objects"}`;
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "text");
}

function rows(schema: Schema | undefined, depth = 0): string {
  return Object.entries(schema?.properties ?? {})
    .map(([name, field]) => {
      const needed = schema?.required?.includes(name) ? "" : " <i>optional</i>";
      const inner = field.properties ? field : field.items?.properties ? field.items : undefined;
      const row = `<tr><td style="padding-left:${depth * 1.25 + 0.5}rem"><code>${escape(name)}</code>${needed}</td><td>${escape(typeOf(field))}</td></tr>`;
      return row + (inner && depth < 3 ? rows(inner, depth + 1) : "");
    })
    .join("");
}

function section(
  path: string,
  { summary, description, requestBody, responses }: Operation,
): string {
  const asked = Object.values(requestBody.content)[0]?.schema as Schema;
  const envelopes = Object.values(responses[200].content)[0]?.schema as Schema | undefined;
  const answered = envelopes?.anyOf?.[0];
  return `<section id="${path.slice(1).replaceAll("/", "-")}"><h2>${escape(path)}</h2><p>${escape(`${summary} ${description}`)}</p>
<div><table><caption>sends</caption>${rows(asked)}</table><table><caption>answers in data</caption>${rows(answered?.properties?.data)}</table></div></section>`;
}

function fileSection(path: string, { summary, description, parameters, responses }: Download) {
  const fields = Object.fromEntries(parameters.map(({ name }) => [name, {}]));
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const type = Object.keys(responses[200].content).join(" or ");
  return `<section id="${path.slice(1).replaceAll("/", "-")}"><h2>GET ${escape(path)}</h2><p>${escape(`${summary} ${description} Answers ${type}.`)}</p>
<div><table><caption>in the address</caption>${rows({ properties: fields, required })}</table></div></section>`;
}

const style = `:root{color-scheme:light dark;font:15px/1.5 Inter,system-ui,sans-serif}body{margin:0 auto;max-width:70rem;padding:2rem 1rem}
nav{columns:16rem;font-size:.9rem}nav a{display:block;color:inherit}h2{font:600 1.1rem ui-monospace,monospace;margin:2.5rem 0 .25rem}
section>div{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr))}table{border-collapse:collapse;width:100%;align-self:start}
td{border-top:1px solid color-mix(in srgb,currentColor 15%,transparent);padding:.3rem .5rem;vertical-align:top;overflow-wrap:anywhere}
caption{text-align:left;font-weight:600;padding:.3rem .5rem}i{font-size:.85em}pre{overflow:auto;padding:1rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.5rem}`;

/** Renders the OpenAPI document as one page. */
export function docsPage(document: Document): string {
  const paths = Object.entries(document.paths);
  const links = paths
    .map(([path]) => `<a href="#${path.slice(1).replaceAll("/", "-")}">${path}</a>`)
    .join("");
  const url = document.servers[0]?.url ?? "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${document.info.title} API</title><style>${style}</style></head><body><main><h1>${document.info.title} API</h1>
<p>${escape(document.info.description)} The same as <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<pre>curl ${escape(url)}/v1/trafficInfo -d key=YOUR_ACCESS_KEY</pre><nav aria-label="Calls">${links}</nav>
${paths.map(([path, how]) => ("get" in how ? fileSection(path, how.get) : section(path, how.post))).join("\n")}</main></body></html>`;
}
