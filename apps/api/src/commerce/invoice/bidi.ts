/**
 * The order in which a line of mixed directions is drawn: the implicit part of the Unicode
 * bidirectional algorithm (UAX 9). Explicit controls have no glyphs and are left out before.
 */

/** A part of a line in one direction, in the order in which they are drawn from left to right. */
export interface DirectedRun {
  text: string;
  isRightToLeft: boolean;
}

type Kind = "L" | "R" | "AL" | "EN" | "AN" | "ES" | "ET" | "CS" | "NSM" | "WS" | "ON";

const kinds: readonly [Kind, RegExp][] = [
  ["NSM", /[\p{Mn}\p{Me}]/u],
  ["AN", /[\u0600-\u0605\u0660-\u0669\u066b\u066c\u06dd\u08e2]/u],
  ["EN", /[0-9\u00b2\u00b3\u00b9\u06f0-\u06f9\u2070\u2074-\u2079\u2080-\u2089]/u],
  ["AL", /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\u061b\u061c\u061f]/u],
  ["R", /[\p{Script=Hebrew}\p{Script=Nko}\u200f]/u],
  ["ES", /[+\u002d\u207a\u207b\u208a\u208b\u2212]/u],
  ["ET", /[#%\u00b0\u00b1\u066a\u2030-\u2034\u2116\p{Sc}]/u],
  ["CS", /[,./:\u00a0\u060c\u202f\u2044]/u],
  ["WS", /\s/u],
  ["L", /[\p{L}\p{Mc}\p{Nl}\u200e]/u],
];
/** Arabic punctuation and marks that have no direction of their own. */
const NEUTRAL = /[\u0606\u0607\u060e\u060f\u06de\u06e9]/u;

function kindOf(sign: string): Kind {
  if (NEUTRAL.test(sign)) return "ON";
  return kinds.find(([, signs]) => signs.test(sign))?.[0] ?? "ON";
}

const brackets = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
]);

/** Whether a paragraph reads from right to left: by its first letter. */
export function isRightToLeft(paragraph: string): boolean {
  for (const sign of paragraph) {
    const kind = kindOf(sign);
    if (kind === "L") return false;
    if (kind === "R" || kind === "AL") return true;
  }
  return false;
}

/** Rules W1 to W7: what marks, digits and the signs between digits count as. */
function resolveWeak(found: readonly Kind[], sos: "L" | "R"): Kind[] {
  const kinds = [...found];
  let before: Kind = sos;
  for (const [at, kind] of kinds.entries()) {
    if (kind === "NSM") kinds[at] = before;
    before = kinds[at] ?? before;
  }
  let strong: Kind = sos;
  for (const [at, kind] of kinds.entries()) {
    if (kind === "L" || kind === "R" || kind === "AL") strong = kind;
    if (kind === "EN" && strong === "AL") kinds[at] = "AN";
  }
  for (const [at, kind] of kinds.entries()) if (kind === "AL") kinds[at] = "R";
  for (const [at, kind] of kinds.entries()) {
    const previous = kinds[at - 1];
    if (previous !== kinds[at + 1] || (kind !== "ES" && kind !== "CS")) continue;
    if (previous === "EN" || (previous === "AN" && kind === "CS")) kinds[at] = previous;
  }
  resolveSignsAtNumbers(kinds);
  strong = sos;
  for (const [at, kind] of kinds.entries()) {
    if (kind === "L" || kind === "R") strong = kind;
    if (kind === "EN" && strong === "L") kinds[at] = "L";
  }
  return kinds;
}

/** Rules W5 and W6: currency and percent signs belong to the number that they touch. */
function resolveSignsAtNumbers(kinds: Kind[]): void {
  for (let from = 0; from < kinds.length; from += 1) {
    if (kinds[from] !== "ET") continue;
    let to = from;
    while (kinds[to] === "ET") to += 1;
    if (kinds[from - 1] === "EN" || kinds[to] === "EN") kinds.fill("EN", from, to);
    from = to - 1;
  }
  for (const [at, kind] of kinds.entries())
    if (kind === "ES" || kind === "ET" || kind === "CS") kinds[at] = "ON";
}

