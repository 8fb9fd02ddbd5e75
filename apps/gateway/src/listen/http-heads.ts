/**
 * Heads of CONNECT requests are often identical byte by byte, so these are cached. Parsed heads are
 * never modified, so that connections can share them.
 */
import type { Credentials } from "../authenticate/credentials.ts";
import { sentCredentials } from "../authenticate/credentials.ts";
import { TwoGenerationCache } from "../lib/two-generation-cache.ts";
import { latin1 } from "../parse/head-end.ts";
import { type ParsedHead, parseHead, type RequestHead } from "../parse/http-head.ts";
import { parseProxyAuthorization } from "../parse/proxy-authorization.ts";

/** A head and its credentials: null if it has none, `bad` if they are not Basic credentials. */
export interface AuthenticatedHead {
  head: RequestHead;
  credentials: Credentials | null | "bad";
  headBytes: number;
}
export type ReadHeadResult = AuthenticatedHead | Exclude<ParsedHead, { head: RequestHead }>;

const longest = 1_024;
const knownHeads = new TwoGenerationCache<AuthenticatedHead>(1_024);
const C = 0x43;
const LF = 0x0a;

/** Reads a head from the beginning of `bytes`, like `parseHead`. */
export function readHead(bytes: Uint8Array, scanned: number): ReadHeadResult {
  const { length } = bytes;
  const mayBeKnown = scanned === 0 && length <= longest && bytes[0] === C;
  if (!mayBeKnown || bytes[length - 1] !== LF) return read(bytes, scanned);
  const text = latin1(bytes, 0, length);
  const known = knownHeads.get(text);
  if (known !== undefined) return known;
  const fresh = read(bytes, 0);
  const whole = "head" in fresh && fresh.headBytes === length && fresh.head.form === "connect";
  if (whole) knownHeads.set(text, fresh);
  return fresh;
}

function read(bytes: Uint8Array, scanned: number): ReadHeadResult {
  const parsed = parseHead(bytes, scanned);
  if (!("head" in parsed)) return parsed;
  return { ...parsed, credentials: readCredentials(parsed.head) };
}

function readCredentials(head: RequestHead): Credentials | null | "bad" {
  const authorization = parseProxyAuthorization(head.proxyAuthorization);
  if ("none" in authorization) return null;
  if ("bad" in authorization) return "bad";
  return sentCredentials(authorization.username, authorization.password);
}
