import { describe, expect, test } from "vitest";
import {
  defaultPace as pace,
  dueAt,
  type ExitHealth,
  nextHealth,
  spareMs,
  unknownExitHealth,
} from "./exit-health.ts";

const at = (now: number) => ({ now, spread: 0.25 });
/** The health of an exit after probes at the given times. */
const after = (...probes: [number, string | null][]) =>
  probes.reduce<ExitHealth>(
    (health, [now, failed]) => nextHealth(health, failed, at(now)),
    unknownExitHealth,
  );

describe("One failure is checked again; two in a row make an exit unreachable", () => {
  test("An exit that was not judged before is not reported after one failure", () => {
    expect(after([1, "no"])).toMatchObject({ state: "failing", judged: false });
    expect(after([1, "no"], [2, "no!"])).toMatchObject({
      state: "down",
      judged: true,
      detail: "no!",
    });
  });
  test("A reachable exit stays so after one failure, and after failures with a success in between", () => {
    expect(after([1, null], [2, "no"])).toMatchObject({ state: "failing", judged: true });
    expect(after([1, null], [2, "no"], [3, null], [4, "no"]).state).toBe("failing");
  });
  test("One success makes it reachable at once", () => {
    expect(after([1, "no"], [2, "no"], [3, null])).toMatchObject({ state: "up", detail: "" });
  });
});

describe("When the next probe is due", () => {
  test("A new exit is due at once", () => {
    expect(dueAt(unknownExitHealth, false, pace)).toBeLessThanOrEqual(0);
  });
  test("The first interval is shortened, others vary from 0.8 to 1, so that probes drift apart", () => {
    expect(dueAt(after([1_000, null]), true, pace)).toBe(1_000 + 20_000 * 0.25);
    expect(dueAt(after([1_000, null], [6_000, null]), true, pace)).toBeCloseTo(
      6_000 + 20_000 * 0.85,
    );
    expect(dueAt(after([1_000, null], [6_000, null]), false, pace)).toBeCloseTo(
      6_000 + 300_000 * 0.85,
    );
    const up = after([1_000, null]);
    const longest = nextHealth(up, null, { now: 6_000, spread: 1 });
    expect(dueAt(longest, true, pace)).toBe(26_000);
  });
  test("A failure is checked again within 3 s, an unreachable exit every 5 s", () => {
    expect(dueAt(after([1_000, "no"]), false, pace)).toBeCloseTo(1_000 + 3_000 * 0.85);
    expect(dueAt(after([1_000, "no"], [4_000, "no"]), false, pace)).toBeCloseTo(
      4_000 + 5_000 * 0.85,
    );
  });
  test("A reachable exit may be probed a second late, one that is not may not", () => {
    expect(spareMs(after([1_000, null]), true, pace)).toBe(1_000);
    expect(spareMs(after([1_000, null]), false, pace)).toBe(1_000);
    expect(spareMs(after([1_000, null]), true, { ...pace, soldMs: 200 })).toBe(10);
    expect(spareMs(after([1_000, "no"]), true, pace)).toBe(0);
    expect(spareMs(unknownExitHealth, true, pace)).toBe(0);
  });
  test("A sold exit is detected as unreachable within a minute", () => {
    const last = nextHealth(after([0, null]), null, { now: 0, spread: 1 });
    const first =
      dueAt(last, true, pace) + spareMs(last, true, pace) + pace.timeoutMs + pace.tickMs;
    const second =
      dueAt(nextHealth(last, "no", { now: first, spread: 1 }), true, pace) +
      pace.timeoutMs +
      pace.tickMs;
    expect(second).toBeLessThan(40_000);
  });
});
