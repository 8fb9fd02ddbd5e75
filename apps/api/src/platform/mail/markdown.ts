/**
 * Mail texts in Markdown, as plain text and as HTML. Only the operator's text is read as Markdown;
 * values come in afterwards, as text. The HTML has few elements and no attributes but styles and the
 * addresses of links; HTML in the text is shown as it was typed.
 */
import { Lexer, type Token, type Tokens } from "marked";
import { isBeyondReading } from "../markdown-bounds.ts";
import { BREAK, isOwnWord, isSecretName, isUrlName } from "./values.ts";

/** How one kind of output writes each element. Lines of a paragraph are separated by `\n`. */
export interface Form {
  text: (text: string) => string;
  strong: (inner: string) => string;
  emphasis: (inner: string) => string;
  code: (inner: string) => string;
  link: (label: string, url: string) => string;
  /** A link that is a paragraph of its own. */
  button: (label: string, url: string) => string;
  /** The mailed code, a paragraph of its own. */
  bigCode: (code: string) => string;
  /** Lines within an item of a list. */
  lines: (lines: string[]) => string;
  paragraph: (lines: string[]) => string;
  heading: (lines: string[]) => string;
  list: (items: string[], start: number | null) => string;
  quote: (blocks: string[]) => string;
  preformatted: (lines: string[]) => string;
  rule: () => string;
}

type Values = Record<string, string>;
const PLACEHOLDER = /\{\{(\w+)\}\}/;

/** The names of placeholders in a text, each once. */
export const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name)),
];

/** A placeholder of a text has no value. */
export class MissingValue extends Error {}

/** Throws if a placeholder has no value: a mail with a gap is worse than none. */
export function valueOf(values: Values, name: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new MissingValue(`a mail has no value for {{${name}}}`);
  return value;
}

/** Texts that were read lately, since the same few are sent again and again; and their number. */
const read = new Map<string, Token[]>();
const mostRead = 300;

/** What is beyond reading is text. */
function lex(markdown: string): Token[] {
  const known = read.get(markdown);
  if (known) return known;
  const tokens: Token[] = isBeyondReading(markdown)
    ? markdown.split(/\n{2,}/).map((raw) => ({ type: "paragraph", raw, text: raw, tokens: [] }))
    : Lexer.lex(markdown, { gfm: true, breaks: true });
  if (read.size >= mostRead) read.clear();
  read.set(markdown, tokens);
  return tokens;
}

/** Writes Markdown with its values; each block is one string. */
export function writeMarkdown(markdown: string, values: Values, form: Form): string[] {
  return new Writer(values, form).blocks(lex(markdown));
}

/** The targets of links in a text that no mail may have. */
export function badLinks(markdown: string): string[] {
  const found: string[] = [];
  const visit = (token: Token): void => {
    if (token.type === "link" && linkTarget((token as Tokens.Link).href, null) === null)
      found.push((token as Tokens.Link).href);
    const { tokens, items } = token as { tokens?: Token[]; items?: Token[] };
    for (const inner of [...(tokens ?? []), ...(items ?? [])]) visit(inner);
  };
  for (const token of lex(markdown)) visit(token);
  return found;
}

/** What ends an address in a mail program; an invisible character does not. */
const BLANKS = /[\p{Zs}\p{Zl}\p{Zp}\t\n\r]+/u;
/** What is in no name of a host; a Chinese full stop may be a dot of one. */
const NO_HOST = /(?!\u3002[a-z0-9])[^\p{L}\p{N}_.\uFF0E\uFF61-]/iu;
const HOST_DOT = /[\p{L}\p{N}_-][.\u3002\uFF0E\uFF61][\p{L}\p{N}_-]/u;

const isHost = (before: string, after: string) =>
  HOST_DOT.test(`${before.split(NO_HOST).at(-1)}0${after.split(NO_HOST)[0]}`);

/**
 * Codes and links of ours that stand in what mail programs read as an address, by placeholder: next
 * to a sign of an address, in the name of a host, or in a word with what the operator wrote elsewhere.
 */
export function secretsInAddresses(markdown: string): string[] {
  const isAddress = (before: string, after: string) =>
    /[/=?@&#]/.test(before) ||
    /^[\w-]*@/.test(after) ||
    isHost(before, after) ||
    placeholdersIn(before + after).some(isOwnWord);
  const isInside = (word: string, name: string) => {
    const [before = "", ...rest] = word.split(`{{${name}}}`);
    return isAddress(before, rest.join(""));
  };
  return markdown
    .replaceAll(/\]\([^()\s]*\)/g, "]")
    .split(BLANKS)
    .flatMap((word) =>
      placeholdersIn(word).filter((name) => isSecretName(name) && isInside(word, name)),
    );
}

