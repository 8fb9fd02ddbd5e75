import { describe, expect, test } from "vitest";
import { IdleTracker, type ConnectionActivity } from "./idle-timeouts.ts";

const limits = {
  idleMs: 600_000,
  idleShortMs: 120_000,
  halfClosedMs: 120_000,
  stalledMs: 60_000,
  neverReadMs: 7_000,
};
const MB = 1024 * 1024;

type At<T> = (ms: number) => T;

/** Calls `judge` every half second from 0 on; returns when and why it was ended. */
function watch(seen: {
  moved: At<number>;
  queued?: At<number | null>;
  stalled?: boolean;
  halfClosed?: boolean;
  short?: boolean;
  /** No checks between these two times. */
  away?: [number, number];
}) {
  const { moved, queued = () => 0, away = [0, 0] } = seen;
  const { stalled = false, halfClosed = false, short = false } = seen;
  const idleTimeouts = new IdleTracker(limits);
  for (let now = 0; now <= 700_000; now += 500) {
    if (now > away[0] && now < away[1]) continue;
    const look: ConnectionActivity = {
      moved: moved(now),
      halfClosed,
      stalled,
      queued: () => queued(now),
    };
    const why = idleTimeouts.judge(now, look, short);
    if (why) return { why, at: now };
  }
  return null;
}

describe("how long a connection may be idle (G14)", () => {
  test("A peer that took hardly anything gets 7 s, one that took much gets a minute", () => {
    const queued = () => 1;
    expect(watch({ moved: () => 0, queued })).toEqual({ why: "stalled", at: 7_500 });
    expect(watch({ moved: () => 15 * MB, queued })).toEqual({ why: "stalled", at: 7_500 });
    expect(watch({ moved: () => 17 * MB, queued })).toEqual({ why: "stalled", at: 60_500 });
  });

  test("A peer that takes a little of what is queued is not closed, however slow it is", () => {
    const stalled = true;
    const queued = (ms: number) => Math.max(1, 10 * MB - ms);
    expect(watch({ moved: () => MB, queued, stalled })).toBeNull();
    // A connection that moves something every second is alive …
    const every = (stepMs: number) =>
      watch({ moved: (ms) => Math.floor(ms / stepMs), queued: () => MB, stalled });
    expect(every(1_000)).toBeNull();
    // … but what the kernel's buffers accept occasionally does not prove it.
    expect(every(6_000)?.why).toBe("stalled");
  });

  test("A reader whose kernel accepts more only every 20 s is seen to read in between", () => {
    const moved = (ms: number) => 4 * MB + Math.floor(ms / 20_000) * MB;
    // Reads 64 kB/s of what the kernel accepts at those moments.
    const queued = (ms: number) => 3 * MB - Math.floor((ms % 20_000) / 1_000) * 65_536;
    expect(watch({ moved, queued, stalled: true })).toBeNull();
    expect(watch({ moved, queued: () => 3 * MB, stalled: true })).toEqual({
      why: "stalled",
      at: 7_500,
    });
  });

  test("A client waiting for its turn at a port with 5,000 connections is neither idle nor stalled", () => {
    // 33 s between two portions of 4 kB, none of which stays in the kernel (`rate-limiter.ts`).
    const moved = (ms: number) => Math.floor(ms / 33_000) * 4_096;
    expect(watch({ moved })).toBeNull();
    expect(watch({ moved, halfClosed: true })).toBeNull();
  });

  test("If the kernel's queue is unknown, a peer that takes nothing gets a minute", () => {
    const moved = () => MB;
    const ended = { why: "stalled", at: 60_500 };
    expect(watch({ moved, queued: () => null, stalled: true })).toEqual(ended);
    // Some systems report every queue as empty.
    expect(watch({ moved, queued: () => 0, stalled: true })).toEqual(ended);
    expect(watch({ moved, queued: () => null })).toEqual({ why: "idle", at: 600_500 });
    // It was unknown only for a while, and that time does not count against the peer.
    const late = (ms: number) => (ms < 20_000 ? null : MB);
    expect(watch({ moved, queued: late, stalled: true })).toEqual({ why: "stalled", at: 27_500 });
    const mostly = (ms: number) => (ms % 1_000 === 0 ? MB : null);
    expect(watch({ moved, queued: mostly, stalled: true })).toEqual({ why: "stalled", at: 7_500 });
  });

  test("Time without checks does not count towards a timeout", () => {
    const asleep: [number, number] = [2_000, 30_000];
    const seen = { moved: () => MB, queued: () => MB, stalled: true, away: asleep };
    expect(watch(seen)).toEqual({ why: "stalled", at: 37_500 });
  });

  test("With nothing queued a connection may be idle for 10 minutes, half-closed for 2", () => {
    expect(watch({ moved: () => 5 })).toEqual({ why: "idle", at: 600_500 });
    expect(watch({ moved: () => 5, halfClosed: true })).toEqual({ why: "idle", at: 120_500 });
    expect(watch({ moved: () => 5, short: true })).toEqual({ why: "idle", at: 120_500 });
  });

  test("The kernel is not queried again about a connection that was found empty", () => {
    const idleTimeouts = new IdleTracker(limits);
    let asked = 0;
    const queued = () => {
      asked += 1;
      return 0;
    };
    const activity = { moved: 1, halfClosed: false, stalled: false, queued };
    for (let now = 0; now < 60_000; now += 500) idleTimeouts.judge(now, activity, false);
    expect(asked).toBe(1);
  });
});
