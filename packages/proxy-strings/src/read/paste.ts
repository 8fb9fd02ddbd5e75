/** Finds the proxies in a pasted text: lists, commands, settings, programs. */
import { type Pieces, readShape } from "./address.ts";
import { isCommand, readCommand } from "./shell.ts";
import { readSnippet } from "./snippet.ts";
import { cut, type Span, spanOf, trimmed } from "./span.ts";

/** Limits on the text and the number of proxies read; the user is told about the rest. */
export const pasteMaxLength = 200_000;
export const proxiesMax = 1000;

export interface FoundProxy {
  /** Position of the line, or of the part of it, that the proxy was read from. */
  from: number;
  to: number;
  pieces: Pieces;
}
export type LineFault = "noPort" | "unknownScheme" | "notAProxy";
export interface UnreadLine {
  from: number;
  to: number;
  why: LineFault;
}

const URL_TEXT = /(?:https?|socks(?:4a?|5h?)?):\/\/[^\s"'<>`|\\]+/gi;
const ASSIGNED =
  /^(?:export\s+|set\s+|setx\s+|env\s+|\$env:|\$)?[A-Za-z_][\w:.-]{0,60}\s{0,8}(?:=|::\s*Proxy\s)\s{0,8}(?=\S)/i;
const BULLET = /^(?:[-*•]\s+|\d{1,4}[.)]\s+)/;
/** Keywords with which server settings introduce a parent proxy. */
const DIRECTIVE =
  /^(?:parent\s+\d+\s+\S+\s+|upstream\s+|forward-socks\S*\s+\S+\s+|forward\s+\S+\s+|server\s+\S+\s+(?=\S+:\d)|(?:PROXY|SOCKS5?)\s+(?=\S+:\d+(?:;|$)))/i;
