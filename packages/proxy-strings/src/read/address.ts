/** The shapes in which host, port, user name and password are combined. */
import { cut, percentDecoded, type Span, splitAt, trimmed } from "./span.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

export const foreignProtocols = ["http", "https", "socks4", "socks5", "socks5h"] as const;
export type ForeignProtocol = (typeof foreignProtocols)[number];

/** The parts of one proxy as they were found; undefined if missing. */
export interface Pieces {
  protocol?: Span | undefined;
  host: Span;
  port: Span;
  username?: Span | undefined;
  password?: Span | undefined;
  /** Text that belongs to none of them. */
  rest: Span[];
}

const protocolWords: Readonly<Record<string, ForeignProtocol>> = {
  http: "http",
  https: "https",
  connect: "http",
  socks4: "socks4",
  socks4a: "socks4",
  socks: "socks5",
  socks5: "socks5",
  socks5h: "socks5h",
};

/** Returns the protocol that a scheme or a column's word means; null for other words. */
export function protocolOf(word: string): ForeignProtocol | null {
  const known = word.toLowerCase();
  return Object.hasOwn(protocolWords, known) ? (protocolWords[known] ?? null) : null;
}

const isPort = (text: string) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
const NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

/** Rates how much a text looks like a host: address, domain name, bare name; 0: not at all. */
function hostScore(text: string): number {
  if (/^\[.*\]$/.test(text)) return canonicalAddress(text.slice(1, -1)) === null ? 0 : 3;
  if (canonicalAddress(text) !== null) return 3;
  if (!NAME.test(text) || text.includes("..")) return 0;
  if (/^[\d.]+$/.test(text)) return 0;
  return /\.[a-z][a-z0-9-]+$/i.test(text) || text.toLowerCase() === "localhost" ? 2 : 1;
}

interface Address {
  host: Span;
  port: Span;
  rank: number;
}

/** Parses `host:port`; an IPv6 address may be in brackets or not. */
function address(span: Span): Address | null {
  const colon = span.text.lastIndexOf(":");
  if (colon < 1) return null;
  const [host, port] = [cut(span, 0, colon), cut(span, colon + 1)];
  const rank = hostScore(host.text);
  return rank > 0 && isPort(port.text) ? { host, port, rank } : null;
}

const toPieces = ({ host, port }: Address, username?: Span, password?: Span): Pieces => ({
  host,
  port,
  username,
  password,
  rest: [],
});

/** Splits user and password at the first colon, since a password may contain more of them. */
function login(span: Span): [Span, Span | undefined] {
  const colon = span.text.indexOf(":");
  return colon < 0 ? [span, undefined] : [cut(span, 0, colon), cut(span, colon + 1)];
}

/** Parses one proxy from a line without quotes and commands; null if there is none. */
export function readShape(line: Span): Pieces | null {
  const scheme = /^([a-z][a-z0-9+.-]{1,11}):\/\//i.exec(line.text);
  if (scheme === null) return readBare(line);
  const word = scheme[1] ?? "";
  if (protocolOf(word) === null) return null;
  const rest = withoutPath(cut(line, scheme[0].length));
  const pieces = readBare(rest.address);
  if (pieces === null) return null;
  const { username, password } = pieces;
  return {
    ...pieces,
    protocol: cut(line, 0, word.length),
    username: username && percentDecoded(username),
    password: password && percentDecoded(password),
    rest: rest.path ? [...pieces.rest, rest.path] : pieces.rest,
  };
}

/** Removes a URL's path, which a proxy ignores; a slash before the host is part of a password. */
function withoutPath(span: Span): { address: Span; path: Span | null } {
  const slash = span.text.indexOf("/", span.text.lastIndexOf("@") + 1);
  if (slash < 0) return { address: span, path: null };
  const path = cut(span, slash);
  return { address: cut(span, 0, slash), path: path.text === "/" ? null : path };
}

function readBare(line: Span): Pieces | null {
  return byAt(line) ?? byColons(line) ?? byColumns(line);
}

/** `user:pass@host:port` or `host:port@user:pass`; if both fit, the likelier host decides. */
function byAt(line: Span): Pieces | null {
  const last = line.text.lastIndexOf("@");
  if (last < 0 || /\s/.test(line.text)) return null;
  const first = line.text.indexOf("@");
  const right = address(cut(line, last + 1));
  const left = address(cut(line, 0, first));
  if (right && (!left || right.rank >= left.rank))
    return toPieces(right, ...login(cut(line, 0, last)));
  return left ? toPieces(left, ...login(cut(line, first + 1))) : null;
}

