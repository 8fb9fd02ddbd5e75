/** Renders Markdown as HTML: headings with anchors, code with a copy button, scrollable tables. */
import { Marked, type Tokens } from "marked";
import { codeBlock } from "./code-block.ts";
import { anchorOf, escape } from "./escape.ts";

export interface Heading {
  depth: number;
  text: string;
  anchor: string;
}
export interface Rendered {
  html: string;
  headings: Heading[];
}

/** Renders a page. `linkTarget` maps a link to its target, or to null if that is not served. */
export function render(source: string, linkTarget: (href: string) => string | null): Rendered {
  const headings: Heading[] = [];
  const marked = new Marked({ gfm: true });
  const label = () => `Code: ${headings.at(-1)?.text ?? "example"}`;
  marked.use({
    renderer: {
      heading(token: Tokens.Heading) {
        const html = this.parser.parseInline(token.tokens);
        const text = this.parser.parseInline(token.tokens, this.parser.textRenderer);
        if (token.depth === 1) return `<h1>${html}</h1>\n`;
        const anchor = freeAnchor(anchorOf(plain(text)), headings);
        headings.push({ depth: token.depth, text: plain(text), anchor });
        const link = `<a class="anchor" href="#${anchor}" aria-label="Link to: ${escape(plain(text))}">#</a>`;
        return `<h${token.depth} id="${anchor}">${html}${link}</h${token.depth}>\n`;
      },
      code: (token: Tokens.Code) => codeBlock(token.text, token.lang ?? "", label()),
      link(token: Tokens.Link) {
        const html = this.parser.parseInline(token.tokens);
        const to = linkTarget(token.href);
        return to === null ? html : `<a href="${escape(to)}">${html}</a>`;
      },
      table(token: Tokens.Table) {
        const cell = (one: Tokens.TableCell, tag: string) =>
          `<${tag}>${this.parser.parseInline(one.tokens)}</${tag}>`;
        // An empty corner cell is not a header.
        const head = token.header
          .map((one) =>
            one.text === ""
              ? "<td></td>"
              : cell(one, 'th scope="col"').replace('</th scope="col">', "</th>"),
          )
          .join("");
        const rows = token.rows.map(
          (row) => `<tr>${row.map((one) => cell(one, "td")).join("")}</tr>`,
        );
        const name = `Table: ${headings.at(-1)?.text ?? "facts"}`;
        return `<div class="table" tabindex="0" role="group" aria-label="${escape(name)}"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(source, { async: false });
  return { html, headings };
}

const plain = (text: string) =>
  text
    .replace(/&amp;/g, "&")
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'");

/** Makes the anchors of equal headings unique. */
function freeAnchor(anchor: string, before: Heading[]): string {
  const taken = new Set(before.map((one) => one.anchor));
  for (let at = 1; ; at += 1) {
    const candidate = at === 1 ? anchor : `${anchor}-${at}`;
    if (!taken.has(candidate)) return candidate;
  }
}
