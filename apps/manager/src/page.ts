/** The status page: local ports, allowed dashboards and the state file; no external resources. */
import { createHash } from "node:crypto";
import { pageScript } from "./page-script.ts";
import { pageStyle } from "./page-style.ts";

export interface PageFacts {
  folder: string;
  dashboards: readonly string[];
  notices: readonly string[];
  version: string;
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

/** The page, with a policy that allows only its own script and style. */
export function makePage(facts: PageFacts): { html: string; policy: string } {
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(pageScript)}`,
    `style-src ${hashOf(pageStyle)}`,
    "connect-src 'self'",
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  return { html: htmlOf(facts), policy };
}

const items = (texts: readonly string[]) =>
  texts.map((text) => `<li><code>${escape(text)}</code></li>`).join("");

function htmlOf({ folder, dashboards, notices, version }: PageFacts): string {
  const told = notices.map((notice) => `<p class="notice">${escape(notice)}</p>`).join("");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>Local proxy manager</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Local proxy manager</h1>
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
<ul>${items(dashboards)}</ul>
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
