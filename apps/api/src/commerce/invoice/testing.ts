/** Reads PDFs in tests with poppler's tools, where they are installed. */
import { execFileSync, spawnSync } from "node:child_process";

/** Whether pdftotext is installed; `npm test` installs it on Debian. */
export const canReadPdf = spawnSync("pdftotext", ["-v"]).error === undefined;

/** The text of a PDF in layout order, with runs of spaces collapsed. */
export function pdfText(pdf: Uint8Array): string {
  const text = execFileSync("pdftotext", ["-layout", "-enc", "UTF-8", "-", "-"], { input: pdf });
  return text.toString("utf8").replace(/[ \u00a0\u202f]+/g, " ");
}

interface Word {
  page: number;
  text: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Every word with its position on the page, in points. */
export function pdfWords(pdf: Uint8Array): Word[] {
  const html = execFileSync("pdftotext", ["-bbox", "-", "-"], { input: pdf }).toString("utf8");
  const words: Word[] = [];
  let page = 0;
  for (const line of html.split("\n")) {
    if (line.includes("<page ")) page += 1;
    const [, xMin, yMin, xMax, yMax, text] =
      /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)<\/word>/.exec(
        line,
      ) ?? [];
    if (text === undefined) continue;
    const [left = 0, top = 0, right = 0, bottom = 0] = [xMin, yMin, xMax, yMax].map(Number);
    words.push({ page, text, left, top, right, bottom });
  }
  return words;
}
