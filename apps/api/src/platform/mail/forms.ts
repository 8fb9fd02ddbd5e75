/** How mails write Markdown: as plain text, and as HTML with its styles inline. */
import { escapeHtml } from "../http/page.ts";
import type { Form } from "./markdown.ts";

const indent = (text: string, by: string) => text.replaceAll("\n", `\n${by}`);

/** Plain text reads well without its markup: only links and lists keep something of it. */
export const plainForm: Form = {
  text: (text) => text,
  strong: (inner) => inner,
  emphasis: (inner) => inner,
  code: (inner) => inner,
  link: (label, url) => (label === url ? url : `${label} <${url}>`),
  button: (label, url) => `${label}: ${url}`,
  bigCode: (code) => code,
  lines: (lines) => lines.join("\n"),
  paragraph: (lines) => lines.join("\n"),
  heading: (lines) => lines.join("\n"),
  list: (items, start) =>
    items
      .map((item, at) => {
        const mark = start === null ? "- " : `${start + at}. `;
        return mark + indent(item, " ".repeat(mark.length));
      })
      .join("\n"),
  quote: (blocks) => `> ${indent(blocks.join("\n\n"), "> ")}`,
  preformatted: (lines) => `    ${lines.join("\n    ")}`,
  rule: () => "-----",
};

const MONO = "font-family:ui-monospace,Menlo,Consolas,monospace";
const CODE = [
  "margin:20px 0;padding:16px;text-align:center;background:#f2f3f4;border:1px solid #dfe1e4",
  "border-radius:10px;font-size:34px;line-height:1.2;font-weight:700;letter-spacing:8px",
  `${MONO};color:#17201d`,
].join(";");

/** HTML that strict mail programs keep: few elements, inline styles, classes for the dark scheme. */
export function htmlForm(accent: string): Form {
  const br = (lines: string[]) => lines.join("<br>\n");
  const link = (label: string, url: string, style: string, name: string) =>
    `<a class="${name}" href="${escapeHtml(url)}" style="${style}">${label}</a>`;
  return {
    text: escapeHtml,
    strong: (inner) => `<strong>${inner}</strong>`,
    emphasis: (inner) => `<em>${inner}</em>`,
    code: (inner) => `<code style="${MONO};font-size:15px">${inner}</code>`,
    link: (label, url) => link(label, url, `color:${accent}`, "link"),
    button: (label, url) => {
      const style = `display:inline-block;padding:11px 20px;border-radius:10px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none`;
      return `<p style="margin:4px 0 20px">${link(label, url, style, "button")}</p>`;
    },
    bigCode: (code) => `<p class="code" style="${CODE}">${escapeHtml(code)}</p>`,
    lines: br,
    paragraph: (lines) => `<p style="margin:0 0 16px">${br(lines)}</p>`,
    heading: (lines) =>
      `<h2 style="margin:8px 0 8px;font-size:17px;line-height:1.35">${br(lines)}</h2>`,
    list: (items, start) => {
      const rows = items.map((item) => `<li style="margin:0 0 6px">${item}</li>`).join("\n");
      const style = `style="margin:0 0 16px;padding:0 0 0 24px"`;
      return start === null
        ? `<ul ${style}>${rows}</ul>`
        : `<ol${start === 1 ? "" : ` start="${start}"`} ${style}>${rows}</ol>`;
    },
    quote: (blocks) =>
      `<blockquote class="dim quote" style="margin:0 0 16px;padding:0 0 0 14px;border-left:3px solid #dde4e1;color:#55635e">${blocks.join("\n")}</blockquote>`,
    preformatted: (lines) => `<p style="margin:0 0 16px;${MONO};font-size:15px">${br(lines)}</p>`,
    rule: () => `<hr class="rule" style="margin:0 0 16px;border:0;border-top:1px solid #dde4e1">`,
  };
}
