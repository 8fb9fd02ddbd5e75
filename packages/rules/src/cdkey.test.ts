import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  cdkeyAlphabet,
  cdkeyOf,
  cdkeyRandomLength,
  maskCdkey,
  isCdkeyAmount,
  readCdkey,
} from "./cdkey.ts";

const random = fc.string({
  unit: fc.constantFrom(...cdkeyAlphabet),
  minLength: cdkeyRandomLength,
  maxLength: cdkeyRandomLength,
});
const code = random.map(cdkeyOf);
const characters = (written: string) => written.replaceAll("-", "");
const swapped = (text: string, a: number, b: number) => {
  const all = [...text];
  [all[a], all[b]] = [all[b] ?? "", all[a] ?? ""];
  return all.join("");
};

describe("A CDKey's code (spec/cdkeys#calls, L5)", () => {
  it("has four groups of five characters, with at least 90 random bits", () => {
    expect(cdkeyRandomLength * Math.log2(cdkeyAlphabet.length)).toBeGreaterThanOrEqual(90);
    expect(new Set(cdkeyAlphabet).size).toBe(32);
    fc.assert(
      fc.property(code, (made) => {
        expect(made).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/);
        expect(readCdkey(made)).toBe(made);
      }),
    );
  });

  it("is rejected with any single wrong character", () => {
    fc.assert(
      fc.property(code, (made) => {
        const plain = characters(made);
        for (let at = 0; at < plain.length; at++) {
          for (const other of cdkeyAlphabet.replace(plain[at] ?? "", "")) {
            expect(readCdkey(plain.slice(0, at) + other + plain.slice(at + 1))).toBeNull();
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it("is rejected with any two different characters swapped, adjacent or not", () => {
    fc.assert(
      fc.property(code, (made) => {
        const plain = characters(made);
        for (let a = 0; a < plain.length; a++) {
          for (let b = a + 1; b < plain.length; b++) {
            const same = plain[a] === plain[b];
            expect(readCdkey(swapped(plain, a, b)) === null).toBe(!same);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("is rejected with either error, for every character at every position", () => {
    // The checksum is linear: the effect of a change depends only on the change and its position.
    const zeros = "0".repeat(cdkeyRandomLength + 1);
    const put = (at: number, text: string) =>
      zeros.slice(0, at) + text + zeros.slice(at + text.length);
    for (let at = 0; at < zeros.length; at++) {
      for (const wrong of cdkeyAlphabet.slice(1)) expect(readCdkey(put(at, wrong))).toBeNull();
    }
    // Swapping two neighbours a and b changes both by the same a + b, which is not 0.
    for (let at = 0; at + 1 < zeros.length; at++) {
      for (const by of cdkeyAlphabet.slice(1)) expect(readCdkey(put(at, by + by))).toBeNull();
    }
  });

  it.each([
    ["lower case", (made: string) => made.toLowerCase()],
    ["no dashes", characters],
    ["spaces and other dashes", (made: string) => ` ${made.replaceAll("-", " – ")}\t`],
    ["O for 0", (made: string) => made.replaceAll("0", "O")],
    ["o for 0, I for 1", (made: string) => made.replaceAll("0", "o").replaceAll("1", "I")],
    ["l for 1", (made: string) => made.replaceAll("1", "l")],
  ])("is accepted with %s", (_, spell) => {
    fc.assert(
      fc.property(code, (made) => {
        expect(readCdkey(spell(made))).toBe(made);
      }),
    );
  });

  it("is rejected if shorter, longer or with other characters", () => {
    const made = cdkeyOf("0".repeat(cdkeyRandomLength));
    expect(readCdkey(made)).toBe("00000-00000-00000-00000");
    for (const typed of [
      "",
      "x",
      made.slice(1),
      `${made}0`,
      made.replace("0", "U"),
      "💠".repeat(20),
    ])
      expect(readCdkey(typed)).toBeNull();
    fc.assert(fc.property(fc.string(), (typed) => void readCdkey(typed)));
  });

  it("shows only its first group when masked", () => {
    expect(maskCdkey("0Q3GV-8XK2M-ABCDE-FGHJK")).toBe("0Q3GV-*****-*****-*****");
  });
});

it.each([
  ["ip", 99, false],
  ["ip", 100, true],
  ["traffic", 0, false],
  ["traffic", 1, true],
] as const)(
  "Amounts that a CDKey may hold (spec/cdkeys#making: minimum quantity 100): %s × %i is allowed: %s",
  (kind, amount, may) => {
    expect(isCdkeyAmount({ kind, amount })).toBe(may);
  },
);
