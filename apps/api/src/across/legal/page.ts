/** The server's page of a legal document: no scripts, readable without the dashboard. */
import { type Lang, langs } from "@turnpike/contract/refusals.ts";
import { interpolate } from "@turnpike/locales/interpolate.ts";
import { legalSentences } from "@turnpike/locales/legal.ts";
import { langTag, longDate } from "@turnpike/locales/shop.ts";
import type { LegalKind } from "@turnpike/rules/legal.ts";
import { escapeHtml, type Page, page } from "../../platform/http/page.ts";
import type { ShownDocument } from "./document.ts";

export const LEGAL_PATH = "/legal";

/** Links to a kind in a language. */
const pathOf = (kind: LegalKind, lang: Lang) => `${LEGAL_PATH}/${kind}?lang=${lang}`;

const languageNames = new Map(
  langs.map((lang) => [
    lang,
    new Intl.DisplayNames([langTag(lang)], { type: "language" }).of(langTag(lang)) ?? lang,
  ]),
);

function links(label: string, entries: { href: string; text: string; lang?: Lang }[]): string {
  const items = entries.map(
    ({ href, text, lang }) =>
      `<li><a href="${href}"${lang ? ` lang="${langTag(lang)}" hreflang="${langTag(lang)}"` : ""}>${escapeHtml(text)}</a></li>`,
  );
  return `<nav class="links" aria-label="${escapeHtml(label)}"><ul>${items.join("")}</ul></nav>`;
}

/** Returns the page of a document as a reader of `lang` sees it. */
export function legalPage(
  lang: Lang,
  { kind, version, title, html, publishedAt, ...document }: ShownDocument,
  kinds: readonly LegalKind[],
): Page {
  const words = legalSentences(lang);
  const foreign = document.lang !== lang;
  const date = publishedAt && longDate(lang, publishedAt.getTime());
  const others = kinds.filter((one) => one !== kind);
  return page(
    langTag(lang),
    title,
    `<article class="card text"${foreign ? ` lang="${langTag(document.lang)}"` : ""}>
<h1 class="main">${escapeHtml(title)}</h1>
${foreign ? `<p class="note" lang="${langTag(lang)}">${escapeHtml(words.inEnglish)}</p>` : ""}
${html}${date ? `<p class="meta" lang="${langTag(lang)}">${escapeHtml(interpolate(words.version, { version, date }))}</p>` : ""}
</article>
${links(
  words.documents,
  others.map((one) => ({ href: pathOf(one, lang), text: words.kinds[one] })),
)}
${links(
  words.languages,
  langs
    .filter((one) => one !== lang)
    .map((one) => ({ href: pathOf(kind, one), text: languageNames.get(one) ?? one, lang: one })),
)}`,
    true,
  );
}
