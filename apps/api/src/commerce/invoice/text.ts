/**
 * Draws text in any mixture of scripts: each run in a font that has its letters, wrapped to a
 * width. (pdfkit itself only wraps text of a single font.)
 */
import type PDFDocument from "pdfkit";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The fonts: Noto Sans for Latin, Greek and Cyrillic, Noto Sans TC for Chinese. */
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
const fontFiles = new Map<string, Buffer>();

/** A font file; each is read once. */
function fontFile(script: Script, weight: Weight): Buffer {
  const name = files[script][weight];
  const known = fontFiles.get(name);
  if (known) return known;
  const file = readFileSync(fileURLToPath(import.meta.resolve(name)));
  fontFiles.set(name, file);
  return file;
}

/** CJK ideographs, kana, and the punctuation used with them. */
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
  /** Maximum number of lines; if there are more, the last one ends with an ellipsis. */
  lines?: number;
}

const LEADING = 1.38;
const INK = "#151b18";

interface Run {
  script: Script;
  text: string;
}

/** Registers the fonts with a document; only those used are embedded. */
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

/** The width of a text in points. */
export function widthOf(doc: Doc, text: string, style: Style): number {
  return runsOf(text).reduce((sum, run) => {
    setFont(doc, run, style);
    return sum + doc.widthOfString(run.text);
  }, 0);
}

/** A line may not begin with closing punctuation, so it stays with the character before it. */
const PIECES =
  /\s+|[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+|[^\s][\u3001\u3002\uff0c\uff09\uff1a\uff1b\u300d\uff01\uff1f]*/gu;

/** Wraps text to a width: at spaces and between Chinese characters, within words if need be. */
function wrapText(doc: Doc, text: string, { width, ...style }: Style & { width: number }) {
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

/** The unbreakable pieces of a text, each narrower than a line. */
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

/** The height of a text wrapped to a width, in points. */
export function textHeight(doc: Doc, text: string, within: Style & { width: number }): number {
  return wrapText(doc, text, within).length * within.size * LEADING;
}

/** Draws a text within a box and returns the y below it. */
export function drawText(doc: Doc, text: string, box: Box & Style): number {
  const { x, y, width, align = "left", lines: most, color = INK, ...style } = box;
  const lines = truncateLines(wrapText(doc, text, { width, ...style }), most);
  const height = style.size * LEADING;
  for (const [index, line] of lines.entries()) {
    const start = align === "right" ? x + width - widthOf(doc, line, style) : x;
    drawLine(doc, line, { x: start, y: y + index * height, color, ...style });
  }
  return y + lines.length * height;
}

function truncateLines(lines: string[], most: number | undefined): string[] {
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
    // All fonts share one baseline, whatever space each has above its letters.
    doc.text(run.text, x, at.y + at.size, { lineBreak: false, baseline: "alphabetic" });
    x += doc.widthOfString(run.text);
  }
}
