import fc from "fast-check";
import { expect, test } from "vitest";
import { foldPlace, nearestMatch } from "./places-match.ts";

test("Place names are compared by letters and digits only (spec/pool#places)", () => {
  expect(foldPlace("Los Angeles")).toBe("losangeles");
  expect(foldPlace("los_ANGELES")).toBe("losangeles");
  expect(foldPlace("São Paulo")).toBe("saopaulo");
  expect(foldPlace("T-Mobile")).toBe("tmobile");
  expect(foldPlace("東京")).toBe("");
});

test("Folding is idempotent and leaves only letters and digits", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      const folded = foldPlace(text);
      expect(folded).toMatch(/^[a-z0-9]*$/);
      expect(foldPlace(folded)).toBe(folded);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["contry", "country"],
  ["cuontry", "country"],
  ["regoin", "region"],
  ["sesion", "session"],
  ["Citty", "city"],
  ["sidd", "sid"],
])("The nearest match of %s is %s", (wrong, right) => {
  const words = ["region", "country", "cc", "st", "state", "city", "zip", "sid", "session", "t"];
  expect(nearestMatch(wrong, words)).toBe(right);
  expect(nearestMatch(wrong, words.toReversed())).toBe(right);
});

test("Without any similar word there is no nearest match", () => {
  expect(nearestMatch("qqq", ["region", "city"])).toBe(null);
  expect(nearestMatch("", ["region", "city"])).toBe(null);
  expect(nearestMatch("region", [])).toBe(null);
});

test("Of many words only a close match is returned, of few always the nearest", () => {
  const many = Array.from({ length: 600 }, (_, at) => `place${at}`);
  expect(nearestMatch("plaec7", many)).toBe("place7");
  expect(nearestMatch("eldorado", many)).toBe(null);
  expect(nearestMatch("eldorado", ["region", "city"])).toBe("region");
});

test("The nearest match has the smallest edit distance, computed naively", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 5 });
  fc.assert(
    fc.property(word, fc.array(word, { maxLength: 8 }), (wanted, words) => {
      const found = nearestMatch(wanted, words);
      const hints = words.filter(
        (other) => distance(wanted, other) < Math.max(wanted.length, other.length),
      );
      const best = Math.min(...hints.map((other) => distance(wanted, other)));
      const foundAt = found === null ? Number.POSITIVE_INFINITY : distance(wanted, found);
      expect(foundAt).toBe(best);
    }),
    { numRuns: 2000 },
  );
});

/** Optimal string alignment distance, computed directly from its recurrence. */
function distance(one: string, other: string): number {
  if (one === "" || other === "") return one.length + other.length;
  const same = one.at(-1) === other.at(-1) ? 0 : 1;
  const ways = [
    distance(one.slice(0, -1), other) + 1,
    distance(one, other.slice(0, -1)) + 1,
    distance(one.slice(0, -1), other.slice(0, -1)) + same,
  ];
  if (one.length > 1 && one.at(-1) === other.at(-2) && one.at(-2) === other.at(-1)) {
    ways.push(distance(one.slice(0, -2), other.slice(0, -2)) + 1);
  }
  return Math.min(...ways);
}
