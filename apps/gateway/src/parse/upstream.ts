/**
 * The messages of a handshake with an upstream proxy that serves as an exit (RFC 9110 §9.3.6, RFC
 * 1928, RFC 1929). Bytes after the handshake come from the target.
 */
import type { Target } from "@turnpike/rules/destination.ts";
import { parseIpv4, parseIpv6 } from "@turnpike/rules/ip-address.ts";
import type { Field } from "./fields.ts";
import { parseResponse } from "./http-response.ts";
import type { Read } from "./socks5.ts";

export interface UpstreamUser {
  user: string;
  password: string;
}

/** CONNECT through an HTTP upstream; without credentials if `user` is empty. */
export function connectRequest(target: Target, upstream: UpstreamUser): Buffer {
  const { authority } = target;
  const credentials = Buffer.from(`${upstream.user}:${upstream.password}`).toString("base64");
  const login = upstream.user === "" ? "" : `Proxy-Authorization: Basic ${credentials}\r\n`;
  return Buffer.from(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n${login}\r\n`);
}

/** Names and values of an answer's headers, in their order. */
export type AnswerHeaders = readonly (readonly [name: string, value: string])[];
/** Names and values beyond this many characters are left out. */
const maxHeaderText = 4_096;

export interface ConnectAnswer {
  status: number;
  reason: string;
  headers: AnswerHeaders;
  /** The length of the head. */
  consumed: number;
  interim: boolean;
}

/** Parses the response to CONNECT; 2xx opens the tunnel. */
export function readConnectAnswer(bytes: Uint8Array, scanned = 0): Read<ConnectAnswer> {
  const read = parseResponse(bytes, { method: "HEAD", scanned });
  if ("need" in read) return read;
  if ("bad" in read) return read;
  const { status, reasonPhrase, fields, interim } = read.head;
  const reason = reasonPhrase.slice(0, maxHeaderText);
  return { status, reason, headers: headersOf(fields), consumed: read.headBytes, interim };
}

function headersOf(fields: readonly Field[]): AnswerHeaders {
  const headers: [string, string][] = [];
  let left = maxHeaderText;
  for (const { lower, value } of fields) {
    left -= lower.length + value.length;
    if (left < 0) break;
    headers.push([lower, value]);
  }
  return headers;
}

/** The greeting to a SOCKS5 upstream; offers user and password if it has them, and none. */
export function socksGreeting(upstream: UpstreamUser): Buffer {
  return Buffer.from(upstream.user === "" ? [5, 1, 0] : [5, 2, 0, 2]);
}

/** Parses the method that it chose, which must be 0 or 2 as offered. */
export function readSocksMethod(
  bytes: Uint8Array,
  upstream: UpstreamUser,
): Read<{ method: 0 | 2; consumed: number }> {
  const [version, method] = bytes;
  if (version !== undefined && version !== 5) return { bad: "upstream is not SOCKS5" };
  if (method === undefined) return { need: true };
  if (method === 0) return { method, consumed: 2 };
  if (method === 2 && upstream.user !== "") return { method, consumed: 2 };
  return { bad: "upstream takes none of our methods" };
}

/** Encodes user and password for it; null if they are too long for SOCKS5. */
export function socksUserPass(upstream: UpstreamUser): Buffer | null {
  const user = Buffer.from(upstream.user);
  const password = Buffer.from(upstream.password);
  if (user.length > 255 || password.length > 255) return null;
  return Buffer.from([1, user.length, ...user, password.length, ...password]);
}

/** Parses whether it accepted them. */
export function readSocksUserPass(bytes: Uint8Array): Read<{ ok: boolean; consumed: number }> {
  const [version, status] = bytes;
  if (version !== undefined && version !== 1 && version !== 5) return { bad: "bad version" };
  return status === undefined ? { need: true } : { ok: status === 0, consumed: 2 };
}

/** CONNECT through it. A name is sent as a name, so pass the checked address to pin it. */
export function socksRequest(target: Target): Buffer {
  const port = [target.port >> 8, target.port & 255];
  const ipv4 = parseIpv4(target.host);
  if (ipv4 !== null) {
    const bytes = [ipv4 >>> 24, (ipv4 >>> 16) & 255, (ipv4 >>> 8) & 255, ipv4 & 255];
    return Buffer.from([5, 1, 0, 1, ...bytes, ...port]);
  }
  const groups = parseIpv6(target.host);
  if (groups !== null) {
    const bytes = groups.flatMap((group) => [group >> 8, group & 255]);
    return Buffer.from([5, 1, 0, 4, ...bytes, ...port]);
  }
  const name = Buffer.from(target.host, "latin1");
  return Buffer.from([5, 1, 0, 3, name.length, ...name, ...port]);
}

/** Parses its reply: code 0 opens the tunnel. `consumed` is the length of the reply. */
export function readSocksReply(bytes: Uint8Array): Read<{ code: number; consumed: number }> {
  const [version, code, , type] = bytes;
  if (version !== undefined && version !== 5) return { bad: "upstream is not SOCKS5" };
  if (code !== undefined && code !== 0) return { code, consumed: bytes.length };
  if (code === undefined || type === undefined) return { need: true };
  const length = boundLength(type, bytes[4]);
  if (length === null) return { bad: "bad address type" };
  if (length < 0 || bytes.length < 4 + length + 2) return { need: true };
  return { code, consumed: 4 + length + 2 };
}

function boundLength(type: number, nameLength: number | undefined): number | null {
  if (type === 1) return 4;
  if (type === 4) return 16;
  if (type === 3) return nameLength === undefined ? -1 : 1 + nameLength;
  return null;
}
