/** The layout around every page: head, menu, links to the neighbouring pages, footer. */
import type { Brand } from "../../platform/brand/brand.ts";
import { brandMark } from "../../platform/http/page.ts";
import { escape } from "./escape.ts";
import type { Heading } from "./markdown.ts";
import { type Page, pages } from "./pages.ts";

export interface LayoutInput {
  page: Page;
  html: string;
  headings: Heading[];
  publicUrl: string;
  /** HTML below the page's own menu entry: the calls of the reference. */
  menuExtra?: string;
  /** Full width instead of a column of text. */
  wide?: boolean;
  /** Version of the static files, appended to their URLs because they are cached. */
  version: string;
  brand: Brand;
  /** The operator's snippet. */
  head: string;
}

/** The brand's colours, which the stylesheet uses. */
const colours = ({ accent, accentDark }: Brand) =>
  `<style>:root{--brand-accent:${accent};--brand-accent-dark:${accentDark}}</style>`;

function menu({ page, menuExtra = "" }: LayoutInput): string {
  const groups = [...new Set(pages.map(({ group }) => group))];
  const entry = (one: Page) => {
    const current = one === page ? ' aria-current="page"' : "";
    return `<li><a href="${one.path}"${current}>${escape(one.title)}</a></li>`;
  };
  const lists = groups.map((group) => {
    const own = pages.filter((one) => one.group === group);
    return `<p>${escape(group)}</p><ul>${own.map(entry).join("")}</ul>`;
  });
  return `<nav id="menu" aria-label="Documentation"><a class="close" href="#content">Close the menu</a>${lists.join("")}${menuExtra}</nav>`;
}

function tableOfContents(headings: Heading[]): string {
  const shown = headings.filter(({ depth }) => depth <= 3);
  if (shown.length < 3) return "";
  const entries = shown.map(
    ({ depth, anchor, text }) =>
      `<li class="d${depth}"><a href="#${anchor}">${escape(text)}</a></li>`,
  );
  return `<nav class="toc" aria-label="On this page"><p>On this page</p><ul>${entries.join("")}</ul></nav>`;
}

/** Links to the previous and the next page. */
function previousAndNext(page: Page): string {
  const at = pages.indexOf(page);
  const link = (to: Page | undefined, rel: string, word: string) =>
    to
      ? `<a rel="${rel}" href="${to.path}"><span>${word}</span>${escape(to.title)}</a>`
      : "<span></span>";
  return `<nav class="way" aria-label="Pages before and after">${link(pages[at - 1], "prev", "Before")}${link(pages[at + 1], "next", "Next")}</nav>`;
}

/** Returns the whole page as HTML. */
export function layout(input: LayoutInput): string {
  const { page, html, headings, publicUrl, wide = false, version, brand } = input;
  const { name } = brand;
  const title = page.name === "start" ? `${name} documentation` : `${page.title} · ${name}`;
  const text = `/docs/${page.name}.md`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<meta name="description" content="${escape(page.summary)}">
<meta name="theme-color" content="${brand.accent}">
<link rel="canonical" href="${escape(publicUrl + page.path)}">
<link rel="alternate" type="text/markdown" href="${text}" title="This page as Markdown">
<link rel="icon" href="/favicon.svg?v=${brand.favicon.version}" type="image/svg+xml">
<link rel="stylesheet" href="/docs/files/docs.css?${version}">
${colours(brand)}
<script src="/docs/files/docs.js?${version}"></script>
${input.head}</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="menu-link" href="#menu">Menu</a>
<a class="logo" href="/docs">${brandMark(brand, 26)} <b>Docs</b></a>
<nav aria-label="Site"><a href="/docs/api" class="roomy">API</a><a href="/docs/gateway" class="roomy">Gateway</a><a href="/cli/home">Dashboard</a></nav>
</header>
<div class="columns${wide ? " wide" : ""}">
${menu(input)}
<main id="content" tabindex="-1">
<article>
${html}
</article>
${previousAndNext(page)}
<footer><p>These pages are in English; the dashboard and every refusal speak six languages. For programs: <a href="${text}">this page as Markdown</a>, <a href="/llms.txt">llms.txt</a>, <a href="/openapi.json">OpenAPI 3.1</a>.</p></footer>
</main>
${wide ? "" : tableOfContents(headings)}
</div>
</body>
</html>
`;
}
