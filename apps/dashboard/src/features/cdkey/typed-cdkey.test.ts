import { cdkeyOf, readCdkey } from "@turnpike/rules/cdkey.ts";
import { expect, test } from "vitest";
import { caretIn, typedCdkey } from "./typed-cdkey.ts";

const code = cdkeyOf("0Q3GV8XK2M7ABCDEFGH");

test("a pasted CDKey may have spaces, dashes and lower-case letters, and is shown in groups", () => {
  expect(code).toMatch(/^(?:[0-9A-Z]{5}-){3}[0-9A-Z]{5}$/);
  const bare = code.replaceAll("-", "");
  const written = [
    code.toLowerCase(),
    bare,
    `  ${bare.toLowerCase()}\n`,
    code.replaceAll("-", " "),
  ];
  for (const text of written) expect(typedCdkey(text)).toBe(code);
  expect(readCdkey(typedCdkey(written.join("")))).toBe(code);
});

test("a dash appears with the next character, so that every character can be deleted", () => {
  expect(["", "a", "abcde", "abcdef", "abcde-", "!?"].map(typedCdkey)).toEqual([
    "",
    "A",
    "ABCDE",
    "ABCDE-F",
    "ABCDE",
    "",
  ]);
});

test("the caret stays at the typing position", () => {
  const at = (caret: number) => caretIn({ text: "abXcdefgh", caret });
  expect([0, 3, 5, 6, 9].map(at)).toEqual([0, 3, 5, 7, 10]);
});
