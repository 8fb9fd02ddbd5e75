import fc from "fast-check";
import { expect, test } from "vitest";
import { excessBefore, splitProportionally, removeFromHours } from "./usage-repair.ts";

const hour = (at: number, countedBytes: number, billedBytes: number) => {
  return { at, countedBytes, billedBytes };
};

test("Bytes are removed from the hours that counted more than was billed, oldest first", () => {
  const hours = [hour(3, 100, 100), hour(1, 200, 100), hour(2, 90, 60)];
  expect([...removeFromHours(hours, 120)]).toEqual([
    [1, 100],
    [2, 20],
  ]);
  expect(excessBefore(hours, 2)).toBe(100);
  expect(excessBefore(hours, 4)).toBe(130);
});

test("Bytes that no hour counted in excess are removed from the fullest hour", () => {
  const hours = [hour(1, 10, 10), hour(2, 50, 45)];
  expect([...removeFromHours(hours, 20)]).toEqual([[2, 20]]);
});

test("No part gives more than it has, and all parts add up to the total", () => {
  const bytes = fc.integer({ min: 0, max: 10 ** 12 });
  fc.assert(
    fc.property(
      fc.array(bytes, { minLength: 1, maxLength: 30 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (parts, of) => {
        const sum = parts.reduce((all, part) => all + part, 0);
        const total = Math.floor(sum * of);
        const shares = splitProportionally(parts, total);
        expect(shares.reduce((all, share) => all + share, 0)).toBe(total);
        expect(shares.every((share, at) => share >= 0 && share <= (parts[at] ?? 0))).toBe(true);
        const hours = parts.map((counted, at) => hour(at, counted, Math.floor(counted * of)));
        const taken = [...removeFromHours(hours, total).values()];
        expect(taken.reduce((all, part) => all + part, 0)).toBe(total);
      },
    ),
  );
});
