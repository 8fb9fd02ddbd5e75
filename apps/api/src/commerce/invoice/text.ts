/**
 * Draws text in any mixture of scripts: each run in a font that has its letters, wrapped to a
 * width. (pdfkit itself only wraps text of a single font.)
 */
import { isRightToLeft, visualRuns } from "./bidi.ts";
import { type Doc, type FontName, fontOf, selectFont, type Weight } from "./fonts.ts";

export interface Style {
  size: number;
  weight?: Weight;
  color?: string;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  align?: "left" | "right";
  /** Maximum number of lines; if there are more, the last one ends with an ellipsis. */
  lines?: number;
}

const LEADING = 1.38;
const INK = "#151b18";

/** A part of a line in one font and one direction. */
interface Run {
  font: FontName;
  text: string;
}

/** Formatting controls have no glyphs; the directions of letters are found without them. */
const CONTROLS = /[\p{Cf}\p{Cc}\ufe00-\ufe0f]/gu;
/** Shapes letters by their neighbours across spaces; without it, pdfkit lays out word by word. */
const SHAPED = { features: ["liga"] as PDFKit.Mixins.OpenTypeFeatures[] };

/** Splits a text where its font changes; what no font has is named by its code point. */
function fontRuns(doc: Doc, text: string, weight: Weight): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const last = runs.at(-1);
    const font = fontOf(doc, sign, { weight, last: last?.font });
    const shown =
      font === null ? `[U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase()}]` : sign;
    const name = font ?? "western";
    if (last?.font === name) last.text += shown;
    else runs.push({ font: name, text: shown });
  }
  return runs;
}

/** The runs of a line from left to right. */
function runsOf(doc: Doc, line: string, { weight = "regular" }: Style, isRtl: boolean): Run[] {
  return visualRuns(line, isRtl).flatMap((part) => {
    const runs = fontRuns(doc, part.text, weight);
    if (part.isRightToLeft) runs.reverse();
    // A font turns round what it takes for letters of its script: also Arabic digits, which read
    // from left to right, but not spaces and signs alone.
    return runs.map((run) => {
      const isTurned = isRightToLeft(run.text) || ARABIC_DIGIT.test(run.text);
      return isTurned === part.isRightToLeft ? run : { ...run, text: reversed(run.text) };
    });
  });
}
const ARABIC_DIGIT = /[\u0660-\u0669\u06f0-\u06f9]/;
const reversed = (text: string) => Array.from(text).toReversed().join("");

function setFont(doc: Doc, { font }: Run, { size, weight = "regular" }: Style): void {
  selectFont(doc, font, weight).fontSize(size);
}

/** The width of a text in points. */
export function widthOf(doc: Doc, text: string, style: Style): number {
  return fontRuns(doc, text.replace(CONTROLS, ""), style.weight ?? "regular").reduce((sum, run) => {
    setFont(doc, run, style);
    return sum + doc.widthOfString(run.text, SHAPED);
  }, 0);
}

/** A line may not begin with closing punctuation, so it stays with the character before it. */
const PIECES =
  /\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|[^\s][\u3001\u3002\uff0c\uff09\uff1a\uff1b\u300d\uff01\uff1f]*/gu;

/** A part of a text that is not broken, and its width. */
interface Piece {
  text: string;
  points: number;
}

/** Below this part of a width, the widths of a line's pieces tell that they fit: kerning is less. */
const SURELY = 0.9;

/** Wraps text to a width: at spaces and between Chinese characters, within words if need be. */
function wrapText(doc: Doc, text: string, { width, ...style }: Style & { width: number }) {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/).map((line) => line.replace(CONTROLS, ""))) {
    let line = "";
    let points = 0;
    for (const piece of pieces(doc, paragraph, { width, ...style })) {
      // The whole line is laid out near its end alone: for each piece, it would take its square.
      const nearEnd = points + piece.points > width * SURELY;
      if (line !== "" && nearEnd && widthOf(doc, (line + piece.text).trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = piece.text.trimStart();
        points = line === "" ? 0 : piece.points;
      } else {
        line += piece.text;
        points += piece.points;
      }
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** The unbreakable pieces of a text, each narrower than a line. */
function pieces(doc: Doc, text: string, within: Style & { width: number }): Piece[] {
  return (text.match(PIECES) ?? []).flatMap((piece) => {
    const points = widthOf(doc, piece, within);
    if (points <= within.width) return [{ text: piece, points }];
    const signs = Array.from(piece);
    const parts: Piece[] = [];
    let guess = Math.ceil((signs.length * within.width) / points);
    for (let at = 0; at < signs.length; at += guess) {
      const part = longestPart(doc, signs.slice(at), { ...within, guess });
      parts.push(part);
      guess = part.signs;
    }
    return parts;
  });
}

/** The longest beginning of a word that fits, a sign at least; it is looked for around a guess. */
function longestPart(
  doc: Doc,
  signs: readonly string[],
  { width, guess, ...style }: Style & { width: number; guess: number },
): Piece & { signs: number } {
  const partOf = (count: number) => {
    const text = signs.slice(0, count).join("");
    return { text, points: widthOf(doc, text, style), signs: count };
  };
  let best = partOf(1);
  let tooMany = signs.length + 1;
  let next = Math.min(guess, signs.length);
  while (tooMany - best.signs > 1) {
    const part = partOf(Math.max(next, best.signs + 1));
    if (part.points <= width) best = part;
    else tooMany = part.signs;
    const grown = best.signs + Math.ceil(best.signs / 8);
    next = tooMany > signs.length ? Math.min(grown, signs.length) : (best.signs + tooMany) >> 1;
  }
  return best;
}

/** The height of a text wrapped to a width, in points. */
export function textHeight(doc: Doc, text: string, within: Style & { width: number }): number {
  return wrapText(doc, text, within).length * within.size * LEADING;
}

/** Draws a text within a box and returns the y below it. */
export function drawText(doc: Doc, text: string, box: Box & Style): number {
  const { x, y, width, align = "left", lines: most, color = INK, ...style } = box;
  const lines = truncateLines(wrapText(doc, text, { width, ...style }), most);
  const height = style.size * LEADING;
  const isRtl = isRightToLeft(text);
  for (const [index, line] of lines.entries()) {
    const start = align === "right" ? x + width - widthOf(doc, line, style) : x;
    drawLine(doc, line, { x: start, y: y + index * height, color, isRtl, ...style });
  }
  return y + lines.length * height;
}

function truncateLines(lines: string[], most: number | undefined): string[] {
  if (most === undefined || lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  kept[most - 1] = `${(kept[most - 1] ?? "").slice(0, -1)}…`;
  return kept;
}

function drawLine(
  doc: Doc,
  line: string,
  at: Style & { x: number; y: number; isRtl: boolean },
): void {
  let x = at.x;
  doc.fillColor(at.color ?? INK);
  for (const run of runsOf(doc, line, at, at.isRtl)) {
    setFont(doc, run, at);
    // All fonts share one baseline, whatever space each has above its letters.
    doc.text(run.text, x, at.y + at.size, { lineBreak: false, baseline: "alphabetic", ...SHAPED });
    x += doc.widthOfString(run.text, SHAPED);
  }
}
