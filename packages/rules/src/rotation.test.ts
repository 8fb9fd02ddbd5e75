import fc from "fast-check";
import { expect, test } from "vitest";
import { changedRotation, exitOfTurn, nextTurnAt, rotatedNow, turnAt } from "./rotation.ts";

const minute = 60_000;
const rotation = { minutes: 10, from: 1_000_000, turn: 4 };

test("a rotation turn lasts its minutes, counted from the order or the last change", () => {
  expect(turnAt(rotation, 1_000_000 - 1)).toBe(4);
  expect(turnAt(rotation, 1_000_000)).toBe(4);
  expect(turnAt(rotation, 1_000_000 + 10 * minute - 1)).toBe(4);
  expect(turnAt(rotation, 1_000_000 + 10 * minute)).toBe(5);
  expect(turnAt(rotation, 1_000_000 + 35 * minute)).toBe(7);
  expect(nextTurnAt(rotation, 1_000_000 + 35 * minute)).toBe(1_000_000 + 40 * minute);
  expect(nextTurnAt(rotation, 1_000_000 - 5)).toBe(1_000_000 + 10 * minute);
});

test("changing the minutes keeps the exit and restarts its time", () => {
  const now = 1_000_000 + 35 * minute;
  const changed = changedRotation(rotation, 3, now);
  expect(changed).toEqual({ minutes: 3, from: now, turn: 7 });
  expect(turnAt(changed, now)).toBe(turnAt(rotation, now));
  expect(turnAt(changed, now + 3 * minute)).toBe(8);
});

test("rotation on demand starts the next turn at once", () => {
  const now = 1_000_000 + 35 * minute;
  const rotated = rotatedNow(rotation, now);
  expect(rotated).toEqual({ minutes: 10, from: now, turn: 8 });
  expect(turnAt(rotated, now + 10 * minute)).toBe(9);
});

test("every exit has one turn before any exit repeats", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 300 }),
      (seed, turn, count) => {
        const places = Array.from({ length: count }, (_, at) => exitOfTurn(seed, turn + at, count));
        expect(new Set(places).size).toBe(count);
        expect(places.every((place) => place !== undefined && place >= 0 && place < count)).toBe(
          true,
        );
        expect(exitOfTurn(seed, turn + count, count)).toBe(places[0]);
      },
    ),
  );
  expect(exitOfTurn(7, 3, 0)).toBeUndefined();
});
