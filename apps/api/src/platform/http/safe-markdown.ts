/**
 * Renders Markdown that people wrote for pages of the product's own origin: without raw HTML,
 * scripts, images, ids and classes, and with links to the web and to mailboxes only.
 */
import { Marked, type Tokens } from "marked";
import { isBeyondReading } from "../markdown-bounds.ts";
import { escapeHtml } from "./page.ts";

/** Schemes and forms that a link may have; anything else is text. */
const isSafeLink = (href: string) => /^(https?:\/\/|mailto:|#|\/(?![/\\]))/i.test(href);

/** No tags are read at all: what looks like one is text, and escaped. */
const withoutTags = { html: () => undefined, tag: () => undefined };

// Lines stay lines, as in mails: an address is written in lines.
const marked = new Marked({ gfm: true, breaks: true });
marked.use({
  tokenizer: withoutTags,
  renderer: {
    html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    heading({ tokens, depth }: Tokens.Heading) {
      return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code: ({ text }: Tokens.Code) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
    image: ({ text }: Tokens.Image) => escapeHtml(text),
    checkbox: ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ "),
    link({ href, tokens }: Tokens.Link) {
      const text = this.parser.parseInline(tokens);
      if (!isSafeLink(href)) return text;
      return `<a href="${escapeHtml(href)}" rel="noopener noreferrer nofollow">${text}</a>`;
    },
  },
});

export interface SafeText {
  html: string;
  /** The text of the first heading of the first level, which `html` lacks; null without one. */
  title: string | null;
}

/**
 * Renders a document; its title is taken out of the text, as pages show it themselves. What is
 * nested too deeply to be rendered, or full of marks, is shown as it was written.
 */
export function renderSafely(markdown: string): SafeText {
  try {
    if (isBeyondReading(markdown)) throw new RangeError("beyond reading");
    return render(markdown);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { html: `<pre><code>${escapeHtml(markdown)}</code></pre>\n`, title: null };
  }
}

function render(markdown: string): SafeText {
  const tokens = marked.lexer(markdown);
  const at = tokens.findIndex(({ type }) => type !== "space");
  const first = tokens[at] as Tokens.Heading | undefined;
  const hasTitle = first?.type === "heading" && first.depth === 1;
  const title = hasTitle ? plainText(first) : null;
  if (hasTitle) tokens.splice(at, 1);
  return { html: marked.parser(tokens), title };
}

/** A heading's text without its marks. */
const plainText = ({ tokens }: Tokens.Heading): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens
        ? plainText(token as Tokens.Heading)
        : "text" in token
          ? String(token.text)
          : "",
    )
    .join("")
    .replaceAll(/\s+/g, " ")
    .trim();
