/** A part of a pasted text that keeps its position in the paste, even after decoding. */

export interface Span {
  /** The text after decoding of percent-encoding and escapes. */
  text: string;
  /** Start (inclusive) and end (exclusive) in the paste. */
  from: number;
  to: number;
  /** The position of each character, unless they are simply consecutive. */
  places: readonly number[] | null;
}

/** Returns the paste, or a part of it, unchanged. */
export function spanOf(paste: string, from = 0, to = paste.length): Span {
  return { text: paste.slice(from, to), from, to, places: null };
}

/** Returns a part of a span, by positions in its own text. */
export function cut(span: Span, start: number, end: number = span.text.length): Span {
  const text = span.text.slice(start, end);
  const kept = span.places && span.places.slice(start, end);
  const [from, to] = [placeOf(span, start), placeOf(span, Math.max(start, end))];
  return { text, from, to, places: kept };
}

/** Returns the position of a span's character in the paste. */
function placeOf({ text, from, to, places }: Span, at: number): number {
  if (at >= text.length) return to;
  return places ? (places[at] ?? to) : from + at;
}

/** Trims insignificant characters from both ends. */
export function trimmed(span: Span, edges: RegExp = /\s/): Span {
  let [start, end] = [0, span.text.length];
  while (start < end && edges.test(span.text[start] ?? "")) start += 1;
  while (end > start && edges.test(span.text[end - 1] ?? "")) end -= 1;
  return start === 0 && end === span.text.length ? span : cut(span, start, end);
}

/** Splits at any of `letters`; at most `most` pieces, the last one has the rest. */
export function splitAt(span: Span, letters: string, most = 1000): Span[] {
  const pieces: Span[] = [];
  let start = 0;
  for (let at = 0; at < span.text.length && pieces.length < most - 1; at += 1) {
    if (!letters.includes(span.text[at] ?? "")) continue;
    pieces.push(cut(span, start, at));
    start = at + 1;
  }
  pieces.push(cut(span, start));
  return pieces;
}

/** Decoded characters with the position of each in the paste. */
export interface Letters {
  text: string;
  places: number[];
}

/** Creates a span from characters collected one by one. */
export function lettersToSpan(letters: Letters, from: number, to: number): Span {
  return { text: letters.text, from, to, places: letters.places };
}

/** Decodes percent-encoding as in URLs; malformed parts stay unchanged. */
export function percentDecoded(span: Span): Span {
  if (!span.text.includes("%")) return span;
  const letters: Letters = { text: "", places: [] };
  for (const { 0: run, index } of span.text.matchAll(/(?:%[0-9a-f]{2})+|[^%]+|%/gi)) {
    const decoded = run.length >= 3 && run.startsWith("%") ? unescaped(run) : run;
    const plain = decoded === run;
    for (let at = 0; at < decoded.length; at += 1) {
      // Encoded characters are three positions apart, which is true for ASCII.
      const step = plain ? at : Math.min(at * 3, run.length - 1);
      letters.places.push(placeOf(span, index + step));
    }
    letters.text += decoded;
  }
  return lettersToSpan(letters, span.from, span.to);
}

function unescaped(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