/** The positions of each pair of brackets in a line. */
function bracketPairs(signs: readonly string[]): [number, number][] {
  const open: { at: number; closes: string }[] = [];
  const pairs: [number, number][] = [];
  for (const [at, sign] of signs.entries()) {
    const closes = brackets.get(sign);
    if (closes) open.push({ at, closes });
    const last = open.findLastIndex((one) => one.closes === sign);
    if (last < 0) continue;
    pairs.push([open[last]?.at ?? at, at]);
    open.length = last;
  }
  return pairs.toSorted(([one], [other]) => one - other);
}

/** Rule N0: both brackets of a pair have one direction, by what is between and before them. */
function resolveBrackets(kinds: Kind[], signs: readonly string[], base: "L" | "R"): void {
  const side = (kind: Kind | undefined) =>
    kind === "L" ? "L" : kind === "R" || kind === "EN" || kind === "AN" ? "R" : undefined;
  for (const [from, to] of bracketPairs(signs)) {
    const within = kinds.slice(from + 1, to).map(side);
    const other = base === "L" ? "R" : "L";
    if (!within.includes(base) && !within.includes(other)) continue;
    const before = kinds.slice(0, from).map(side).findLast(Boolean) ?? base;
    const direction = !within.includes(base) && before === other ? other : base;
    kinds[from] = direction;
    kinds[to] = direction;
  }
}

/** Rules N1 and N2: what has no direction takes that of both its neighbours, else the line's. */
function resolveNeutrals(found: readonly Kind[], base: "L" | "R"): Kind[] {
  const kinds = [...found];
  const isNeutral = (kind: Kind | undefined) => kind === "WS" || kind === "ON";
  const side = (kind: Kind | undefined) => (kind === undefined ? base : kind === "L" ? "L" : "R");
  for (let from = 0; from < kinds.length; from += 1) {
    if (!isNeutral(kinds[from])) continue;
    let to = from;
    while (isNeutral(kinds[to])) to += 1;
    const [left, right] = [side(kinds[from - 1]), side(kinds[to])];
    kinds.fill(left === right ? left : base, from, to);
    from = to - 1;
  }
  return kinds;
}

/** The embedding level of each character: odd is right to left. */
function levelsOf(signs: readonly string[], isBaseRtl: boolean): number[] {
  const base = isBaseRtl ? "R" : "L";
  const found = signs.map(kindOf);
  const weak = resolveWeak(found, base);
  resolveBrackets(weak, signs, base);
  const kinds = resolveNeutrals(weak, base);
  const levels = kinds.map((kind) => {
    if (isBaseRtl) return kind === "R" ? 1 : 2;
    return kind === "L" ? 0 : kind === "R" ? 1 : 2;
  });
  // Rule L1: the spaces at the end of a line have its own direction.
  for (let at = found.length - 1; found[at] === "WS"; at -= 1) levels[at] = isBaseRtl ? 1 : 0;
  return levels;
}

/** Brackets and signs that are drawn the other way round from right to left. */
const mirrored = new Map(
  ["()", "[]", "{}", "<>", "«»", "‹›", "≤≥"].flatMap(([open = "", close = ""]) => [
    [open, close],
    [close, open],
  ]),
);

/** The runs of a line from left to right (rules L2 and L4); `isBaseRtl` is its paragraph's direction. */
export function visualRuns(line: string, isBaseRtl: boolean): DirectedRun[] {
  const signs = Array.from(line);
  const levels = levelsOf(signs, isBaseRtl);
  const runs: { text: string; level: number }[] = [];
  for (const [at, sign] of signs.entries()) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    const shown = level % 2 === 1 ? (mirrored.get(sign) ?? sign) : sign;
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
