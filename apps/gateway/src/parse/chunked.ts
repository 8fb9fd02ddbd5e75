/**
 * A strict incremental parser for chunked bodies (RFC 9112 §7.1). Payload is forwarded in our own
 * framing (`frameChunk`): extensions and trailers are dropped, so nothing can hide in them. For
 * responses it accepts what browsers and curl do and what moves no boundary: blanks after a size,
 * and control characters in what is dropped (spec/gateway#answers).
 */

/** More hex digits than any real chunk size has, few enough for safe integers. */
const SIZE_DIGITS_MAX = 12;
/** Limits on the bytes of extensions, and of trailers, in one body. */
const EXTENSION_BYTES_MAX = 4096;
const TRAILER_BYTES_MAX = 8192;
const LF = 10;
const CR = 13;

type Stage =
  | "size"
  | "padding"
  | "extension"
  | "sizeEnd"
  | "data"
  | "dataCr"
  | "dataLf"
  | "trailerStart"
  | "trailer"
  | "trailerEnd"
  | "end"
  | "done"
  | "bad";

/** The parser's state; created by `newChunked`, modified by `readChunked`. */
export interface Chunked {
  /** For responses: see above. */
  tolerant: boolean;
  stage: Stage;
  /** The current chunk's size while it is parsed, then the bytes left of it. */
  left: number;
  digits: number;
  extensionBytes: number;
  trailerBytes: number;
  /** In a trailer line: whether a name and its colon were read. */
  named: boolean;
}
export interface ReadChunks {
  status: "more" | "done" | "bad";
  /** The payload in order, as views of the given bytes. */
  pieces: Uint8Array[];
  /** The bytes that belong to this body; the next message starts after them. */
  consumed: number;
}

/** The state before a body's first byte. */
export function newChunked(tolerant = false): Chunked {
  const counts = { left: 0, digits: 0, extensionBytes: 0, trailerBytes: 0 };
  return { tolerant, stage: "size", ...counts, named: false };
}

/** Parses the next bytes. After `bad` close the connection: the body's end is unknown. */
export function readChunked(state: Chunked, bytes: Uint8Array): ReadChunks {
  const pieces: Uint8Array[] = [];
  let at = 0;
  while (at < bytes.length && state.stage !== "done" && state.stage !== "bad") {
    if (state.stage === "data") {
      const end = Math.min(bytes.length, at + state.left);
      pieces.push(bytes.subarray(at, end));
      state.left -= end - at;
      at = end;
      if (state.left === 0) state.stage = "dataCr";
      continue;
    }
    state.stage = nextStage(state, bytes[at] ?? 0);
    at += 1;
  }
  const { stage } = state;
  return { status: stage === "done" || stage === "bad" ? stage : "more", pieces, consumed: at };
}

function nextStage(state: Chunked, byte: number): Stage {
  switch (state.stage) {
    case "size":
      return inSize(state, byte);
    case "padding":
      return inPadding(state, byte);
    case "extension":
      if (byte === CR) return "sizeEnd";
      state.extensionBytes += 1;
      return isText(state, byte) && state.extensionBytes <= EXTENSION_BYTES_MAX
        ? "extension"
        : "bad";
    case "sizeEnd":
      if (byte !== LF) return "bad";
      state.digits = 0;
      return state.left === 0 ? "trailerStart" : "data";
    case "dataCr":
      return byte === CR ? "dataLf" : "bad";
    case "dataLf":
      return byte === LF ? "size" : "bad";
    case "trailerStart":
      state.named = false;
      if (byte === CR) return "end";
      return isNameByte(byte) ? inTrailer(state, byte) : "bad";
    case "trailer":
      return inTrailer(state, byte);
    case "trailerEnd":
      return byte === LF ? "trailerStart" : "bad";
    case "end":
      return byte === LF ? "done" : "bad";
    case "data":
    case "done":
    case "bad":
      return state.stage;
  }
}

function inSize(state: Chunked, byte: number): Stage {
  const digit = hexDigit(byte);
  if (digit >= 0) {
    state.left = (state.digits === 0 ? 0 : state.left * 16) + digit;
    state.digits += 1;
    return state.digits <= SIZE_DIGITS_MAX ? "size" : "bad";
  }
  if (state.digits === 0) return "bad";
  return inPadding(state, byte);
}

/** After a size. In requests without whitespace, as parsers disagree on it. */
function inPadding(state: Chunked, byte: number): Stage {
  if (byte === CR) return "sizeEnd";
  if (byte === 0x3b) return "extension";
  state.extensionBytes += 1;
  const fits = state.tolerant && state.extensionBytes <= EXTENSION_BYTES_MAX;
  return fits && (byte === 0x20 || byte === 9) ? "padding" : "bad";
}

function inTrailer(state: Chunked, byte: number): Stage {
  state.trailerBytes += 1;
  if (state.trailerBytes > TRAILER_BYTES_MAX) return "bad";
  if (byte === CR) return state.named ? "trailerEnd" : "bad";
  if (byte === 0x3a) state.named = true;
  const fits = state.named ? isText(state, byte) : isNameByte(byte);
  return fits ? "trailer" : "bad";
}

function hexDigit(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function isText({ tolerant }: Chunked, byte: number): boolean {
  if (byte === 0 || byte === LF || byte === CR) return false;
  return tolerant || byte === 9 || (byte >= 0x20 && byte !== 0x7f);
}

function isNameByte(byte: number): boolean {
  const digit = byte >= 0x30 && byte <= 0x39;
  const letter = (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  return digit || letter || byte === 0x2d || byte === 0x5f;
}

const lineEnd = Buffer.from("\r\n");
/** The end of a chunked body. */
export const lastChunk = Buffer.from("0\r\n\r\n");

/**
 * Frames pieces of payload as one chunk, in parts to be written in order; nothing if they are empty.
 * One for all that was read at once: thousands of tiny chunks are not framed one by one.
 */
export function frameChunk(pieces: readonly Uint8Array[]): Uint8Array[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length === 0) return [];
  return [Buffer.from(`${length.toString(16)}\r\n`), ...pieces, lineEnd];
}
