import { Buffer } from "node:buffer";
import { isWideLogo } from "@turnpike/rules/brand.ts";
import { expect, it } from "vitest";
import { sidesOf } from "./image-sides.ts";

const wide = (attributes: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}><path d="M0 0"/></svg>`;
  return isWideLogo(...sidesOf({ type: "image/svg+xml", body: Buffer.from(svg) }));
};

it.each([
  ['viewBox="0 0 168 32"', true],
  ['viewBox="0,0,168,32" width="100%" height="100%"', true],
  ['width="168" height="32"', true],
  ['width="32px" height="32px" viewBox="0 0 168 32"', false],
  ['viewBox="0 0 64 32"', false],
  ['viewBox="0 0 0 0"', false],
  ['viewBox="nonsense"', false],
  ["", false],
] as const)("An SVG with %s has the name in it: %s (spec/brand#images)", (attributes, is) => {
  expect(wide(attributes)).toBe(is);
});

it("A PNG has the sides that its head says (spec/brand#images)", () => {
  const png =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  expect(sidesOf({ type: "image/png", body: Buffer.from(png, "base64") })).toEqual([1, 1]);
});
