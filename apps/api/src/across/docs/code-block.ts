/** Code blocks with basic syntax highlighting, and a copy button where scripts run. */
import { escape } from "./escape.ts";

/** Comment patterns by language; other languages have none. */
const comments: Record<string, string> = {
  sh: "(?<=^|\\s)#.*",
  python: "(?<=^|\\s)#.*",
  php: "\\/\\/.*",
  js: "(?<=^|\\s)\\/\\/.*",
  ts: "(?<=^|\\s)\\/\\/.*",
  go: "(?<=^|\\s)\\/\\/.*",
};
const aliases: Record<string, string> = {
  bash: "sh",
  shell: "sh",
  javascript: "js",
  mjs: "js",
  typescript: "ts",
  py: "python",
};
const words =
  "await|async|const|let|var|function|return|import|from|export|for|of|if|else|new|try|catch|throw|def|with|as|print|package|func|true|false|null|None|True|False";
const text = `"(?:[^"\\\\\\n]|\\\\.)*"|'(?:[^'\\\\\\n]|\\\\.)*'`;
const coloured = new Set(["sh", "python", "php", "js", "ts", "go", "json"]);

/** Returns code as HTML with comments, strings and keywords marked. */
export function colour(code: string, language: string): string {
  const known = aliases[language] ?? language;
  if (!coloured.has(known)) return escape(code);
  const comment = comments[known] ?? "(?!)";
  const word = known === "sh" ? "(?<=^|[|(]\\s*)curl\\b" : `\\b(?:${words})\\b`;
  const parts = new RegExp(`(?<c>${comment})|(?<s>${text})|(?<k>${word})`, "gm");
  let html = "";
  let at = 0;
  for (const { 0: found, index, groups = {} } of code.matchAll(parts)) {
    const kind = groups.c ? "c" : groups.s ? "s" : "k";
    html += `${escape(code.slice(at, index))}<span class="${kind}">${escape(found)}</span>`;
    at = index + found.length;
  }
  return html + escape(code.slice(at));
}

/**
 * Returns the block as HTML. Wide code can be scrolled, also with the keyboard; `label` is its name
 * for screen readers.
 */
export function codeBlock(code: string, language: string, label: string): string {
  const html = colour(code.replace(/\n$/, ""), language);
  // Text without a language is usually one long line: wrap it instead of scrolling.
  const flow = language === "text" ? ' class="flow"' : "";
  return `<div class="code"><pre${flow} tabindex="0" role="group" aria-label="${escape(label)}"><code>${html}</code></pre></div>\n`;
}
