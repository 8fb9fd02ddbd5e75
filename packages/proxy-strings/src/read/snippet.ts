/** Combines names and values from someone's program or configuration into proxies. */
import { type Pieces, protocolOf, readShape } from "./address.ts";
import { cut, lettersToSpan, type Letters, type Span } from "./span.ts";

type Kind = "host" | "port" | "username" | "password" | "login" | "protocol" | "url";
interface Pair {
  kind: Kind;
  value: Span;
}

const kinds: Readonly<Record<string, Kind>> = {
  "": "url",
  url: "url",
  http: "url",
  https: "url",
  all: "url",
  host: "host",
  hostname: "host",
  server: "host",
  serverhost: "host",
  ip: "host",
  address: "host",
  addr: "host",
  port: "port",
  serverport: "port",
  user: "username",
  username: "username",
  login: "username",
  pass: "password",
  password: "password",
  passwd: "password",
  pwd: "password",
  userpwd: "login",
  protocol: "protocol",
  scheme: "protocol",
  type: "protocol",
};

const QUOTED = String.raw`"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'`;
const PAIR = new RegExp(
  String.raw`(["']?)\b([A-Za-z_][\w.-]{0,30})\1[ \t]{0,8}(=>|[:=,])([ \t]{0,8})(?:${QUOTED}|((?!//)[^\s"',;{}()&<>]+))` +
    String.raw`|<([A-Za-z]{2,12})(?: [^<>]{0,80})?>([^<>\n]*)</`,
  "g",
);

function kindOf(key: string): Kind | null {
  const word = key
    .toLowerCase()
    .replaceAll(/[_.-]/g, "")
    .replace(/^curlopt/, "")
    .replace(/^(?:https?|socks|all|no)?proxy/, "");
  return Object.hasOwn(kinds, word) ? (kinds[word] ?? null) : null;
}

/** Returns all pairs with a known name, in order. */
function pairsOf(paste: Span): Pair[] {
  const pairs: Pair[] = [];
  for (const match of paste.text.matchAll(PAIR)) {
    const [whole, quote, key = "", sign, gap, double, single, bare, tag, inside] = match;
    const kind = kindOf(tag ?? key);
    if (kind === null || !isAssignment({ tag, key, quote, sign, gap })) continue;
    const text = double ?? single ?? bare ?? inside ?? "";
    const tail = bare === undefined ? (tag === undefined ? 1 : 2) : 0;
    const start = match.index + whole.length - text.length - tail;
    const raw = cut(paste, start, start + text.length);
    const value = bare === undefined && tag === undefined ? unescaped(raw) : raw;
    if (value.text !== "") pairs.push({ kind, value });
  }
  return pairs;
}

/** `host:port` is a shape of its own; a comma separates name and value only in PHP. */
function isAssignment(of: {
  tag: string | undefined;
  key: string;
  quote: string | undefined;
  sign: string | undefined;
  gap: string | undefined;
}): boolean {
  if (of.tag !== undefined) return true;
  if (of.sign === ",") return of.key.startsWith("CURLOPT");
  return of.sign !== ":" || of.quote !== "" || of.gap !== "";
}

/** Removes the escapes of a string literal. */
function unescaped(span: Span): Span {
  if (!span.text.includes("\\")) return span;
  const letters: Letters = { text: "", places: [] };
  for (const { 0: found, index } of span.text.matchAll(/\\u[0-9a-f]{4}|\\.|[^\\]|\\/gi)) {
    const code = /^\\u(.{4})$/i.exec(found)?.[1];
    const letter = code ? String.fromCharCode(Number.parseInt(code, 16)) : found.slice(-1);
    letters.text += letter;
    letters.places.push(cut(span, index, index + 1).from);
  }
  return lettersToSpan(letters, span.from, span.to);
}

type Record_ = Partial<Record<Kind, Span>>;

/**
 * Returns proxies whose host, port, user name and password have names of their own; a repeated name
 * starts the next proxy. Empty if the paste has no such form.
 */
export function readSnippet(paste: Span): Pieces[] {
  const records: Record_[] = [];
  let record: Record_ = {};
  for (const { kind, value } of pairsOf(paste)) {
    if (kind === "protocol" && protocolOf(value.text) === null) continue;
    const again = record[kind] !== undefined;
    const another = kind === "host" ? record.url : kind === "url" ? record.host : undefined;
    if (again || another !== undefined) {
      records.push(record);
      record = {};
    }
    record[kind] = value;
  }
  records.push(record);
  return records.map(assembled).filter((pieces) => pieces !== null);
}

function assembled(record: Record_): Pieces | null {
  const where = record.host ?? record.url;
  if (!where) return null;
  const pieces = readShape(where) ?? withPort(where, record.port);
  if (!pieces) return null;
  const colon = record.login?.text.indexOf(":") ?? -1;
  const login = colon > 0 ? record.login : undefined;
  return {
    ...pieces,
    protocol: pieces.protocol ?? record.protocol,
    username: pieces.username ?? record.username ?? (login && cut(login, 0, colon)),
    password: pieces.password ?? record.password ?? (login && cut(login, colon + 1)),
  };
}

/** A host, optionally with a protocol, whose port is given separately. */
function withPort(host: Span, port: Span | undefined): Pieces | null {
  if (!port || !/^\d{1,5}$/.test(port.text)) return null;
  const scheme = /^([a-z0-9]{4,7}):\/\//i.exec(host.text);
  const bare = cut(host, scheme?.[0].length ?? 0);
  const bracketed = bare.text.includes(":") && !bare.text.startsWith("[");
  const name = bracketed ? `[${bare.text}]` : bare.text;
  const read = readShape({ text: `${name}:${port.text}`, from: 0, to: 0, places: null });
  if (read === null || read.username) return null;
  const protocol = scheme ? cut(host, 0, scheme[1]?.length ?? 0) : undefined;
  return { host: bare, port, protocol, rest: [] };
}
