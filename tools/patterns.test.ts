/**
 * Law: no regular expression that strangers' text may reach takes the square of its length. One such
 * expression over one header stopped the API for eleven seconds. Each expression of the servers is tried
 * with long repetitions of what it is made of.
 */
import { expect, test } from "vitest";
import { type SourceFile, sources } from "./tree.ts";

const inScope =
  /^(?:packages\/(?:contract|rules|proxy-strings|locales|link|net)|apps\/(?:api|gateway|manager))\/src\/.*\.ts$/;
/** Files whose expressions read only what we or the operator's machine wrote. */
const ownTexts: readonly string[] = [
  "apps/api/src/across/docs/",
  "apps/api/src/across/lab/",
  "apps/api/src/across/operator/doctor/",
  "apps/api/src/across/operator/shop.ts",
  "packages/contract/src/environment-schema.ts",
  "packages/contract/src/environment-checks.ts",
];
const isOurs = (name: string) => ownTexts.some((start) => name.startsWith(start));
const isTest = (name: string) => /test|hostile|examples/.test(name);

/** An expression after what may stand before one; division and comments look alike, and do no harm. */
const literal =
  /(?<=[=(,:!&|?\s[{;>])\/(?![*/ ])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=[\s.,;)\]}:]|$)/gm;

interface Expression {
  where: string;
  source: string;
  pattern: RegExp;
}

function expressionsOf({ name, text }: SourceFile): Expression[] {
  return [...text.matchAll(literal)].flatMap(({ index, 1: source = "", 2: flags = "" }) => {
    if (!/[*+{]/.test(source)) return [];
    const line = text.slice(0, index).split("\n").length;
    try {
      return [{ where: `${name}:${line}`, source, pattern: new RegExp(source, flags) }];
    } catch {
      return [];
    }
  });
}

const common = [" ", "a", "0", ".", "-", ",", "/", "%", '"', "=", ":", "@", "[", "\n", "a ", "0."];
const escapes: Record<string, string> = { s: " ", n: "\n", t: "\t", d: "0", w: "a", b: " " };
/** Short texts of the characters that an expression names. */
function piecesOf(source: string): string[] {
  const named = source
    .replace(/\\([a-z])/g, (_, letter: string) => escapes[letter] ?? " ")
    .replace(/\\(.)/g, "$1")
    .split(/[()[\]{}?*+|^$]+/)
    .filter(Boolean);
  const short = named.flatMap((each) => [each, each.slice(0, 1), each.slice(-1)]);
  return [...new Set([...short, ...short.map((each) => `${each} `)])].slice(0, 12);
}

const length = 12_000;
const mostMs = 20;
/** What takes longer than this for a short text is tried with a long one. */
const short = { length: 1_500, ms: 0.2 };
const tryOnce = (pattern: RegExp, text: string): number => {
  const begun = process.threadCpuUsage();
  pattern.lastIndex = 0;
  pattern.test(text);
  const { user, system } = process.threadCpuUsage(begun);
  return (user + system) / 1_000;
};

/** What makes an expression slow; null if nothing that is tried does. */
function slowText({ pattern, source }: Expression): string | null {
  const pieces = piecesOf(source);
  for (const piece of new Set([...common, ...pieces]))
    for (const before of ["", "a", ...pieces.slice(0, 2)])
      for (const after of ["", "!"]) {
        const textOf = (most: number) => before + piece.repeat(most / piece.length) + after;
        const began = performance.now();
        pattern.lastIndex = 0;
        pattern.test(textOf(short.length));
        if (performance.now() - began < short.ms) continue;
        const text = textOf(length);
        const isSlow = () => tryOnce(pattern, text) > mostMs;
        // The machine may be busy: only what is slow each time counts.
        if (isSlow() && isSlow() && isSlow()) return JSON.stringify([before, piece, after]);
      }
  return null;
}

test("No expression of the servers takes the square of a text's length", () => {
  const files = sources([".ts"], ["packages", "apps"]).filter(
    ({ name }) => inScope.test(name) && !isOurs(name) && !isTest(name),
  );
  const all = files.flatMap(expressionsOf);
  expect(all.length).toBeGreaterThan(300);
  const slow = all.flatMap((each) => {
    const text = slowText(each);
    return text === null ? [] : [`${each.where} /${each.source}/ with ${text}`];
  });
  expect(slow).toEqual([]);
});

test("An expression that does is found", () => {
  const of = (pattern: RegExp) => slowText({ where: "", source: pattern.source, pattern });
  expect(of(/\s*;\s*q=/)).not.toBeNull();
  expect(of(/=+$/)).not.toBeNull();
  expect(of(/^[a-z]+=\d+$/)).toBeNull();
});
