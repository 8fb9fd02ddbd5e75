/** How a message's body is framed (RFC 9112 §6), without any ambiguity. */
import { type Field, valuesOf } from "./fields.ts";

export type Framing =
  | { kind: "none" }
  | { kind: "length"; length: number }
  | { kind: "chunked" }
  /** Up to the end of the connection; responses only. */
  | { kind: "close" };
/** What the fields alone say, before the method or status is considered; null for nothing. */
export type ReadFraming =
  | { framing: { kind: "length"; length: number } | { kind: "chunked" } | null }
  | { bad: string };

/** More digits than any real length has, few enough for safe integers. */
const LENGTH_DIGITS_MAX = 15;

/**
 * Parses `Content-Length` and `Transfer-Encoding`. Rejects both together, either one twice (even if
 * equal), a length that is not only digits, any coding but `chunked`, and any coding in HTTP/1.0.
 */
export function readFraming(fields: readonly Field[], minor: 0 | 1): ReadFraming {
  const lengths = valuesOf(fields, "content-length");
  const codings = valuesOf(fields, "transfer-encoding");
  if (codings.length > 0) {
    if (lengths.length > 0) return { bad: "Content-Length and Transfer-Encoding" };
    if (minor === 0) return { bad: "Transfer-Encoding in HTTP/1.0" };
    const only = codings.length === 1 && codings[0]?.toLowerCase() === "chunked";
    return only ? { framing: { kind: "chunked" } } : { bad: "bad Transfer-Encoding" };
  }
  const [length] = lengths;
  if (length === undefined) return { framing: null };
  if (lengths.length > 1) return { bad: "more than one Content-Length" };
  if (!isLength(length)) return { bad: "bad Content-Length" };
  return { framing: { kind: "length", length: Number(length) } };
}

function isLength(text: string): boolean {
  return text.length <= LENGTH_DIGITS_MAX && /^[0-9]+$/.test(text);
}
