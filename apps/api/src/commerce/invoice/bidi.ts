/**
 * The order in which a line of mixed directions is drawn, by the Unicode bidirectional algorithm
 * (UAX 9). Explicit controls have no glyphs and are left out before.
 */
import bidiModule from "bidi-js";

// Its types describe the package's ES module; Node loads the other one, which is the function.
const bidi = (bidiModule as unknown as typeof bidiModule.default)();

/** The package reads code units, so signs beyond the basic plane are replaced by one of their type. */
const standIns: Partial<Record<string, string>> = {
  R: "\u05d0",
  AL: "\u0627",
  ON: "!",
  NSM: "\u0301",
};
const plain = (signs: readonly string[]): string =>
  signs
    .map((sign) => (sign.length === 1 ? sign : (standIns[bidi.getBidiCharTypeName(sign)] ?? "a")))
    .join("");

/** A part of a line in one direction, in the order in which they are drawn from left to right. */
export interface DirectedRun {
  text: string;
  isRightToLeft: boolean;
}

/** Whether a paragraph reads from right to left: by its first letter. */
export const isRightToLeft = (paragraph: string): boolean =>
  bidi.getEmbeddingLevels(plain(Array.from(paragraph))).paragraphs[0]?.level === 1;

/** The runs of a line from left to right (rules L1, L2 and L4); `isBaseRtl` is its paragraph's direction. */
export function visualRuns(line: string, isBaseRtl: boolean): DirectedRun[] {
  const signs = Array.from(line);
  const { levels } = bidi.getEmbeddingLevels(plain(signs), isBaseRtl ? "rtl" : "ltr");
  // The spaces at the end of a line have its own direction.
  levels.fill(isBaseRtl ? 1 : 0, signs.findLastIndex((sign) => /\S/.test(sign)) + 1);
  const runs: { text: string; level: number }[] = [];
  for (const [at, sign] of signs.entries()) {
    const level = levels[at] ?? 0;
    const shown = level % 2 === 1 ? (bidi.getMirroredCharacter(sign) ?? sign) : sign;
    const last = runs.at(-1);
    if (last?.level === level) last.text += shown;
    else runs.push({ text: shown, level });
  }
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    for (let from = 0; from < runs.length; from += 1) {
      let to = from;
      while ((runs[to]?.level ?? -1) >= level) to += 1;
      if (to > from) runs.splice(from, to - from, ...runs.slice(from, to).toReversed());
      from = to;
    }
  }
  return runs.map(({ text, level }) => ({ text, isRightToLeft: level % 2 === 1 }));
}
