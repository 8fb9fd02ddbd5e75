/**
 * Reads a text file of unknown encoding (spec/operator#exits-import). What is certain is decoded:
 * UTF-8, and UTF-16 in either byte order. An 8-bit encoding cannot be told from another (`é` of
 * Windows-1252 is `й` in Windows-1251), so it is refused by name instead of guessed.
 */
export type DecodedText = { text: string } | { encoding: string };

/** The name of what is neither UTF-8 nor UTF-16. */
export const eightBit = "Windows-1252 or another 8-bit encoding";
/** What decoders put in place of bytes that they cannot read. */
const unreadable = "\ufffd";

/** Decodes a file's bytes, or names the encoding that they are probably in. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const wide = wideEncodingOf(bytes);
  try {
    const decoder = new TextDecoder(wide ?? "utf-8", { fatal: true });
    return { text: decoder.decode(bytes) };
  } catch {
    return { encoding: wide === null ? eightBit : "damaged UTF-16" };
  }
}

/** What is wrong with a text that was decoded elsewhere; null if nothing is. */
export function encodingFault(text: string): string | null {
  if (text.includes("\0")) return "UTF-16";
  return text.includes(unreadable) ? eightBit : null;
}

/** UTF-16 by its byte order mark, or by the zero bytes that Latin letters have in it. */
function wideEncodingOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const seen = Math.min(bytes.length, 512);
  for (let at = 0; at < seen; at += 1)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > seen / 4 && even === 0) return "utf-16le";
  return even > seen / 4 && odd === 0 ? "utf-16be" : null;
}
