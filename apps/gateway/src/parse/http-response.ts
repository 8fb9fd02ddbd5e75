/**
 * Parses the head of an origin's response to an absolute-form request. What is ambiguous never
 * reaches a client (spec/quality#g3; RFC 9112): `bad` leads to a 502. What is merely careless is
 * cleaned (spec/gateway#answers).
 */
import { readAnswerFields, withoutControls } from "./answer-fields.ts";
import { type Field, readTokensAmong, valuesOf } from "./fields.ts";
import { type Framing, type ReadFraming, readFraming } from "./framing.ts";
import { findHeadEnd, latin1 } from "./head-end.ts";
import { isKeepAlive } from "./http-head.ts";

/** Twice the limits of a request, as real origins send many cookies. */
export const maxAnswerHeadBytes = 32_768;
export const maxAnswerFields = 200;
/** The most 1xx responses before the final one; more count as a flood. */
export const maxInterim = 8;

export interface ResponseHead {
  minor: 0 | 1;
  status: number;
  reasonPhrase: string;
  fields: Field[];
  hopFields: string[];
  body: Framing;
  /** The `Content-Length` of a body that is not sent (HEAD, 304). */
  statedLength: number | null;
  /** Whether the origin keeps the connection open and it can be reused safely. */
  keepAlive: boolean;
  /** A 1xx response: the final one is still to come. */
  interim: boolean;
}
export type ParsedResponse =
  | { need: true; scanned: number }
  | { bad: string }
  | { head: ResponseHead; headBytes: number };

/** Status codes have three digits; those from 600 on are in use, though no RFC defines them. */
const STATUS_LINE = /^HTTP\/1\.([01]) +([1-9][0-9]{2})(?![0-9])[ \t]*(.*)$/i;

/** Parses a response's head; `method` is the request's. On `need`, go on as with `parseHead`. */
export function parseResponse(
  bytes: Uint8Array,
  asked: { method: string; scanned?: number },
): ParsedResponse {
  const found = findHeadEnd(bytes, asked.scanned ?? 0, maxAnswerHeadBytes, true);
  if ("bad" in found) return found;
  if ("need" in found) return isBeginning(bytes) ? found : { bad: "bad status line" };
  const text = latin1(bytes, 0, found.end - 4);
  const lineEnd = text.indexOf("\r\n");
  const line = STATUS_LINE.exec(withoutControls(lineEnd < 0 ? text : text.slice(0, lineEnd)));
  if (line === null) return { bad: "bad status line" };
  const read = readAnswerFields(text, lineEnd < 0 ? text.length : lineEnd + 2, maxAnswerFields);
  if ("bad" in read) return read;
  const [, minor, status, reasonPhrase = ""] = line;
  const head = completeResponse(
    { minor: minor === "1" ? 1 : 0, status: Number(status), reasonPhrase },
    { fields: read.fields, method: asked.method },
  );
  return "bad" in head ? head : { head, headBytes: found.end };
}

/** The first bytes suffice to tell garbage from a response. */
function isBeginning(bytes: Uint8Array): boolean {
  const wanted = "HTTP/1.";
  for (let at = 0; at < Math.min(bytes.length, wanted.length); at += 1) {
    const byte = bytes[at] ?? 0;
    if (String.fromCharCode(byte).toUpperCase() !== wanted[at]) return false;
  }
  return true;
}

type StatusLine = Pick<ResponseHead, "minor" | "status" | "reasonPhrase">;

function completeResponse(
  line: StatusLine,
  rest: { fields: Field[]; method: string },
): ResponseHead | { bad: string } {
  const { fields, method } = rest;
  // We never ask for an upgrade: that field is not forwarded.
  if (line.status === 101) return { bad: "101 that nobody asked for" };
  const stated = readFraming(fields, line.minor);
  if ("bad" in stated) return stated;
  // An origin whose `Connection` is garbled gets no second request on it.
  const { tokens: hopFields, whole } = readTokensAmong(valuesOf(fields, "connection"));
  const interim = line.status < 200;
  const bodiless = interim || line.status === 204 || line.status === 304 || method === "HEAD";
  const body: Framing = bodiless ? { kind: "none" } : (stated.framing ?? { kind: "close" });
  return {
    ...line,
    fields,
    hopFields,
    body,
    statedLength: statedLength(stated, { interim, status: line.status }),
    keepAlive:
      whole &&
      isKeepAlive(line.minor, hopFields) &&
      body.kind !== "close" &&
      !announcesBody(stated, { interim, status: line.status }),
    interim,
  };
}

type Stated = Exclude<ReadFraming, { bad: string }>;

/** A 1xx or 204 that announces a body may have one, so its connection must not be reused. */
function announcesBody(stated: Stated, answer: { interim: boolean; status: number }): boolean {
  if (!answer.interim && answer.status !== 204) return false;
  const { framing } = stated;
  return framing !== null && (framing.kind === "chunked" || framing.length > 0);
}

/** A 1xx or 204 has no length at all (RFC 9110 §8.6). */
function statedLength(stated: Stated, answer: { interim: boolean; status: number }): number | null {
  if (answer.interim || answer.status === 204) return null;
  return stated.framing?.kind === "length" ? stated.framing.length : null;
}
