/** The status page: local ports, allowed dashboards and the state file; no external resources. */
import { createHash } from "node:crypto";
import type { PageBrand } from "./brand.ts";
import { pageScript } from "./page-script.ts";

/** Styles of the status page: light and dark, from 360 px wide. */
const pageStyle = `
:root {
  color-scheme: light dark;
  --ink: #1c2024; --quiet: #5b6470; --ground: #f6f7f9; --card: #fff; --line: #d9dde3;
  --good: #17663a; --bad: #b42318; --action: var(--accent, #1f5fbf);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8eaed; --quiet: #a7b0bc; --ground: #14171b; --card: #1d2126; --line: #363c44;
    --good: #6fd39b; --bad: #ff9b8f; --action: var(--accent-dark, #8db8ff);
  }
  .brand .dark:not([src="data:,"]) { display: block; }
  .brand .light { display: none; }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 66rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
.brand { display: flex; align-items: center; gap: .6rem; margin: 0 0 1.25rem; font-weight: 650; }
.brand img { height: 28px; max-width: 14rem; }
.brand img[src="data:,"], .brand .dark { display: none; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 1.75rem 0 .5rem; }
p { margin: 0 0 .5rem; max-width: 44rem; }
code { font: .92em ui-monospace, monospace; overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 1.25rem; }
.quiet, #status { color: var(--quiet); }
.quiet { margin-top: 2rem; }
.notice { border-left: 3px solid var(--bad); padding: .5rem .75rem; background: var(--card); }
.table { overflow-x: auto; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; }
.table:has(table[hidden]) { display: none; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .5rem .75rem; vertical-align: top; white-space: nowrap; }
th { color: var(--quiet); font-weight: 500; }
td { border-top: 1px solid var(--line); }
td.address { white-space: normal; overflow-wrap: anywhere; min-width: 8rem; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.listening { color: var(--good); }
.failed, .expired { color: var(--bad); }
.detail { display: block; color: var(--quiet); white-space: normal; max-width: 18rem; }
a { color: var(--action); overflow-wrap: anywhere; }
li a { display: inline-block; min-height: 24px; }
button { font: inherit; color: var(--action); background: none; border: 1px solid var(--line);
  border-radius: 6px; padding: .2rem .6rem; cursor: pointer; }
button + button { margin-left: .4rem; }
button:hover { border-color: currentColor; }
button:focus-visible, .table:focus-visible { outline: 2px solid var(--action); outline-offset: 2px; }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 44rem) {
  .table { border: 0; background: none; overflow: visible; }
  table, thead, tbody, tr, td { display: block; }
  thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
  tr { background: var(--card); border: 1px solid var(--line); border-radius: 8px;
    margin-bottom: .75rem; padding: .25rem 0; }
  td { border: 0; display: flex; justify-content: space-between; gap: 1rem; text-align: right;
    white-space: normal; padding: .25rem .75rem; }
  td::before { content: attr(data-name); color: var(--quiet); text-align: left; }
  td.actions { justify-content: flex-end; }
  .detail { text-align: right; }
}
`;

export interface PageFacts {
  folder: string;
  dashboards: readonly string[];
  notices: readonly string[];
  version: string;
  /** The provider's; null if it is not known. */
  brand: PageBrand | null;
}

const escaped: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => escaped[sign] ?? sign);
const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The brand's colours; those of a brand are `#rrggbb`. */
const coloursOf = (brand: PageBrand | null) =>
  brand ? `:root { --accent: ${brand.accent}; --accent-dark: ${brand.accentDark}; }\n` : "";

/** Builds the page, with a policy that allows only its own script and style. */
export function makePage(facts: PageFacts): { html: string; policy: string } {
  const style = pageStyle + coloursOf(facts.brand);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(pageScript)}`,
    `style-src ${hashOf(style)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: htmlOf(facts, style), policy };
}

const items = (texts: readonly string[]) =>
  texts.map((text) => `<li><code>${escape(text)}</code></li>`).join("");

/** Links to origins from the manager's settings; all are http or https. */
const links = (origins: readonly string[]) =>
  origins
    .map((origin) => `<li><a href="${escape(origin)}/cli/home">${escape(origin)}</a></li>`)
    .join("");

const NO_IMAGE = "data:,";
const TITLE = "Local proxy manager";

/** The provider's logo and name, which the script changes if they change. */
function headOf(brand: PageBrand | null): string {
  const image = (kind: string, source: string | undefined) =>
    `<img class="${kind}" alt="" src="${escape(source || NO_IMAGE)}">`;
  const images = image("light", brand?.logo) + image("dark", brand?.logoDark);
  return `<p class="brand" id="brand"${brand ? "" : " hidden"}>${images}<span>${escape(brand?.name ?? "")}</span></p>`;
}

function htmlOf({ folder, dashboards, notices, version, brand }: PageFacts, style: string): string {
  const told = notices.map((notice) => `<p class="notice">${escape(notice)}</p>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" id="icon" href="${escape(brand?.favicon || NO_IMAGE)}">
<title>${brand ? `${TITLE} · ${escape(brand.name)}` : TITLE}</title>
<style>${style}</style>
</head>
<body>
<main>
${headOf(brand)}
<h1>${TITLE}</h1>
<p>It opens ports on this computer that lead to the proxies you have bought. Programs here use them
without a password; other computers cannot reach them.</p>
${told}
<p id="status" role="status">Loading …</p>
<h2>Local ports</h2>
<p id="none" hidden>There are no local ports yet: start some in the dashboard.</p>
<div class="table" role="region" aria-label="Local ports" tabindex="0">
<table id="ports" hidden>
<thead><tr><th scope="col">Local address</th><th scope="col">State</th><th scope="col">Leads to</th>
<th scope="col">Ends</th><th scope="col" class="number">Connections</th>
<th scope="col" class="number">Up</th><th scope="col" class="number">Down</th>
<th scope="col"><span class="hidden">Actions</span></th></tr></thead>
<tbody></tbody>
</table>
</div>
<h2>Who may use it</h2>
<p>These dashboards, when you open them in a browser on this computer, and programs that run here:</p>
<ul>${links(dashboards)}</ul>
<h2>Where it is kept</h2>
<p>The list of ports, with the passwords of your proxies, lies in a folder that only you can read:</p>
<ul>${items([folder])}</ul>
<p class="quiet">Version ${escape(version)}</p>
</main>
<script>${pageScript}</script>
</body>
</html>
`;
}
