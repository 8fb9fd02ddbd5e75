import fc from "fast-check";
import { expect, test } from "vitest";
import { changeAfterMs, decideHold, forgetHoldAt, type Hold } from "./session-hold.ts";

const minute = 60_000;
const start = 1_000_000_000;
const held: Hold = { exitId: "a", minutes: 10, until: start + 10 * minute, changedAt: start };
const ask = (after: number, more: Partial<Parameters<typeof decideHold>[0]> = {}) =>
  decideHold({
    held,
    now: start + after,
    minutes: 10,
    proposedExitId: "b",
    deadExitId: null,
    ...more,
  });

test("A session id without a hold takes the proposed exit for its minutes (spec/gateway#sessions)", () => {
  const until = start + 10 * minute;
  expect(ask(0, { held: null })).toEqual({ exitId: "b", minutes: 10, until, changedAt: start });
});

test("The exit stays for t minutes from its first connection and does not slide", () => {
  expect(ask(9 * minute)).toEqual(held);
  expect(ask(10 * minute - 1)).toEqual(held);
  expect(ask(10 * minute)).toMatchObject({ exitId: "b", until: start + 20 * minute });
});

test("Another t stands only once 3 minutes have passed since the last change (spec/gateway#sessions)", () => {
  expect(ask(changeAfterMs - 1, { minutes: 30 })).toEqual(held);
  const changed = { exitId: "a", minutes: 30, until: start + 30 * minute };
  expect(ask(changeAfterMs, { minutes: 30 })).toEqual({
    ...changed,
    changedAt: start + changeAfterMs,
  });
});

test("A shorter t that has run out already takes a fresh exit", () => {
  const shorter = ask(5 * minute, { minutes: 4 });
  expect(shorter).toMatchObject({ exitId: "b", minutes: 4, until: start + 9 * minute });
});

test("A hold that ran out within 3 minutes keeps its duration for the next exit", () => {
  const short: Hold = { exitId: "a", minutes: 1, until: start + minute, changedAt: start };
  const next = ask(2 * minute, { held: short, minutes: 10 });
  expect(next).toEqual({ exitId: "b", minutes: 1, until: start + 3 * minute, changedAt: start });
});

test("A dead exit is replaced, and the new one has its own t; another's death changes nothing", () => {
  const now = start + 2 * minute;
  const replaced = { exitId: "b", minutes: 10, until: now + 10 * minute, changedAt: start };
  expect(ask(2 * minute, { deadExitId: "a" })).toEqual(replaced);
  expect(ask(2 * minute, { deadExitId: "c" })).toEqual(held);
});

test("Whatever is asked, the answer stands now, and a forgotten hold would not have mattered", () => {
  const after = fc.integer({ min: 0, max: 40 * minute });
  const minutes = fc.integer({ min: 1, max: 1440 });
  fc.assert(
    fc.property(after, minutes, minutes, (passed, first, second) => {
      const before: Hold = {
        exitId: "a",
        minutes: first,
        until: start + first * minute,
        changedAt: start,
      };
      const now = start + passed;
      const hold = ask(passed, { held: before, minutes: second });
      expect(hold.until).toBeGreaterThan(now);
      expect(hold.until).toBeLessThanOrEqual(now + Math.max(first, second) * minute);
      const forgotten = ask(passed, { held: null, minutes: second });
      const same = hold.exitId === forgotten.exitId && hold.until === forgotten.until;
      expect(same || now < forgetHoldAt(before)).toBe(true);
    }),
  );
});
