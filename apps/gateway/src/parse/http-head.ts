/**
 * A strict parser for the head of a proxy request (spec/gateway#request-heads; RFC 9112). Rejects
 * what two servers could parse differently, so that a request has the same meaning everywhere.
 */
import { parseAuthority, type Target } from "@turnpike/rules/destination.ts";
import { type Field, readFields, readTokens, valuesOf } from "./fields.ts";
import { type Framing, readFraming } from "./framing.ts";
import { findHeadEnd, latin1 } from "./head-end.ts";

/** Limits of a head (spec/gateway#request-heads). */
export const maxHeadBytes = 16_384;
export const maxHeadFields = 100;
const METHOD_MAX = 32;
const HTTP_PORT = 80;

export interface RequestHead {
  method: string;
  /** The minor version: HTTP/1.`minor`. */
  minor: 0 | 1;
  form: "connect" | "absolute";
  target: Target;
  /** The origin-form path and query of an absolute-form request; `*` for `OPTIONS http://host`. */
  path: string;
  fields: Field[];
  /** The lower-case names that `Connection` lists as hop-by-hop. */
  hopFields: string[];
  proxyAuthorization: string | null;
  body: Framing;
  /** Whether the client may send more requests on this connection. */
  keepAlive: boolean;
  expectContinue: boolean;
}
export type ParsedHead =
  | { need: true; scanned: number }
  | { bad: string }
  | { head: RequestHead; headBytes: number };
type Parsed<T> = T | { bad: string };

/**
 * Parses a head from the beginning of `bytes`. On `need`, call again with the same bytes and more,
 * and with the returned `scanned`. `bad` is a one-line reason: answer 400 and close.
 */
export function parseHead(bytes: Uint8Array, scanned = 0): ParsedHead {
  const start = leadingLine(bytes);
  const rest = start === 0 ? bytes : bytes.subarray(start);
  const found = findHeadEnd(rest, Math.max(0, scanned - start), maxHeadBytes);
  if ("bad" in found) return found;
  if ("need" in found) {
    const first = rest[0];
    if (first !== undefined && !isMethodByte(first) && first !== 13) return { bad: "bad method" };
    return { need: true, scanned: found.scanned + start };
  }
  const text = latin1(rest, 0, found.end - 4);
  const lineEnd = text.indexOf("\r\n");
  const line = readRequestLine(lineEnd < 0 ? text : text.slice(0, lineEnd));
  if ("bad" in line) return line;
  const read = readFields(text, lineEnd < 0 ? text.length : lineEnd + 2, maxHeadFields);
  if ("bad" in read) return read;
  const head = completeHead(line, read.fields);
  return "bad" in head ? head : { head, headBytes: start + found.end };
}

/** One empty line before a request is skipped (RFC 9112 §2.2). */
function leadingLine(bytes: Uint8Array): number {
  return bytes[0] === 13 && bytes[1] === 10 ? 2 : 0;
}

type RequestLine = Pick<RequestHead, "method" | "minor" | "form" | "target" | "path">;

function readRequestLine(line: string): Parsed<RequestLine> {
  const first = line.indexOf(" ");
  const last = line.lastIndexOf(" ");
  if (first < 1 || last === first) return { bad: "bad request line" };
  const method = line.slice(0, first);
  const uri = line.slice(first + 1, last);
  const version = line.slice(last + 1);
  if (!isMethod(method)) return { bad: "bad method" };
  if (version !== "HTTP/1.1" && version !== "HTTP/1.0") return { bad: "bad HTTP version" };
  if (!isVisible(uri)) return { bad: "bad request target" };
  if (method === "TRACE" || method === "TRACK") return { bad: `${method} is not served` };
  const minor = version === "HTTP/1.1" ? 1 : 0;
  if (method !== "CONNECT") return readAbsolute({ method, minor, uri });
  const read = parseAuthority(uri, null);
  if ("bad" in read) return read;
  return { method, minor, form: "connect", target: read.target, path: "" };
}

function readAbsolute(line: { method: string; minor: 0 | 1; uri: string }): Parsed<RequestLine> {
  const { method, minor, uri } = line;
  if (uri.slice(0, 7).toLowerCase() !== "http://") {
    return { bad: "a proxy request needs CONNECT or an http:// URI" };
  }
  if (uri.includes("#")) return { bad: "fragment in the URI" };
  const pathStart = authorityEnd(uri);
  const read = parseAuthority(uri.slice(7, pathStart), HTTP_PORT);
  if ("bad" in read) return read;
  const written = uri.slice(pathStart);
  return { method, minor, form: "absolute", target: read.target, path: asPath(written, method) };
}

function authorityEnd(uri: string): number {
  for (let at = 7; at < uri.length; at += 1) {
    const code = uri.charCodeAt(at);
    if (code === 0x2f || code === 0x3f) return at;
  }
  return uri.length;
}

function asPath(written: string, method: string): string {
  if (written === "") return method === "OPTIONS" ? "*" : "/";
  return written.startsWith("/") ? written : `/${written}`;
}

function isMethodByte(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || byte === 0x2d;
}

/** Registered methods are upper case; lax servers would treat a lower-case `connect` as CONNECT. */
function isMethod(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (!isMethodByte(text.charCodeAt(at))) return false;
  }
  return text.length > 0 && text.length <= METHOD_MAX;
}

function isVisible(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x21 || code > 0x7e) return false;
  }
  return text.length > 0;
}

/** The syntax of Host: a name or address and an optional port (RFC 9112 §3.2). */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+;=%-]+)(?::[0-9]{0,5})?$/;

function completeHead(line: RequestLine, fields: Field[]): Parsed<RequestHead> {
  const hosts = valuesOf(fields, "host");
  if (hosts.length > 1) return { bad: "more than one Host" };
  // CONNECT names its target in the request line, and some clients send nothing else.
  const needsHost = line.minor === 1 && line.form !== "connect";
  if (hosts.length === 0 && needsHost) return { bad: "no Host" };
  if (hosts[0] !== undefined && !HOST.test(hosts[0])) return { bad: "bad Host" };
  const body = readFraming(fields, line.minor);
  if ("bad" in body) return body;
  if (line.form === "connect" && !isEmpty(body.framing)) return { bad: "CONNECT with a body" };
  const hopFields = readTokens(valuesOf(fields, "connection"));
  const proxyHop = readTokens(valuesOf(fields, "proxy-connection"));
  if (hopFields === null || proxyHop === null) return { bad: "bad Connection" };
  const expects = valuesOf(fields, "expect");
  const [expected] = expects;
  if (expects.length > 1 || (expected && expected.toLowerCase() !== "100-continue")) {
    return { bad: "bad Expect" };
  }
  const credentials = valuesOf(fields, "proxy-authorization");
  if (credentials.length > 1) return { bad: "more than one Proxy-Authorization" };
  return {
    ...line,
    fields,
    hopFields,
    proxyAuthorization: credentials[0] ?? null,
    body: body.framing ?? { kind: "none" },
    keepAlive: isKeepAlive(line.minor, [...hopFields, ...proxyHop]),
    expectContinue: expected !== undefined && expected !== "" && line.minor === 1,
  };
}

function isEmpty(framing: Framing | null): boolean {
  return framing === null || (framing.kind === "length" && framing.length === 0);
}

/** Whether the connection persists after a message (RFC 9112 §9.3). */
export function isKeepAlive(minor: 0 | 1, tokens: readonly string[]): boolean {
  if (tokens.includes("close")) return false;
  return minor === 1 || tokens.includes("keep-alive");
}
