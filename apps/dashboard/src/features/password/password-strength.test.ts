import { expect, test } from "vitest";
import { passwordStrength } from "./password-strength.ts";

test.each([
  ["", "weak"],
  ["a", "weak"],
  ["aaaaaaaaaaaaaaaaaaaa", "weak"],
  ["a1234567", "weak"],
  ["abcdefghijklmnop", "weak"],
  ["P@ssw0rd", "weak"],
  ["Ququququququ1!", "weak"],
  ["orchard7", "weak"],
  ["Tollgate29", "fair"],
  ["h7Kqorchard", "fair"],
  ["Tollgate-raised-29!", "strong"],
  ["h7K!qorc$ard", "strong"],
])("rates %s as %s", (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});
