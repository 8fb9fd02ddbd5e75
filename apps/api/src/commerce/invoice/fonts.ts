/**
 * The fonts of invoices: Noto Sans in the order in which they are tried. Each is read when a text
 * needs it. Those in `fonts/` are the subsets of one script each, compressed (`fonts/README.md`).
 */
import type PDFDocument from "pdfkit";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

export type Doc = InstanceType<typeof PDFDocument>;
export type Weight = "regular" | "bold";

const own = (name: string) => ({
  regular: `./fonts/${name}-Regular.ttf.gz`,
  bold: `./fonts/${name}-SemiBold.ttf.gz`,
});
const files = {
  /** Latin, Greek, Cyrillic and Devanagari. */
  western: {
    regular: "@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf",
    bold: "@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf",
  },
  hebrew: own("NotoSansHebrew"),
  arabic: own("NotoSansArabic"),
  thai: own("NotoSansThai"),
  /** Traditional Chinese, with most of what Japanese and simplified Chinese share with it. */
  chinese: {
    regular: "@expo-google-fonts/noto-sans-tc/400Regular/NotoSansTC_400Regular.ttf",
    bold: "@expo-google-fonts/noto-sans-tc/600SemiBold/NotoSansTC_600SemiBold.ttf",
  },
  korean: own("NotoSansKR"),
  simplified: own("NotoSansSC"),
  japanese: own("NotoSansJP"),
} satisfies Record<string, Record<Weight, string>>;
export type FontName = keyof typeof files;

/** Which fonts may have a character; `western` is tried for all others. */
const scripts: readonly [RegExp, readonly FontName[]][] = [
  [/[\u0590-\u05ff\ufb1d-\ufb4f]/u, ["hebrew"]],
  [/[\u0600-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefc]/u, ["arabic"]],
  [/[\u0e00-\u0e7f]/u, ["thai"]],
  [/[\u1100-\u11ff\u3130-\u318f\ua960-\ua97f\uac00-\ud7ff]/u, ["korean"]],
  [
    /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u,
    ["chinese", "simplified", "japanese", "korean"],
  ],
];
const fontsFor = (sign: string): readonly FontName[] =>
  scripts.find(([signs]) => signs.test(sign))?.[1] ?? ["western", "chinese", "korean", "arabic"];

const read = new Map<string, Buffer>();
/** A font file; each is read once. */
function fontFile(name: FontName, weight: Weight): Buffer {
  const file = files[name][weight];
  const known = read.get(file);
  if (known) return known;
  const bytes = readFileSync(fileURLToPath(import.meta.resolve(file)));
  const font = file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  read.set(file, font);
  return font;
}

/** Uses a font from here on; the document embeds only the letters that are drawn. */
export function selectFont(doc: Doc, name: FontName, weight: Weight): Doc {
  const registered = `${name} ${weight}`;
  return doc.registerFont(registered, fontFile(name, weight)).font(registered);
}

/** What pdfkit does not describe: the font file that it reads glyphs from. */
interface OpenedFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
}

/**
 * The first font that has a character; null if none has. A character that many fonts have, such as
 * a space, stays in the font before it.
 */
export function fontOf(
  doc: Doc,
  sign: string,
  { weight, last }: { weight: Weight; last: FontName | undefined },
): FontName | null {
  const names = fontsFor(sign);
  const isCommon = names[0] === "western" && last !== undefined;
  const candidates = isCommon && !/\p{L}/u.test(sign) ? [last, ...names] : names;
  const point = sign.codePointAt(0) ?? 0;
  const has = (name: FontName) =>
    (selectFont(doc, name, weight) as unknown as OpenedFont)._font.font.hasGlyphForCodePoint(point);
  return candidates.find(has) ?? null;
}
