/**
 * Finds the end of a message head incrementally and rejects bytes that no head may contain: a bare
 * CR or LF, NUL and other control characters (RFC 9112 §2.2, RFC 9110 §5.5).
 */

export type HeadEnd =
  /** More bytes are needed; the first `scanned` bytes need not be scanned again. */
  | { need: true; scanned: number }
  | { bad: string }
  /** The head is `bytes[0, end)`, including its empty line. */
  | { end: number };

const HT = 9;
const LF = 10;
const CR = 13;

/**
 * Scans from `scanned`: 0 at first, then the last result's value, with the same bytes and more. A
 * head longer than `maxBytes` is bad. `controls` lets control characters pass, except NUL and those
 * of line ends: for responses, where they are cleaned.
 */
export function findHeadEnd(
  bytes: Uint8Array,
  scanned: number,
  maxBytes: number,
  controls = false,
): HeadEnd {
  const limit = Math.min(bytes.length, maxBytes);
  for (let at = scanned; at < limit; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x20 && byte !== 0x7f) continue;
    if (byte === HT) continue;
    if (controls && byte !== CR && byte !== LF && byte !== 0) continue;
    if (byte !== CR) return { bad: byte === LF ? "bare LF" : "control character in the head" };
    if (at + 1 >= limit) {
      return at + 1 >= maxBytes ? { bad: "head too large" } : { need: true, scanned: at };
    }
    if (bytes[at + 1] !== LF) return { bad: "bare CR" };
    at += 1;
    if (at >= 3 && bytes[at - 2] === LF && bytes[at - 3] === CR) return { end: at + 1 };
  }
  if (bytes.length >= maxBytes) return { bad: "head too large" };
  return { need: true, scanned: limit };
}

/** `bytes[from, to)` as text, one character per byte. */
export function latin1(bytes: Uint8Array, from: number, to: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1", from, to);
}
