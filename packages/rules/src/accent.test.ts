import { describe, expect, it } from "vitest";
import {
  accentOnDark,
  bearsWhite,
  contrast,
  isColour,
  nearestAccent,
  ownAccent,
  wordsOn,
} from "./accent.ts";

const some = [
  "#ffffff",
  "#000000",
  "#ffdd00",
  "#00a3e0",
  "#ff6b6b",
  "#7f7f7f",

  "#12ab34",
];
/** Colours over the whole range, always the same ones. */
const many = Array.from(
  { length: 1_000 },
  (_, at) => `#${((at * 4_194_301) % 0x1000000).toString(16).padStart(6, "0")}`,
);

describe("a brand's accent (spec/brand#accent: bears white words, contrast 4.5:1)", () => {
  it("has the contrast that WCAG computes", () => {
    expect(contrast("#ffffff", "#000000")).toBeCloseTo(21, 5);
    expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
    expect(bearsWhite("#767676")).toBe(true);
    expect(bearsWhite("#777777")).toBe(false);
    expect(bearsWhite(ownAccent)).toBe(true);
  });

  it("is refused with a colour that reaches it, as near as can be: the next lighter one does not", () => {
    for (const colour of [...some, ...many]) {
      const near = nearestAccent(colour);
      expect([colour, near, bearsWhite(near)]).toEqual([colour, near, true]);
      const isClose = near === colour || contrast(near, "#ffffff") < 4.65;
      expect([colour, isClose]).toEqual([colour, true]);
    }
    expect(nearestAccent("#1A5FB4")).toBe("#1a5fb4");
    expect(nearestAccent("#ffdd00")).toMatch(/^#[78]/);
  });

  it("has a variant that is read on a dark ground, with words on it that are read", () => {
    for (const colour of [...some, ...many]) {
      const dark = accentOnDark(colour);
      expect([colour, isColour(dark), contrast(dark, "#0f1412") >= 4.5]).toEqual([
        colour,
        true,
        true,
      ]);
      expect([colour, contrast(dark, wordsOn(dark)) >= 4.5]).toEqual([colour, true]);
    }
    expect(accentOnDark(ownAccent)).toBe("#5cc9a0");
  });
});