/** `host:port`, `host:port:user:pass`, `user:pass:host:port`, optionally with a protocol first. */
function byColons(line: Span): Pieces | null {
  if (/\s/.test(line.text)) return null;
  const word = /^([a-z0-9]{4,7}):(?!\/)/i.exec(line.text);
  if (word?.[1] && protocolOf(word[1]) !== null && line.text.split(":").length !== 4) {
    const pieces = fromColons(cut(line, word[0].length));
    return pieces && { ...pieces, protocol: cut(line, 0, word[1].length) };
  }
  return fromColons(line);
}

function fromColons(line: Span): Pieces | null {
  const bare = address(line);
  const bracket = /^\[[^\]]*\]/.exec(line.text)?.[0].length ?? 0;
  const second = line.text.indexOf(":", line.text.indexOf(":", bracket) + 1);
  if (second <= 0 || line.text.indexOf(":", bracket) < 0) return bare && toPieces(bare);
  const left = address(cut(line, 0, second));
  const right = trailingAddress(line);
  if (right && (!left || right.rank > left.rank)) {
    const before = cut(line, 0, right.start);
    if (before.text.includes(":")) return toPieces(right, ...login(before));
  }
  return left ? toPieces(left, ...login(cut(line, second + 1))) : bare && toPieces(bare);
}

function trailingAddress(line: Span): (Address & { start: number }) | null {
  const port = line.text.lastIndexOf(":");
  const bracketed = line.text[port - 1] === "]";
  const edge = bracketed ? line.text.lastIndexOf("[", port) : port;
  const colon = line.text.lastIndexOf(":", edge - 1);
  if (colon < 1) return null;
  const there = address(cut(line, colon + 1));
  return there && { ...there, start: colon };
}

/** `host port user pass`, separated by tabs, commas etc., a protocol anywhere, any usual order. */
function byColumns(line: Span): Pieces | null {
  const by = ["\t", ",", "|", " ", ";"].find((letter) => line.text.includes(letter));
  // A line of a program also has words and numbers next to each other.
  if (by === undefined || (by === " " && /[(){}=<>]/.test(line.text))) return null;
  const columns = splitAt(line, by, 40)
    .map((each) => trimmed(each, /[\s"']/))
    .filter(({ text }) => text !== "");
  const word = columns.find(({ text }) => protocolOf(text) !== null);
  const others = columns.filter((each) => each !== word);
  const pieces = fromUrl(others) ?? fromPair(others) ?? fromColumns(others);
  return pieces && { ...pieces, protocol: pieces.protocol ?? word };
}

/** Columns of which one is a whole address with its protocol or with its user and password. */
function fromUrl(columns: readonly Span[]): Pieces | null {
  const url = columns.find(({ text }) => /:\/\/|@/.test(text));
  const pieces = url && columns.length > 0 && !/\s/.test(url.text) ? readShape(url) : null;
  if (!url || !pieces) return null;
  return withLogin(
    pieces,
    columns.filter((each) => each !== url),
  );
}

function fromPair(columns: readonly Span[]): Pieces | null {
  const at = columns.findIndex((each) => address(each) !== null);
  const there = at < 0 ? null : address(columns[at] as Span);
  return (
    there &&
    withLogin(
      toPieces(there),
      columns.filter((_, index) => index !== at),
    )
  );
}

function fromColumns(columns: readonly Span[]): Pieces | null {
  let best: { at: number; rank: number } | null = null;
  for (const [at, { text }] of columns.entries()) {
    const rank = isPort(columns[at + 1]?.text ?? "") ? hostScore(text) : 0;
    if (rank > (best?.rank ?? 0)) best = { at, rank };
  }
  const host = best && columns[best.at];
  const port = best && columns[best.at + 1];
  if (!best || !host || !port || (best.rank < 2 && columns.length < 4)) return null;
  const { at } = best;
  const others = columns.filter((_, index) => index !== at && index !== at + 1);
  return withLogin({ host, port, rest: [] }, others);
}

/** The remaining columns are user name and password, then text that is not part of a proxy. */
function withLogin(pieces: Pieces, others: readonly Span[]): Pieces {
  if (pieces.username) return { ...pieces, rest: [...pieces.rest, ...others] };
  const [one, two, ...rest] = others;
  if (one === undefined) return pieces;
  if (one.text.includes(":")) {
    const [username, password] = login(one);
    return { ...pieces, username, password, rest: two ? [two, ...rest] : rest };
  }
  return { ...pieces, username: one, password: two, rest };
}
