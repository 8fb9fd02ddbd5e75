/** Texts for language models (llmstxt.org): the list of pages, and all pages in one file. */
import type { DocsAddresses } from "./fill.ts";
import { type Page, pages } from "./pages.ts";

const about = (name: string) =>
  `${name} sells proxies: residential and ISP exits by traffic, static IPs, unlimited ports. One gateway port speaks HTTP proxy and ` +
  "SOCKS5; an HTTP API does everything that the dashboard does; refusals carry a stable reason.";

/** `/llms.txt`: every page with a link to its Markdown. */
export function llmsText({ name, publicUrl }: DocsAddresses): string {
  const entry = (page: Page) =>
    `- [${page.title}](${publicUrl}/docs/${page.name}.md): ${page.summary}`;
  const groups = [...new Set(pages.map(({ group }) => group))];
  const lists = groups.map((group) => {
    const own = pages.filter((page) => page.group === group);
    return `## ${group}\n\n${own.map(entry).join("\n")}`;
  });
  return `# ${name}

> ${about(name)}

Calls are POST with form or JSON fields to ${publicUrl}; answers are {"code": 0, "msg": "", "data": {}}. Money is integer US cents, traffic integer bytes (1 GB = 1,000,000,000), instants are ISO 8601 UTC.

${lists.join("\n\n")}

## Optional

- [OpenAPI 3.1](${publicUrl}/openapi.json): every call
- [OpenAPI 3.0](${publicUrl}/openapi-3.0.json): the calls for code generators
- [All pages in one text](${publicUrl}/llms-full.txt): this documentation whole
`;
}

/** `/llms-full.txt`: all pages concatenated, each preceded by its URL. */
export function llmsFullText(
  { name, publicUrl }: DocsAddresses,
  textOf: (page: Page) => string,
): string {
  const all = pages.map((page) => `Source: ${publicUrl}${page.path}\n\n${textOf(page).trim()}`);
  return `# ${name}\n\n> ${about(name)}\n\n${all.join("\n\n---\n\n")}\n`;
}
