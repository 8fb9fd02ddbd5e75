/** A self-contained page: no script, inline style, light and dark, any width. */
import { wordsOn } from "@turnpike/rules/accent.ts";
import type { FastifyReply } from "fastify";
import type { Brand } from "../brand/brand.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

const STYLE = `
:root{color-scheme:light dark;--page:#f5f7f6;--card:#fff;--text:#17201d;
--dim:#55635e;--line:#dde4e1;--edge:#7b8984;
--on-main:#fff;--soft:color-mix(in srgb,var(--main) 8%,var(--card));--note:#fff6e0;--note-text:#6b4700;
--good:#0b6b3a;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--page:#0f1412;--card:#171c1a;--text:#e6ece9;
--dim:#a2afa9;
--line:#2b3531;--edge:#7a8983;
--note:#3a2f12;--note-text:#ffdf9a;
--good:#6fdda0;--bad:#ff9b94}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:var(--page);color:var(--text);line-height:1.5;
font-family:Inter,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{max-width:30rem;margin:0 auto;padding:2rem 1rem}
main.wide{max-width:52rem}
.brand{display:flex;align-items:center;gap:.6rem;font-weight:650;margin:0 0 1rem}
.brand img{flex:none;max-width:14rem;display:block}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:1.5rem;
margin-bottom:1rem;box-shadow:0 1px 2px rgb(0 0 0/5%),0 8px 24px rgb(0 0 0/6%)}
h1{font-size:1.15rem;margin:0;color:var(--dim);font-weight:550}
h1.main{font-size:1.3rem;line-height:1.35;color:inherit;font-weight:640}
h2{font-size:1rem;margin:0;overflow-wrap:anywhere}
.amount{font-size:2.4rem;font-weight:700;letter-spacing:-.02em;margin:.1rem 0 1rem;
font-variant-numeric:tabular-nums}
dl{margin:0 0 1.25rem;border-top:1px solid var(--line)}
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.6rem 0;
border-bottom:1px solid var(--line)}
dt{color:var(--dim)}
dd{margin:0;text-align:right;overflow-wrap:break-word;min-width:0;
font-variant-numeric:tabular-nums}
.note{background:var(--note);color:var(--note-text);border-radius:10px;padding:.7rem .9rem;
margin:0 0 1.25rem;font-size:.92rem}
.good{color:var(--good);font-weight:600}.bad{color:var(--bad);font-weight:600}
button,.button{display:block;width:100%;font:inherit;font-weight:600;text-align:center;
cursor:pointer;
padding:.75rem 1rem;border-radius:10px;border:1px solid var(--line);background:var(--soft);
color:var(--text);text-decoration:none}
button.main,.button.main{background:var(--main);border-color:var(--main);color:var(--on-main)}
button:hover,.button:hover{filter:brightness(.97)}
button:focus-visible,.button:focus-visible{outline:3px solid var(--main);outline-offset:2px}
form{display:grid;grid-template-columns:1fr 1fr;gap:.6rem;margin:0 0 .6rem}
.actions{display:grid;gap:.6rem}
form .main,form .whole{grid-column:1/-1}
label{display:grid;gap:.3rem;color:var(--dim);font-size:.92rem}
label.whole,p.whole{grid-column:1/-1;margin:0}
label.tick{grid-template-columns:auto 1fr;align-items:start;gap:.6rem}
input{font:inherit;color:var(--text);background:var(--page);border:1px solid var(--edge);
border-radius:10px;padding:.65rem .8rem;min-width:0;width:100%}
input[type=checkbox]{width:1.15rem;height:1.15rem;margin:.1rem 0 0;accent-color:var(--main)}
input:focus-visible{outline:3px solid var(--main);outline-offset:1px}
h2+form{margin-top:.6rem}
.meta{color:var(--dim);font-size:.88rem;margin:.2rem 0 .8rem;overflow-wrap:anywhere}
.text h2{margin:1.5rem 0 .3rem}.text h3{font-size:.95rem;margin:1rem 0 .2rem}
.text p,.text ul,.text ol{margin:.3rem 0 .8rem;max-width:70ch;overflow-wrap:anywhere}
.text a,.links a{color:var(--main)}.text table{display:block;overflow-x:auto;
border-collapse:collapse;margin:.6rem 0}.text th,.text td{border:1px solid var(--line);
padding:.35rem .6rem;text-align:left}
.links ul{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;list-style:none;padding:0;margin:0 0 .8rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:inherit}
@media(max-width:24rem){form{grid-template-columns:1fr}.amount{font-size:2rem}}
`;

/** A page that is written when it is sent: it bears the brand of that moment. */
export type Page = (brand: Brand) => string;

/** The colours of the brand, as the style above uses them. */
const colours = ({ accent, accentDark }: Brand) =>
  `:root{--main:${accent}}@media(prefers-color-scheme:dark){:root{--main:${accentDark};` +
  `--on-main:${wordsOn(accentDark)}}}`;

/** The logo, for the light ground and for the dark one, and the name if the logo does not have it. */
export function brandMark({ name, logo, logoDark }: Brand, height: number): string {
  const text = escapeHtml(name);
  const image =
    `<picture><source media="(prefers-color-scheme:dark)" srcset="/brand/logo-dark?v=${logoDark.version}">` +
    `<img src="/brand/logo?v=${logo.version}" height="${height}" alt="${logo.isWide ? text : ""}"></picture>`;
  return logo.isWide ? image : `${image}<span>${text}</span>`;
}

/** Returns the whole document. `body` is HTML, `title` is text. */
export function page(lang: string, title: string, body: string, wide = false): Page {
  return (brand) => `<!doctype html><html lang="${escapeHtml(lang)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<meta name="theme-color" content="${brand.accent}">
<link rel="icon" href="/favicon.svg?v=${brand.favicon.version}">
<title>${escapeHtml(title)} · ${escapeHtml(brand.name)}</title><style>${STYLE}${colours(brand)}</style></head>
<body><main${wide ? ' class="wide"' : ""}><p class="brand">${brandMark(brand, 28)}</p>
${body}</main></body></html>`;
}

/** A policy that allows only inline style, the brand's images and the page's own forms. */
export const pagePolicy = (formActions: readonly string[] = []) =>
  [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    "img-src 'self'",
    ["form-action 'self'", ...formActions].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Sends a page with that policy. */
export function sendPage(
  reply: FastifyReply,
  written: Page,
  {
    status = 200,
    formsLeadTo: formActions,
  }: { status?: number; formsLeadTo?: readonly string[] } = {},
) {
  return reply
    .status(status)
    .header("content-security-policy", pagePolicy(formActions))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(written(reply.server.brand()));
}
