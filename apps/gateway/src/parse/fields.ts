/** A strict parser for header fields (RFC 9110 §5, RFC 9112 §5); `answer-fields.ts` is its tolerant form. */

export interface Field {
  /** In its original spelling. */
  name: string;
  lower: string;
  /** Without surrounding whitespace; one character per byte. */
  value: string;
}
export type ReadFields = { fields: Field[] } | { bad: string };

/** The characters of a token (RFC 9110 §5.6.2). */
const tokenCharacter = new Uint8Array(256);
for (const character of "!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyz") {
  tokenCharacter[character.charCodeAt(0)] = 1;
  tokenCharacter[character.toUpperCase().charCodeAt(0)] = 1;
}

/** Whether a text is a token: one or more token characters and nothing else. */
export function isToken(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (tokenCharacter[text.charCodeAt(at)] !== 1) return false;
  }
  return text.length > 0;
}

/**
 * Parses the field lines of `text[from, …)`, which ends before the head's empty line. Rejects
 * folded lines, whitespace before the colon, names that are not tokens, and more than `maxFields`.
 */
export function readFields(text: string, from: number, maxFields: number): ReadFields {
  const fields: Field[] = [];
  let at = from;
  while (at < text.length) {
    const found = text.indexOf("\r\n", at);
    const end = found < 0 ? text.length : found;
    const first = text.charCodeAt(at);
    if (first === 0x20 || first === 0x09) return { bad: "folded header line" };
    const colon = text.indexOf(":", at);
    if (colon < 0 || colon >= end) return { bad: "header line without a colon" };
    const name = text.slice(at, colon);
    if (!isToken(name)) return { bad: "bad header name" };
    const lower = name.toLowerCase();
    if (isLookAlike(lower)) return { bad: "look-alike of a framing header" };
    if (fields.length >= maxFields) return { bad: `more than ${maxFields} header fields` };
    fields.push({ name, lower, value: trimBlanks(text, colon + 1, end) });
    at = end + 2;
  }
  return { fields };
}

/** Names like `content_length`, which servers behind CGI confuse with the real field. */
export function isLookAlike(lower: string): boolean {
  if (!lower.includes("_")) return false;
  const name = withDashes(lower);
  return name === "content-length" || name === "transfer-encoding" || name === "host";
}

/** Trims only spaces and tabs: `trim()` would also remove a no-break space, a valid value byte. */
export function trimBlanks(text: string, from: number, to: number): string {
  let start = from;
  let end = to;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** The values of all fields with this lower-case name, in order. */
export function valuesOf(fields: readonly Field[], lower: string): string[] {
  const values: string[] = [];
  for (const field of fields) if (field.lower === lower) values.push(field.value);
  return values;
}

/** The lower-case tokens of a comma-separated list field; null if an element is not a token. */
export function readTokens(values: readonly string[]): string[] | null {
  const { tokens, whole } = readTokensAmong(values);
  return whole ? tokens : null;
}

/** A head of commas would keep a worker busy: no list that we read has as many elements. */
const maxTokens = 100;

/** Those elements of a list field that are tokens, and whether all of them are, and are few. */
export function readTokensAmong(values: readonly string[]): { tokens: string[]; whole: boolean } {
  const tokens: string[] = [];
  let [elements, whole] = [0, true];
  for (const value of values) {
    for (let at = 0; at <= value.length; ) {
      elements += 1;
      if (elements > maxTokens) return { tokens, whole: false };
      const comma = value.indexOf(",", at);
      const end = comma < 0 ? value.length : comma;
      const token = trimBlanks(value, at, end).toLowerCase();
      at = end + 1;
      if (token === "") continue;
      if (isToken(token)) tokens.push(token);
      else whole = false;
    }
  }
  return { tokens, whole };
}

/** Fields that apply to a single hop (RFC 9110 §7.6.1), or that the gateway writes itself. */
const hopByHop: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
  "content-length",
  "host",
]);

/** A name as servers behind CGI see it, where `_` and `-` are the same. */
export function withDashes(lower: string): string {
  return lower.includes("_") ? lower.replaceAll("_", "-") : lower;
}

/** Whether a field is not forwarded: hop-by-hop, `Proxy-*`, or named by `Connection`. */
export function isNotForwarded(lower: string, named: readonly string[]): boolean {
  const name = withDashes(lower);
  return hopByHop.has(name) || name.startsWith("proxy-") || named.includes(lower);
}
