import { describe, expect, test } from "vitest";
import { Patience } from "./patience.ts";

const limits = { idleMs: 600_000, halfClosedMs: 120_000, stuckMs: 60_000, neverTakenMs: 7_000 };
const MB = 1024 * 1024;

/** Judges every half second from 0 on; answers when it was ended, and why. */
function watch(moved: (ms: number) => number, waiting: (ms: number) => number, halfClosed = false) {
  const patience = new Patience(limits);
  for (let now = 0; now <= 700_000; now += 500) {
    const why = patience.judge(now, { moved: moved(now), halfClosed, waiting: () => waiting(now) });
    if (why) return { why, at: now };
  }
  return null;
}

describe("how long a connection may lie still (quality G14)", () => {
  test("Who hardly took anything is given 7 s, who took much a minute", () => {
    const stuck = () => 1;
    expect(watch(() => 0, stuck)).toEqual({ why: "stuck", at: 7_500 });
    expect(watch(() => 15 * MB, stuck)).toEqual({ why: "stuck", at: 7_500 });
    expect(watch(() => 17 * MB, stuck)).toEqual({ why: "stuck", at: 60_500 });
  });

  test("Who takes a little of what waits is not ended, however slow it is", () => {
    expect(
      watch(
        () => MB,
        (ms) => Math.max(1, 10 * MB - ms),
      ),
    ).toBeNull();
    // What moves once a second is alive …
    const every = (stepMs: number) =>
      watch(
        (ms) => Math.floor(ms / stepMs),
        () => MB,
      );
    expect(every(1_000)).toBeNull();
    // … what the kernel's buffers take now and then is no sign of it.
    expect(every(6_000)?.why).toBe("stuck");
  });

  test("Where nothing waits it may lie for 10 minutes, half-closed for 2", () => {
    const nothing = () => 0;
    expect(watch(() => 5, nothing)).toEqual({ why: "idle", at: 600_500 });
    expect(watch(() => 5, nothing, true)).toEqual({ why: "idle", at: 120_500 });
  });

  test("Nobody asks the kernel about a connection that was found empty", () => {
    const patience = new Patience(limits);
    let asked = 0;
    const waiting = () => {
      asked += 1;
      return 0;
    };
    for (let now = 0; now < 60_000; now += 500) {
      patience.judge(now, { moved: 1, halfClosed: false, waiting });
    }
    expect(asked).toBe(1);
  });
});