const PEER = /^cache_peer\s+(\S+)\s+parent\s+(\d{1,5})\s/;
const COLUMN_NAMES =
  /^[\s"']*(?:protocol|host|ip|port|user(?:name)?|pass(?:word)?)["']?\s*[,;\t|]/i;
/** Comments, and server settings about other things. */
const NO_PROXY = /^(?:#|\/\/|::(?![0-9a-f])|<!--|(?:bind|listen|retries|timeout|mode)\s)/i;
const LIKE_A_PROXY = /@|:\d{2,5}(?!\d)/;

/** Returns all proxies of a paste in order, and the lines that could not be parsed. */
export function readPaste(paste: string): { found: FoundProxy[]; unread: UnreadLine[] } {
  const whole = spanOf(paste, 0, Math.min(paste.length, pasteMaxLength));
  const commands = isCommand(whole.text);
  const snippet = commands ? [] : readSnippet(whole).map(located);
  if (snippet.some(({ pieces }) => pieces.username)) return { found: snippet, unread: [] };
  const found: FoundProxy[] = [];
  const unread: UnreadLine[] = [];
  for (const line of logicalLines(whole)) {
    const text = trimmed(line);
    if (text.text === "" || NO_PROXY.test(text.text)) continue;
    if (COLUMN_NAMES.test(text.text) && !/\d/.test(text.text)) continue;
    const proxies = readLine(text);
    found.push(...proxies.map((pieces) => ({ from: text.from, to: text.to, pieces })));
    if (proxies.length === 0) unread.push({ from: text.from, to: text.to, why: faultOf(text) });
  }
  if (found.length === 0 && snippet.length > 0) return { found: snippet, unread: [] };
  const suspicious = unread.filter(({ from, to }) => LIKE_A_PROXY.test(paste.slice(from, to)));
  return { found, unread: found.length === 0 || isList(paste) ? unread : suspicious };
}

/** In a program most lines are about other things; in a list each line should be a proxy. */
const isList = (paste: string) => !/[{}()=<>]/.test(paste);

function located(pieces: Pieces): FoundProxy {
  const spans = [pieces.protocol, pieces.host, pieces.port, pieces.username, pieces.password];
  const present = spans.filter((span) => span !== undefined);
  return {
    from: Math.min(...present.map(({ from }) => from)),
    to: Math.max(...present.map(({ to }) => to)),
    pieces,
  };
}

/** Splits into lines; a trailing backslash, caret or backtick continues a line. */
function* logicalLines(whole: Span): Generator<Span> {
  let start = 0;
  for (const { index } of whole.text.matchAll(/\r?\n/g)) {
    if (/[\\^`]/.test(whole.text[index - 1] ?? "")) continue;
    yield cut(whole, start, index);
    start = index + 1;
  }
  yield cut(whole, start);
}

function readLine(line: Span): Pieces[] {
  if (isCommand(line.text)) {
    const proxies = readCommand(line);
    if (proxies.length > 0) return proxies;
  }
  const peer = cachePeer(line);
  if (peer) return [peer];
  const bare = trimmed(cut(line, BULLET.exec(line.text)?.[0].length ?? 0), /[\s"'`,;[\](){}]/);
  // Trimming must not remove the brackets of an IPv6 address.
  const whole = /^\[[0-9a-f:.]+\]:/i.test(line.text) ? line : bare;
  if (!ASSIGNED.test(whole.text)) {
    const read = readShape(withoutDirective(whole));
    if (read) return [read];
  }
  const urls = urlsIn(line);
  if (urls.length > 0) return urls;
  const value = cut(whole, ASSIGNED.exec(whole.text)?.[0].length ?? 0);
  const read = readShape(trimmed(value, /[\s"'`,;]/));
  return read ? [read] : [];
}

function withoutDirective(line: Span): Span {
  const length = DIRECTIVE.exec(line.text)?.[0].length ?? 0;
  const rest = length === 0 ? line : cut(line, length);
  if (rest.text.endsWith(" .")) return cut(rest, 0, rest.text.length - 2);
  // In a browser script (PAC), the alternatives follow after a semicolon.
  const more = rest === line ? -1 : rest.text.indexOf("; ");
  return more < 0 ? rest : cut(rest, 0, more);
}

/** Squid: `cache_peer HOST parent PORT 0 … login=USER:PASSWORD`. */
function cachePeer(line: Span): Pieces | null {
  const peer = PEER.exec(line.text);
  if (!peer) return null;
  const [start, host = "", port = ""] = peer;
  const hostAt = start.indexOf(host, "cache_peer".length);
  const portAt = start.lastIndexOf(port);
  const login = /\slogin=([^\s:]+):(\S+)/.exec(line.text);
  const userAt = login ? login.index + login[0].indexOf("=") + 1 : 0;
  const [user, password] = [login?.[1], login?.[2]];
  return {
    host: cut(line, hostAt, hostAt + host.length),
    port: cut(line, portAt, portAt + port.length),
    username: user === undefined ? undefined : cut(line, userAt, userAt + user.length),
    password:
      user === undefined || password === undefined
        ? undefined
        : cut(line, userAt + user.length + 1, userAt + user.length + 1 + password.length),
    rest: [],
  };
}

/** Returns proxies written as URLs in a line; those with a user name come first. */
function urlsIn(line: Span): Pieces[] {
  const read: Pieces[] = [];
  for (const { 0: text, index } of line.text.matchAll(URL_TEXT)) {
    const url = trimmed(cut(line, index, index + text.length), /[,;)}\]]/);
    const pieces = readShape(url);
    if (pieces) read.push(pieces);
  }
  const signing = read.filter(({ username }) => username);
  return signing.length > 0 ? signing : read;
}

function faultOf({ text }: Span): LineFault {
  const scheme = /^([a-z][a-z0-9+.-]{1,20}):\/\//i.exec(text)?.[1];
  if (scheme && !/^(https?|socks(4a?|5h?)?)$/i.test(scheme)) return "unknownScheme";
  return /^[^\s:@]+\.[a-z]{2,}(?:$|[:/])|@[a-z0-9.-]+(?::\d*)?$/i.test(text)
    ? "noPort"
    : "notAProxy";
}
