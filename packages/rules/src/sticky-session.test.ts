import fc from "fast-check";
import { expect, test } from "vitest";
import {
  changeAfterMs,
  decideStickySession,
  removableAt,
  type StickySession,
} from "./sticky-session.ts";

const minute = 60_000;
const start = 1_000_000_000;
const current: StickySession = {
  exitId: "a",
  minutes: 10,
  until: start + 10 * minute,
  changedAt: start,
};
const ask = (after: number, more: Partial<Parameters<typeof decideStickySession>[0]> = {}) =>
  decideStickySession({
    current,
    now: start + after,
    minutes: 10,
    proposedExitId: "b",
    deadExitId: null,
    ...more,
  });

test("A new session id gets the proposed exit for the requested minutes (spec/gateway#sessions)", () => {
  const until = start + 10 * minute;
  expect(ask(0, { current: null })).toEqual({ exitId: "b", minutes: 10, until, changedAt: start });
});

test("The exit is kept for t minutes from its first connection, without sliding", () => {
  expect(ask(9 * minute)).toEqual(current);
  expect(ask(10 * minute - 1)).toEqual(current);
  expect(ask(10 * minute)).toMatchObject({ exitId: "b", until: start + 20 * minute });
});

test("A different t applies only once 3 minutes have passed since the last change (spec/gateway#sessions)", () => {
  expect(ask(changeAfterMs - 1, { minutes: 30 })).toEqual(current);
  const changed = { exitId: "a", minutes: 30, until: start + 30 * minute };
  expect(ask(changeAfterMs, { minutes: 30 })).toEqual({
    ...changed,
    changedAt: start + changeAfterMs,
  });
});

test("A shorter t that has already elapsed selects a new exit", () => {
  const shorter = ask(5 * minute, { minutes: 4 });
  expect(shorter).toMatchObject({ exitId: "b", minutes: 4, until: start + 9 * minute });
});

test("A session that expires within 3 minutes keeps its duration for the next exit", () => {
  const short: StickySession = { exitId: "a", minutes: 1, until: start + minute, changedAt: start };
  const next = ask(2 * minute, { current: short, minutes: 10 });
  expect(next).toEqual({ exitId: "b", minutes: 1, until: start + 3 * minute, changedAt: start });
});

test("A dead exit is replaced, and the new one gets the full t; other dead exits change nothing", () => {
  const now = start + 2 * minute;
  const replaced = { exitId: "b", minutes: 10, until: now + 10 * minute, changedAt: start };
  expect(ask(2 * minute, { deadExitId: "a" })).toEqual(replaced);
  expect(ask(2 * minute, { deadExitId: "c" })).toEqual(current);
});

test("For any request the session is valid now, and sessions past removableAt do not affect it", () => {
  const after = fc.integer({ min: 0, max: 40 * minute });
  const minutes = fc.integer({ min: 1, max: 1440 });
  fc.assert(
    fc.property(after, minutes, minutes, (passed, first, second) => {
      const before: StickySession = {
        exitId: "a",
        minutes: first,
        until: start + first * minute,
        changedAt: start,
      };
      const now = start + passed;
      const session = ask(passed, { current: before, minutes: second });
      expect(session.until).toBeGreaterThan(now);
      expect(session.until).toBeLessThanOrEqual(now + Math.max(first, second) * minute);
      const fresh = ask(passed, { current: null, minutes: second });
      const same = session.exitId === fresh.exitId && session.until === fresh.until;
      expect(same || now < removableAt(before)).toBe(true);
    }),
  );
});
