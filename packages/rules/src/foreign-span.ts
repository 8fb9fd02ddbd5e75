/** A piece of a pasted text that knows where it stood there, however it was written. */

export interface Span {
  /** As it is meant: percent-encoding and escapes undone. */
  text: string;
  /** Its first and its one past the last place in the paste. */
  from: number;
  to: number;
  /** Where each letter stood, where they are not simply side by side. */
  places: readonly number[] | null;
}

/** The paste, or a part of it, as it stands. */
export function spanOf(paste: string, from = 0, to = paste.length): Span {
  return { text: paste.slice(from, to), from, to, places: null };
}

/** A part of a span by the places in its own text. */
export function cut(span: Span, start: number, end: number = span.text.length): Span {
  const text = span.text.slice(start, end);
  const kept = span.places && span.places.slice(start, end);
  const [from, to] = [placeOf(span, start), placeOf(span, Math.max(start, end))];
  return { text, from, to, places: kept };
}

/** Where a letter of a span stands in the paste. */
function placeOf({ text, from, to, places }: Span, at: number): number {
  if (at >= text.length) return to;
  return places ? (places[at] ?? to) : from + at;
}

/** Without what stands at its edges and means nothing. */
export function trimmed(span: Span, edges: RegExp = /\s/): Span {
  let [start, end] = [0, span.text.length];
  while (start < end && edges.test(span.text[start] ?? "")) start += 1;
  while (end > start && edges.test(span.text[end - 1] ?? "")) end -= 1;
  return start === 0 && end === span.text.length ? span : cut(span, start, end);
}

/** Its pieces between single letters; `most` pieces, the last one with the rest. */
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

/** What is around each piece of a text and what it stands for, as one span. */
export interface Letters {
  text: string;
  places: number[];
}

/** A span out of letters that were gathered one by one. */
export function gathered(letters: Letters, from: number, to: number): Span {
  return { text: letters.text, from, to, places: letters.places };
}

/** Percent-encoding as URLs have it; what is not well-formed stays as it is. */
export function percentDecoded(span: Span): Span {
  if (!span.text.includes("%")) return span;
  const letters: Letters = { text: "", places: [] };
  for (const { 0: run, index } of span.text.matchAll(/(?:%[0-9a-f]{2})+|[^%]+|%/gi)) {
    const decoded = run.length >= 3 && run.startsWith("%") ? unescaped(run) : run;
    const plain = decoded === run;
    for (let at = 0; at < decoded.length; at += 1) {
      // A run of encoded letters stands three places apart, which holds for ASCII.
      const step = plain ? at : Math.min(at * 3, run.length - 1);
      letters.places.push(placeOf(span, index + step));
    }
    letters.text += decoded;
  }
  return gathered(letters, span.from, span.to);
}

function unescaped(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}
