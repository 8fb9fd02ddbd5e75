/**
 * Renders a mail as an HTML page: the text's paragraphs in a card. Styles are inline, because mail
 * clients drop others. Nothing is loaded from the network. The only links are URLs in the mail's
 * values.
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { escapeHtml } from "../http/page.ts";

const FONT = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',sans-serif`;
const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.ground{background:#0f1412!important}
.card{background:#171c1a!important;border-color:#2b3531!important;color:#e6ece9!important}
.code{background:#202925!important;border-color:#2b3531!important;color:#fff!important}
.brand,.link{color:#5cc9a0!important}
.dim{color:#a2afa9!important}
}`;

const CODE = [
  "margin:20px 0;padding:16px;text-align:center;background:#eef4f1;border:1px solid #dde4e1",
  "border-radius:10px;font-size:34px;line-height:1.2;font-weight:700;letter-spacing:8px",
  "font-family:ui-monospace,Menlo,Consolas,monospace;color:#17201d",
].join(";");

export interface MailPage {
  lang: Lang;
  subject: string;
  /** Paragraphs separated by empty lines; the last one is the signature. */
  text: string;
  /** Shown large where it forms a paragraph. */
  code?: string | undefined;
  /** URLs that become links in the text. */
  urls?: readonly string[];
}

/** Returns the whole document. All inputs are text and are escaped. */
export function mailPage({ lang, subject, text, code, urls = [] }: MailPage): string {
  const parts = text.trim().split(/\n{2,}/);
  const signature = parts.pop() ?? "";
  const toHtml = (part: string) => withLinks(escapeHtml(part), urls).replaceAll("\n", "<br>");
  const paragraphs = parts.map((part) =>
    part === code
      ? `<p class="code" style="${CODE}">${escapeHtml(part)}</p>`
      : `<p style="margin:0 0 16px">${toHtml(part)}</p>`,
  );
  return `<!doctype html>
<html lang="${langTag(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f5f7f6">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0"
style="background:#f5f7f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="max-width:560px"><tr><td class="brand" style="padding:0 4px 12px;text-align:left;
font:700 18px/1.4 ${FONT};color:#0b5d45">Turnpike</td></tr>
<tr><td class="card" style="padding:28px 28px 12px;text-align:left;background:#fff;
border:1px solid #dde4e1;border-radius:14px;font:16px/1.55 ${FONT};color:#17201d;
overflow-wrap:break-word;word-break:break-word">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.35">${escapeHtml(subject)}</h1>
${paragraphs.join("\n")}</td></tr>
<tr><td class="dim" style="padding:16px 4px;text-align:left;font:14px/1.5 ${FONT};color:#55635e">
${toHtml(signature)}</td></tr></table></td></tr></table></body></html>
`;
}

/**
 * Turns URLs in escaped HTML into links. The longest URL is replaced first, because a shorter one
 * may be its prefix.
 */
function withLinks(html: string, urls: readonly string[]): string {
  const [url, ...others] = urls.toSorted((a, b) => b.length - a.length);
  if (!url) return html;
  const address = escapeHtml(url);
  const link = `<a class="link" href="${address}" style="color:#0b5d45">${address}</a>`;
  const pieces = html.split(address);
  return pieces.map((part) => withLinks(part, others)).join(link);
}