/**
 * A link's address: a placeholder of the product's own addresses, or a page or mailbox that the
 * operator wrote, in which values are encoded. Null if it is neither. Without values only its form
 * is judged.
 */
function linkTarget(href: string, values: Values | null): string | null {
  const [, sole] = /^\{\{(\w+)\}\}$/.exec(href) ?? [];
  if (sole !== undefined && isUrlName(sole)) return values ? valueOf(values, sole) : href;
  // Programs that look for spam open links: a code or a link of ours would be theirs who wrote the address.
  if (placeholdersIn(href).some(isSecretName)) return null;
  // Nothing before the path may come from a value.
  if (!/^(?:https?:\/\/[^\s/?#{}]+(?:[/?#]|$)|mailto:)/i.test(href)) return null;
  const encoded = (name: string) =>
    encodeURIComponent(values ? valueOf(values, name).replaceAll(BREAK, "") : "").replaceAll(
      "%40",
      "@",
    );
  return href.replace(/\{\{(\w+)\}\}/g, (_, name: string) => encoded(name));
}

class Writer {
  private readonly values: Values;
  private readonly form: Form;
  constructor(values: Values, form: Form) {
    this.values = values;
    this.form = form;
  }

  blocks(tokens: Token[]): string[] {
    return tokens.flatMap((token) => this.block(token)).filter((block) => block !== "");
  }

  private block(token: Token): string[] {
    const { form } = this;
    if (token.type === "space" || token.type === "def") return [];
    if (token.type === "hr") return [form.rule()];
    if (token.type === "paragraph") return [this.paragraph(token)];
    if (token.type === "text")
      return [form.lines(linesOf(this.inline((token as Tokens.Text).tokens ?? [])))];
    if (token.type === "heading")
      return [form.heading(linesOf(this.inline((token as Tokens.Heading).tokens)))];
    if (token.type === "blockquote")
      return [form.quote(this.blocks((token as Tokens.Blockquote).tokens))];
    if (token.type === "list") return [this.list(token as Tokens.List)];
    if (token.type === "code")
      return [form.preformatted(this.filled((token as Tokens.Code).text).split("\n"))];
    return [form.paragraph(linesOf(this.filled(token.raw.trim())))];
  }

  private paragraph(token: Token): string {
    const { form, values } = this;
    const inner = (token as { tokens?: Token[] }).tokens ?? [];
    const [only] = inner;
    if (inner.length === 1 && only?.type === "text" && only.raw.trim() === "{{code}}")
      return form.bigCode(valueOf(values, "code"));
    if (inner.length === 1 && only?.type === "link") {
      const { href, tokens, text } = only as Tokens.Link;
      const url = linkTarget(href, values);
      if (url !== null && text !== href) return form.button(this.inline(tokens), url);
    }
    const lines = linesOf(inner.length > 0 ? this.inline(inner) : this.filled(token.raw));
    return lines.length === 0 ? "" : form.paragraph(lines);
  }

  private list({ items, ordered, start }: Tokens.List): string {
    const written = items.map(({ tokens }) => this.blocks(tokens).join("\n"));
    return this.form.list(written, ordered ? Number(start) : null);
  }

  private inline(tokens: Token[]): string {
    return tokens.map((token) => this.span(token)).join("");
  }

  private span(token: Token): string {
    const { form } = this;
    if (token.type === "br") return "\n";
    if (token.type === "strong") return form.strong(this.inline((token as Tokens.Strong).tokens));
    if (token.type === "em") return form.emphasis(this.inline((token as Tokens.Em).tokens));
    if (token.type === "codespan") return form.code(this.filled((token as Tokens.Codespan).text));
    if (token.type === "escape") return form.text((token as Tokens.Escape).text);
    if (token.type === "image") return form.text((token as Tokens.Image).text);
    if (token.type !== "link") return this.filled(token.raw);
    const { href, tokens, autolink } = token as Tokens.Link & { autolink?: boolean };
    const url = linkTarget(href, this.values);
    if (url === null) return this.filled(token.raw);
    return form.link(autolink ? form.text(url) : this.inline(tokens), url);
  }

  /** Text with values in place of its placeholders. */
  private filled(text: string): string {
    const { form, values } = this;
    // Splitting by a group keeps it: names are at the odd places.
    return text
      .split(new RegExp(PLACEHOLDER, "g"))
      .map((part, at) => {
        if (at % 2 === 0) return form.text(part);
        const value = valueOf(values, part);
        return isUrlName(part) ? form.link(form.text(value), value) : form.text(value);
      })
      .join("");
  }
}

/** The lines of a paragraph; a line that consists of empty values is dropped. */
const linesOf = (inner: string) => inner.split("\n").filter((line) => line.trim() !== "");
