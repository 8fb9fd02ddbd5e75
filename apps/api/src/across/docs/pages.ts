/** All documentation pages, in reading order. */
import { readFileSync } from "node:fs";
import path from "node:path";

export interface Page {
  /** Name of the text, `/docs/NAME.md`, and of its file in the repository's `docs`. */
  name: string;
  path: string;
  title: string;
  /** One sentence, for lists and search engines. */
  summary: string;
  group: string;
}

const page = (name: string, group: string, title: string, summary: string): Page => ({
  name,
  group,
  title,
  summary,
  path: name === "start" ? "/docs" : `/docs/${name}`,
});

export const pages: readonly Page[] = [
  page("start", "Begin", "Start", "The products, and your first proxied request in a minute."),
  page(
    "gateway",
    "Use proxies",
    "The gateway",
    "HTTP and SOCKS5 on one port: usernames and their parameters, sessions, refusals, billing.",
  ),
  page(
    "extraction",
    "Use proxies",
    "Extraction links",
    "Whitelisted ports without a password, and links that return proxies to programs.",
  ),
  page(
    "formats",
    "Use proxies",
    "Export formats",
    "How lists of proxies are written for curl, browsers, Clash, squid and others.",
  ),
  page(
    "manager",
    "Use proxies",
    "Local proxy manager",
    "A small program that opens local ports without a password on your own computer.",
  ),
  page(
    "api",
    "Build on it",
    "API reference",
    "Every call with its fields, units, examples and refusals.",
  ),
  page(
    "client",
    "Build on it",
    "TypeScript client",
    "A typed client without dependencies: retries that never buy twice, pages, streams.",
  ),
  page(
    "python",
    "Build on it",
    "Python client",
    "A typed client, synchronous and asynchronous, and a middleware for Scrapy.",
  ),
  page(
    "agents",
    "Build on it",
    "Agents (MCP)",
    "Tools for Claude, Cursor and other agents: proxies, usage, and buying within a limit.",
  ),
  page(
    "webhooks",
    "Build on it",
    "Webhooks",
    "Events of an account, sent to your own programs and signed.",
  ),
  page(
    "lookup",
    "Build on it",
    "IP lookup",
    "Where an address is, and exits held online by a script.",
  ),
  page(
    "errors",
    "Build on it",
    "Refusals",
    "Every reason for which a call is refused: its code, its name, its sentence.",
  ),
];

const folder = path.resolve(import.meta.dirname, "../../../../../docs");

/** Reads a page's source from the repository. */
export const sourceOf = ({ name }: Page) => readFileSync(path.join(folder, `${name}.md`), "utf8");

/** The page a link between repository files refers to: `formats.md`, `docs/formats.md#a`. */
export function pageOfLink(href: string): string | null {
  const found = /^(?:\.\/|docs\/)?([a-z-]+)\.md(#.*)?$/.exec(href);
  const page = pages.find(({ name }) => name === found?.[1]);
  return page ? page.path + (found?.[2] ?? "") : null;
}
