import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { theme } from "./theme.ts";

const css = readFileSync(path.resolve(import.meta.dirname, "theme.css"), "utf8");

/** Returns the colour variables of a scheme, as set in theme.css. */
function rolesOf(scheme: "light" | "dark"): Record<string, string> {
  const start = css.indexOf(`html:root[data-mantine-color-scheme="${scheme}"] {`);
  const block = css.slice(start, css.indexOf("}", start));
  const pairs = [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)];
  return Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, value]));
}

/** Relative luminance and contrast according to WCAG 2.2. */
function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const GRAPHICS = 3;
const surfaces = ["pike-canvas", "pike-surface", "pike-sunken"];
const texts = [
  "mantine-color-dimmed",
  "mantine-color-anchor",
  "mantine-color-error",
  "mantine-color-placeholder",
  "pike-accent",
];
const lines = ["pike-chart-1", "pike-chart-2", "pike-chart-3", "pike-chart-4"];

describe.each(["light", "dark"] as const)("the %s colour scheme", (scheme) => {
  const roles = rolesOf(scheme);
  const at = (name: string) => roles[name] ?? "";

  it.each(texts)("has readable text: %s on every surface", (text) => {
    for (const surface of surfaces)
      expect([surface, contrast(at(text), at(surface)) >= TEXT]).toEqual([surface, true]);
  });

  it("has readable text on highlighted areas", () => {
    expect(contrast(at("pike-accent"), at("pike-accent-soft"))).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(at("pike-on-signal"), at("pike-signal"))).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(at("pike-on-brand"), at("pike-brand"))).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(at("pike-on-brand-dim"), at("pike-brand"))).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(lines)("has visible plot lines: %s", (line) => {
    for (const surface of ["pike-surface", "pike-sunken"])
      expect(contrast(at(line), at(surface))).toBeGreaterThanOrEqual(GRAPHICS);
  });

  it("has plot lines that differ in luminance, to be distinguishable without colour", () => {
    const sorted = lines.map((line) => luminance(at(line))).sort((a, b) => a - b);
    expect(new Set(sorted.map((value) => value.toFixed(2))).size).toBe(lines.length);
  });
});

describe("the type scale", () => {
  it("has distinct font sizes in ascending order", () => {
    const sizes = Object.values(theme.fontSizes ?? {}).map((size) => Number.parseFloat(`${size}`));
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b));
    expect(new Set(sizes).size).toBe(sizes.length);
  });
});
