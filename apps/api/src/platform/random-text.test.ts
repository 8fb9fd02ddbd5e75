import { expect, it } from "vitest";
import { LETTERS_AND_DIGITS, randomText } from "./random-text.ts";
import { realWorld } from "./world.ts";

it("Every character occurs with about the same frequency", () => {
  const text = randomText(realWorld(), LETTERS_AND_DIGITS, 62_000);
  expect(text).toHaveLength(62_000);
  const counts = LETTERS_AND_DIGITS.split("").map((letter) => text.split(letter).length - 1);
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1200);
});
