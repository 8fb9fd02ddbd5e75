/**
 * Text on a page, whatever mixture of scripts it is: each run in the font that has its letters,
 * wrapped to a width. (pdfkit itself wraps text of one font alone.)
 */
import type PDFDocument from "pdfkit";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The letters of an invoice: Noto Sans for Latin, Greek and Cyrillic, Noto Sans TC for Chinese. */
type Weight = "regular" | "bold";
type Script = "western" | "chinese";

const files: Record<Script, Record<Weight, string>> = {
  western: {
    regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
    bold: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf",
  },
  chinese: {
    regular: "@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf",
    bold: "@expo-google-fonts/noto-sans-tc/600SemiBold/NotoSansTC_600SemiBold.ttf",
  },
};
const read = new Map<string, Buffer>();

/** A font's file, read once. */
function fontFile(script: Script, weight: Weight): Buffer {
  const name = files[script][weight];
  const known = read.get(name);
  if (known) return known;
  const file = readFileSync(fileURLToPath(import.meta.resolve(name)));
  read.set(name, file);
  return file;
}

/** CJK ideographs, kana, and the punctuation that stands among them. */
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

const isChinese = (sign: string): boolean => CHINESE.test(sign);

export type Doc = InstanceType<typeof PDFDocument>;
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
  /** At most so many lines; the last one ends with an ellipsis. */
  lines?: number;
}

const LEADING = 1.38;
const INK = "#151b18";

interface Run {
  script: Script;
  text: string;
}

/** Makes the fonts known to a document; they are put into it when they are used. */
export function registerFonts(doc: Doc): void {
  for (const script of ["western", "chinese"] as const) {
    for (const weight of ["regular", "bold"] as const) {
      doc.registerFont(`${script} ${weight}`, fontFile(script, weight));
    }
  }
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const sign of text) {
    const script = isChinese(sign) ? "chinese" : "western";
    const last = runs.at(-1);
    if (last?.script === script) last.text += sign;
    else runs.push({ script, text: sign });
  }
  return runs;
}

function setFont(doc: Doc, { script }: Run, { size, weight = "regular" }: Style): void {
  doc.font(`${script} ${weight}`).fontSize(size);
}

/** How wide a text is in points. */
export function widthOf(doc: Doc, text: string, style: Style): number {
  return runsOf(text).reduce((sum, run) => {
    setFont(doc, run, style);
    return sum + doc.widthOfString(run.text);
  }, 0);
}

/** Closing signs may not begin a line; they stay with what stands before them. */
const PIECES =
  /\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|[^\s][\u3001\u3002\uff0c\uff09\uff1a\uff1b\u300d\uff01\uff1f]*/gu;

/** Breaks a text into lines of a width: at spaces and between Chinese signs, in words if need be. */
function wrapped(doc: Doc, text: string, { width, ...style }: Style & { width: number }) {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let line = "";
    for (const piece of pieces(doc, paragraph, { width, ...style })) {
      if (line !== "" && widthOf(doc, (line + piece).trimEnd(), style) > width) {
        lines.push(line.trimEnd());
        line = piece.trimStart();
      } else line += piece;
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

/** What may not be broken, each narrower than a line. */
function pieces(doc: Doc, text: string, { width, ...style }: Style & { width: number }): string[] {
  return (text.match(PIECES) ?? []).flatMap((piece) => {
    if (widthOf(doc, piece, style) <= width) return [piece];
    const parts: string[] = [""];
    for (const sign of piece) {
      const last = parts.at(-1) ?? "";
      if (last && widthOf(doc, last + sign, style) > width) parts.push(sign);
      else parts[parts.length - 1] = last + sign;
    }
    return parts;
  });
}

/** How high a text stands within a width, in points. */
export function textHeight(doc: Doc, text: string, within: Style & { width: number }): number {
  return wrapped(doc, text, within).length * within.size * LEADING;
}

/** Draws a text within a box and answers the y below it. */
export function drawText(doc: Doc, text: string, box: Box & Style): number {
  const { x, y, width, align = "left", lines: most, color = INK, ...style } = box;
  const lines = shortened(wrapped(doc, text, { width, ...style }), most);
  const height = style.size * LEADING;
  for (const [index, line] of lines.entries()) {
    const start = align === "right" ? x + width - widthOf(doc, line, style) : x;
    drawLine(doc, line, { x: start, y: y + index * height, color, ...style });
  }
  return y + lines.length * height;
}

function shortened(lines: string[], most: number | undefined): string[] {
  if (most === undefined || lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  kept[most - 1] = `${(kept[most - 1] ?? "").slice(0, -1)}…`;
  return kept;
}

function drawLine(doc: Doc, line: string, at: Style & { x: number; y: number }): void {
  let x = at.x;
  doc.fillColor(at.color ?? INK);
  for (const run of runsOf(line)) {
    setFont(doc, run, at);
    // All fonts stand on one line, whatever room each keeps above its letters.
    doc.text(run.text, x, at.y + at.size, { lineBreak: false, baseline: "alphabetic" });
    x += doc.widthOfString(run.text);
  }
}
