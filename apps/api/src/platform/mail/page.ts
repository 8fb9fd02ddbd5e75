/**
 * A mail as an HTML page: its blocks in a card. Styles are inline, because mail clients drop others;
 * those in the head only serve the dark scheme. Nothing is loaded but the installation's own logo.
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { langTag } from "@turnpike/locales/shop.ts";
import { escapeHtml } from "../http/page.ts";
import type { MailBrand } from "./brand.ts";

const FONT = `-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Noto Sans',sans-serif`;
const darkStyle = (accent: string) => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media(prefers-color-scheme:dark){
.ground{background:#0f1412!important}
.card{background:#171c1a!important;border-color:#2b3531!important;color:#e6ece9!important}
.code{background:#202925!important;border-color:#2b3531!important;color:#fff!important}
.brand,.link{color:${accent}!important}
.dim{color:#a2afa9!important}
.quote,.rule{border-color:#2b3531!important}
}`;

export interface MailPage {
  lang: Lang;
  /** Text. */
  subject: string;
  /** HTML. */
  blocks: string[];
  /** HTML: the signature, and the provider's lines below it. */
  footer: string[];
  brand: MailBrand;
}

/** The logo with the name as its words, which strict programs show instead; else the name. */
const brandLine = ({ name, logo }: MailBrand) =>
  logo === null
    ? escapeHtml(name)
    : `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="32"
style="display:block;border:0;height:32px;max-width:240px">`;

/** Returns the whole document. */
export function mailPage({ lang, subject, blocks, footer, brand }: MailPage): string {
  return `<!doctype html>
<html lang="${langTag(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${darkStyle(brand.accentDark)}</style></head>
<body class="ground" style="margin:0;padding:0;background:#f5f7f6">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0"
style="background:#f5f7f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"
style="max-width:560px"><tr><td class="brand" style="padding:0 4px 12px;text-align:left;
font:700 18px/1.4 ${FONT};color:${brand.accent}">${brandLine(brand)}</td></tr>
<tr><td class="card" style="padding:28px 28px 12px;text-align:left;background:#fff;
border:1px solid #dde4e1;border-radius:14px;font:16px/1.55 ${FONT};color:#17201d;
overflow-wrap:break-word;word-break:break-word">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.35">${escapeHtml(subject)}</h1>
${blocks.join("\n")}</td></tr>
<tr><td class="dim" style="padding:16px 4px;text-align:left;font:14px/1.5 ${FONT};color:#55635e">
${footer.join("\n")}</td></tr></table></td></tr></table></body></html>
`;
}
