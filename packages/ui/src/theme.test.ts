import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { theme } from "./theme.ts";

const css = readFileSync(path.resolve(import.meta.dirname, "theme.css"), "utf8");

/** Accents of brands: the shipped one, and some whose contrast with white is barely 4.5:1. */
const accents = {
  shipped: ["#0b5d45", "#63c79f"],
  blue: ["#1f5fbf", "#8ab8ff"],
  "barely dark enough, green": ["#008545", "#63c79f"],
  "barely dark enough, red": ["#e60023", "#ff9c94"],
  "barely dark enough, grey": ["#767676", "#b4b4b4"],
  "barely dark enough, violet": ["#8752e8", "#c3a5ff"],
  black: ["#000000", "#b4b4b4"],
} as const;

type Roles = Record<string, string>;
/** The variables of all rules for a selector, later ones in place of earlier ones. */
function declared(selector: string): Roles {
  const roles: Roles = {};
  for (let at = css.indexOf(`${selector} {`); at >= 0; at = css.indexOf(`${selector} {`, at + 1)) {
    const block = css.slice(at, css.indexOf("}", at));
    for (const [, name = "", value = ""] of block.matchAll(/--([\w-]+):\s*([^;]+);/g))
      roles[name] = value;
  }
  return roles;
}

type Triple = readonly [number, number, number];
const channels = (hex: string): Triple => {
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
};
const hexOf = (all: readonly number[]) =>
  `#${all
    .map((one) =>
      Math.round(Math.min(255, Math.max(0, one)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
const toLinear = (one: number) =>
  one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4;
const fromLinear = (one: number) =>
  255 * (one <= 0.0031308 ? one * 12.92 : 1.055 * Math.max(0, one) ** (1 / 2.4) - 0.055);

/** Lightness, chroma and hue by OKLCH (CSS Color 4). */
function toOklch(hex: string): Triple {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const light = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [light, Math.hypot(x, y), Math.atan2(y, x)];
}
function ofOklch([light, chroma, hue]: Triple): string {
  const [x, y] = [chroma * Math.cos(hue), chroma * Math.sin(hue)];
  const l = (light + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (light - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (light - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return hexOf(
    [
      4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
    ].map(fromLinear),
  );
}

/** Evaluates the three kinds of formulas that theme.css has. */
function evaluate(value: string, roles: Roles): string {
  if (value.startsWith("#")) return value;
  const named = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  if (named !== undefined) return evaluate(roles[named] ?? "", roles);
  const mixed = /^color-mix\(in srgb, (.+) (\d+)%, (.+)\)$/.exec(value);
  if (mixed) {
    const [, first = "", percent = "", second = ""] = mixed;
    const [one, other] = [first, second].map((part) => channels(evaluate(part, roles)));
    const share = Number(percent) / 100;
    return hexOf((one ?? []).map((at, index) => at * share + (other?.[index] ?? 0) * (1 - share)));
  }
  const [, from = "", light = "", chroma = "", turn] =
    /^oklch\(from (var\(--[\w-]+\)) (min\(l, [\d.]+\)|[\d.]+) (c|[\d.]+) (?:h|calc\(h \+ (\d+)\))\)$/.exec(
      value,
    ) ?? [];
  if (from === "") throw new Error(`no formula that this test knows: ${value}`);
  const [l, c, h] = toOklch(evaluate(from, roles));
  const number = (text: string) => Number(text.replace(/^min\(l, |\)$/g, ""));
  return ofOklch([
    light.startsWith("min") ? Math.min(l, number(light)) : number(light),
    chroma === "c" ? c : number(chroma),
    h + (Number(turn ?? 0) * Math.PI) / 180,
  ]);
}

/** Relative luminance and contrast according to WCAG 2.2. */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Triple;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const GRAPHICS = 3;
const surfaces = ["ui-canvas", "ui-surface", "ui-sunken"];
const texts = [
  "mantine-color-dimmed",
  "mantine-color-anchor",
  "mantine-color-error",
  "mantine-color-placeholder",
  "mantine-color-brand-text",
  "ui-accent",
];
const lines = ["ui-chart-1", "ui-chart-2", "ui-chart-3", "ui-chart-4"];
const schemes = ["light", "dark"] as const;
const cases = Object.keys(accents).flatMap((name) =>
  schemes.map((scheme) => [scheme, name as keyof typeof accents] as const),
);

describe.each(cases)("the %s colour scheme of an accent: %s", (scheme, name) => {
  const [accent, accentDark] = accents[name];
  const roles: Roles = {
    ...declared("\n.brand-preview"),
    ...declared("  .brand-preview"),
    ...declared(`[data-mantine-color-scheme="${scheme}"]`),
    "brand-accent": accent,
    "brand-accent-dark": accentDark,
  };
  const at = (role: string) => evaluate(roles[role] ?? "", roles);

  it.each(texts)("has readable text: %s on every surface", (text) => {
    for (const surface of surfaces)
      expect([surface, contrast(at(text), at(surface)) >= TEXT]).toEqual([surface, true]);
  });

  it("has readable text on highlighted areas, and white words on buttons", () => {
    expect(contrast(at("ui-accent"), at("ui-accent-soft"))).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(at("ui-on-signal"), at("ui-signal"))).toBeGreaterThanOrEqual(TEXT);
    for (const ground of ["ui-brand", "ui-brand-deep", "ui-brand-glow"])
      for (const words of ["ui-on-brand", "ui-on-brand-dim"])
        expect([ground, words, contrast(at(words), at(ground)) >= TEXT]).toEqual([
          ground,
          words,
          true,
        ]);
    for (const button of ["brand-7", "brand-8", "brand-9"])
      expect(contrast("#ffffff", at(button))).toBeGreaterThanOrEqual(TEXT - 0.02);
  });

  it.each(lines)("has visible plot lines: %s", (line) => {
    for (const surface of ["ui-surface", "ui-sunken"])
      expect(contrast(at(line), at(surface))).toBeGreaterThanOrEqual(GRAPHICS);
  });
});

it("The shipped accent's plot lines differ in luminance, to be distinguishable without colour", () => {
  for (const scheme of schemes) {
    const roles = {
      ...declared(`[data-mantine-color-scheme="${scheme}"]`),
      "brand-accent": accents.shipped[0],
      "brand-accent-dark": accents.shipped[1],
    };
    const seen = lines.map((line) => luminance(evaluate(roles[line] ?? "", roles)).toFixed(2));
    expect([scheme, new Set(seen).size]).toEqual([scheme, lines.length]);
  }
});

it("the type scale has distinct font sizes in ascending order", () => {
  const sizes = Object.values(theme.fontSizes ?? {}).map((size) => Number.parseFloat(`${size}`));
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
  expect(new Set(sizes).size).toBe(sizes.length);
});
