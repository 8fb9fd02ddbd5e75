import { expect, test } from "vitest";
import { asciiDigits } from "./digits.ts";

test("Digits of every script are read as digits, and other text stays as it is (spec/sign-in#mfa)", () => {
  expect(asciiDigits("１２３４５６")).toBe("123456");
  expect(asciiDigits("٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹")).toBe("0123456789 0123456789");
  expect(asciiDigits("०१२३४५६७८९")).toBe("0123456789");
  expect(asciiDigits("𝟎𝟗𝟘𝟡𝟶𝟿")).toBe("090909");
  expect(asciiDigits("ＡＢＣＤ－ｅ")).toBe("ABCD-e");
  expect(asciiDigits("éééééé")).toBe("éééééé");
  // Every decimal digit of Unicode, in order: each script counts from 0 to 9.
  const all = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => /\p{Nd}/u.test(character));
  expect(all.length).toBeGreaterThan(600);
  expect(all.map((digit) => asciiDigits(digit)).join("")).toBe(
    "0123456789".repeat(all.length / 10),
  );
});
