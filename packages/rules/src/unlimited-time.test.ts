import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayMs } from "./statistics.ts";
import {
  extendedExpiry,
  shortenedExpiry,
  secondsLeft,
  splitReturnedSeconds,
  termSeconds,
} from "./unlimited-time.ts";

const now = Date.UTC(2026, 10, 22, 12);

describe("the time of a plan", () => {
  it("is bought in whole days", () => {
    expect(termSeconds(7)).toBe(604_800);
    expect(termSeconds(90)).toBe(7_776_000);
  });

  it("is counted in remaining seconds, rounded up, and never below 0", () => {
    const left = (expiresAt: number, released = false) => secondsLeft({ expiresAt, now, released });
    expect(left(now + 1)).toBe(1);
    expect(left(now + 1_000)).toBe(1);
    expect(left(now + 1_001)).toBe(2);
    expect(left(now)).toBe(0);
    expect(left(now - dayMs)).toBe(0);
    expect(left(now + dayMs, true)).toBe(0);
  });

  it("if taken completely, ends the plan at once", () => {
    const running = fc.integer({ min: now + 1, max: now + 90 * dayMs });
    fc.assert(
      fc.property(running, (expiresAt) => {
        const left = secondsLeft({ expiresAt, now, released: false });
        const end = shortenedExpiry(expiresAt, left);
        expect([end <= now, now - end < 1_000]).toEqual([true, true]);
      }),
    );
  });

  it("of an ended plan cannot be taken", () => {
    const expiresAt = now - dayMs;
    const left = secondsLeft({ expiresAt, now, released: false });
    expect(shortenedExpiry(expiresAt, left)).toBe(expiresAt);
  });

  it("released by an undone refund first covers refunds that took too little", () => {
    expect(splitReturnedSeconds(15, [])).toEqual({ returned: 15, kept: [] });
    expect(splitReturnedSeconds(15, [30])).toEqual({ returned: 0, kept: [15] });
    expect(splitReturnedSeconds(15, [4, 0, 5, 10])).toEqual({ returned: 0, kept: [4, 0, 5, 6] });
    expect(splitReturnedSeconds(15, [4, 5])).toEqual({ returned: 6, kept: [4, 5] });
  });

  it("is neither lost nor added when it is split", () => {
    const seconds = fc.nat(8_000_000);
    fc.assert(
      fc.property(seconds, fc.array(seconds), (taken, missing) => {
        const { returned, kept } = splitReturnedSeconds(taken, missing);
        expect(kept.reduce((sum, one) => sum + one, returned)).toBe(taken);
        const over = kept.some((one, at) => one < 0 || one > (missing[at] ?? 0));
        const short = kept.some((one, at) => one < (missing[at] ?? 0));
        expect([over, short && returned > 0]).toEqual([false, false]);
      }),
    );
  });

  it("returned before expiry restores the original expiry", () => {
    const expiresAt = now + 5 * dayMs;
    const shorter = shortenedExpiry(expiresAt, 86_400);
    expect(extendedExpiry({ expiresAt: shorter, now }, 86_400)).toEqual({ expiresAt, idleMs: 0 });
  });

  it("returned after expiry counts from now on", () => {
    const expiresAt = now - 3 * dayMs;
    const returned = extendedExpiry({ expiresAt, now }, 86_400);
    expect(returned).toEqual({ expiresAt: now + dayMs, idleMs: 3 * dayMs });
  });
});
