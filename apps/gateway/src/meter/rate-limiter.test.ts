import { describe, expect, test } from "vitest";
import {
  bytesPerMs,
  Flow,
  lateMs,
  leastBytes,
  quietMs,
  receiveBufferOf,
  turnIntervalMs,
} from "./rate-limiter.ts";
import { RateLimiterBench } from "../testing/rate-limiter.ts";

/** A flow that always has more: takes what it gets, at most `piece` at a time, and waits. */
class Bulk {
  readonly flow: Flow;
  bytes = 0;
  turns = 0;
  #piece: number;

  constructor({ limiter: shape }: RateLimiterBench, piece = 65_536) {
    this.flow = new Flow(shape);
    this.#piece = piece;
  }

  go(): void {
    this.turns += 1;
    for (;;) {
      const taken = this.flow.take(this.#piece);
      this.bytes += taken;
      if (taken > 0) continue;
      return this.again();
    }
  }

  again(): void {
    this.flow.wait(() => this.go());
  }
}

/** A flow that comes again only on command. */
class Late extends Bulk {
  #due = false;

  override again(): void {
    this.#due = true;
  }

  come(): void {
    if (this.#due) super.again();
    this.#due = false;
  }
}

/** A flow with bytes in chunks, each of which is held until it was sent completely. */
class Pieces extends Bulk {
  #left: number;
  #size: number;

  constructor(bench: RateLimiterBench, size: number) {
    super(bench);
    this.#left = this.#size = size;
  }

  override go(): void {
    for (;;) {
      const taken = this.flow.take(this.#left);
      if (taken === 0) return this.again();
      this.bytes += taken;
      this.#left = this.#left - taken || this.#size;
    }
  }
}

/** A connection that sends its next request at once; each response has its own flow. */
class Lane extends Bulk {
  #left: number;
  #size: number;
  #bench: RateLimiterBench;
  #now: Flow;

  constructor(bench: RateLimiterBench, size: number) {
    super(bench);
    this.#left = this.#size = size;
    this.#bench = bench;
    this.#now = this.flow;
  }

  override go(): void {
    for (;;) {
      const taken = this.#now.take(this.#left);
      if (taken === 0) return this.#now.wait(() => this.go());
      this.bytes += taken;
      this.#left -= taken;
      if (this.#left > 0) continue;
      this.#now.cancelWait();
      this.#now = new Flow(this.#bench.limiter);
      this.#left = this.#size;
    }
  }
}

const sum = (bulks: Bulk[]) => bulks.reduce((total, { bytes }) => total + bytes, 0);

/** Flows with the given piece sizes, on a bench that ran for some seconds. */
function run(asked: { mbps: number; pieces: number[]; ms: number; lateness?: () => number }) {
  const bench = new RateLimiterBench(asked.mbps);
  const bulks = asked.pieces.map((piece) => new Bulk(bench, piece));
  for (const bulk of bulks) bulk.go();
  const burst = sum(bulks);
  while (bench.now < asked.ms) bench.turn(turnIntervalMs + (asked.lateness?.() ?? 0));
  return { bench, bulks, burst };
}

describe("the rate of an unlimited port", () => {
  test("The buffer suffices for a distant peer; at high rates the kernel chooses it", () => {
    expect(receiveBufferOf(5)).toBe(160_000);
    expect(receiveBufferOf(100)).toBeUndefined();
  });

  test("A quiet port grants a twentieth of a second at once, then its rate, for any number of flows", () => {
    for (const mbps of [5, 100, 1_000]) {
      for (const count of [1, 8, 32]) {
        const pieces = Array.from({ length: count }, () => 65_536);
        const { bench, bulks, burst } = run({ mbps, pieces, ms: 20_000 });
        expect(burst).toBeLessThanOrEqual(bench.rate * quietMs);
        const first = new Flow(new RateLimiterBench(mbps).limiter).take(1e9);
        expect(first).toBeLessThanOrEqual(Math.max((bench.rate * quietMs) / 4, leastBytes));
        const expected = bench.rate * (bench.now + quietMs);
        expect(sum(bulks) / expected).toBeGreaterThan(0.998);
        expect(sum(bulks)).toBeLessThanOrEqual(expected);
      }
    }
  });

  test("Flows that always have more data get equal shares, whatever their chunk size", () => {
    for (const mbps of [5, 100]) {
      const pieces = [4_096, 16_384, 16_384, 65_536, 262_144, 1_048_576, 65_536, 30_000];
      const { bulks } = run({ mbps, pieces, ms: 20_000 });
      const mean = sum(bulks) / bulks.length;
      for (const { bytes } of bulks) expect(Math.abs(bytes / mean - 1)).toBeLessThan(0.1);
    }
  });

  test("Flows with chunk tails, late flows and a new flow per request get the same bytes as others", () => {
    const bench = new RateLimiterBench(5);
    const eager = new Bulk(bench);
    const late = Array.from({ length: 3 }, () => new Late(bench));
    const pieces = new Pieces(bench, 7_009);
    const lane = new Lane(bench, 20_126);
    const all = [eager, ...late, pieces, lane];
    for (const bulk of all) bulk.go();
    while (bench.now < 30_000) {
      bench.turn();
      for (const bulk of late) bulk.come();
    }
    const mean = sum(all) / all.length;
    for (const { bytes } of all) expect(Math.abs(bytes / mean - 1)).toBeLessThan(0.1);
    expect(sum(all) / (bench.rate * bench.now)).toBeGreaterThan(0.98);
  });

  test("A flow keeps what it did not use of its shares, at most one share", () => {
    const bench = new RateLimiterBench(5);
    const bulks = Array.from({ length: 9 }, () => new Bulk(bench));
    for (const bulk of bulks) bulk.go();
    const flow = new Flow(bench.limiter);
    const taken: number[] = [];
    const use = () => {
      const wanted = taken.length < 5 ? 10 : 65_536;
      const bytes = flow.take(wanted);
      if (bytes === 0) return flow.wait(use);
      taken.push(bytes);
      use();
    };
    use();
    for (let turns = 0; turns < 60; turns += 1) bench.turn();
    const [first = 0, ...others] = taken.filter((bytes) => bytes > 10);
    expect(first).toBeGreaterThan(leastBytes);
    expect(first).toBeLessThanOrEqual(2 * leastBytes);
    expect(others.length).toBeGreaterThan(3);
  });

  test("Late turns lose nothing of the rate up to a limit, beyond which it is not made up for", () => {
    let at = 0;
    const lateness = () => (at++ % 25 === 0 ? lateMs - turnIntervalMs - 1 : 7);
    const { bench, bulks } = run({ mbps: 5, pieces: [65_536, 65_536], ms: 20_000, lateness });
    expect(sum(bulks) / (bench.rate * bench.now)).toBeGreaterThan(0.98);
    const before = sum(bulks);
    bench.turn(10_000);
    expect(sum(bulks) - before).toBeLessThanOrEqual(bench.rate * lateMs);
  });

  test("A flow that returns after a moment gets no new burst", () => {
    const bench = new RateLimiterBench(5);
    let bytes = 0;
    for (let times = 0; times < 2_000; times += 1) {
      bench.now += 10;
      const flow = new Flow(bench.limiter);
      bytes += flow.take(65_536);
      flow.cancelWait();
    }
    expect(bytes).toBeLessThanOrEqual(bench.rate * (bench.now + quietMs));
    expect(bytes / (bench.rate * bench.now)).toBeGreaterThan(0.95);
  });

  test("A changed rate applies from the next turn, down and up", () => {
    const { bench, bulks } = run({ mbps: 100, pieces: [65_536, 65_536], ms: 2_000 });
    const seconds = (mbps: number) => {
      bench.mbps = mbps;
      bench.turn();
      const before = sum(bulks);
      for (let turns = 0; turns < 100; turns += 1) bench.turn();
      return (sum(bulks) - before) / (2_000 * bytesPerMs(mbps));
    };
    for (const mbps of [5, 1_000, 20]) {
      expect(seconds(mbps)).toBeGreaterThan(0.9);
      expect(seconds(mbps)).toBeLessThan(1.02);
    }
  });

  test("Turns are requested only while a flow waits and shortly after", () => {
    const bench = new RateLimiterBench(5);
    const bulk = new Bulk(bench);
    bulk.go();
    expect(bench.wakes).toBe(1);
    expect(bench.turn()).toBe(true);
    bulk.flow.cancelWait();
    let turns = 0;
    while (bench.turn() && turns < 1_000) turns += 1;
    expect(turns * turnIntervalMs).toBeGreaterThan(lateMs / 2);
    expect(turns * turnIntervalMs).toBeLessThanOrEqual(lateMs + turnIntervalMs);
    // From then on it is as quiet as initially.
    bench.now += 60_000;
    let at = 0;
    for (let taken = -1; taken !== 0; at += taken) taken = new Flow(bench.limiter).take(65_536);
    expect(at).toBeLessThanOrEqual(bench.rate * quietMs);
  });

  test("Flows with little data neither wait for greedy ones nor slow them down", () => {
    const bench = new RateLimiterBench(5);
    const bulk = new Bulk(bench);
    bulk.go();
    const small = Array.from({ length: 10 }, () => new Flow(bench.limiter));
    let served = 0;
    let longest = 0;
    const before = bulk.bytes;
    const from = bench.now;
    for (let round = 0; round < 100; round += 1) {
      for (const flow of small) {
        const at = bench.now;
        // Like the native engine, which requests a lot and returns what did not arrive.
        const use = () => {
          const taken = flow.take(65_536);
          if (taken === 0) return flow.wait(use);
          flow.giveBack(taken - 100);
          served += 1;
          longest = Math.max(longest, bench.now - at);
        };
        use();
      }
      for (let turns = 0; turns < 10; turns += 1) bench.turn();
    }
    expect(served).toBe(1_000);
    expect(longest).toBeLessThanOrEqual(10 * turnIntervalMs);
    const all = bulk.bytes - before + served * 100;
    expect(all / (bench.rate * (bench.now - from))).toBeGreaterThan(0.97);
  });

  test("A flow that returns slowly keeps its share for a while", () => {
    const bench = new RateLimiterBench(100);
    const quick = [0, 1].map(() => new Bulk(bench));
    const slow = Array.from({ length: 30 }, () => new Late(bench));
    for (const bulk of [...quick, ...slow]) bulk.go();
    while (bench.now < 20_000) {
      bench.turn();
      // A busy process notices most of them only at every third turn.
      if (Math.round(bench.now / turnIntervalMs) % 3 === 0) for (const bulk of slow) bulk.come();
    }
    expect((sum(quick) / 2 / (sum(slow) / 30)).toFixed(1)).toMatch(/^[1-4]\./);
    expect(sum([...quick, ...slow]) / (bench.rate * bench.now)).toBeGreaterThan(0.95);
    // Once they are gone, the others soon get everything.
    for (const { flow } of slow) flow.cancelWait();
    for (let turns = 0; turns < 25; turns += 1) bench.turn();
    const before = sum(quick);
    for (let turns = 0; turns < 50; turns += 1) bench.turn();
    expect((sum(quick) - before) / (bench.rate * 1_000)).toBeCloseTo(1, 1);
  });

  test("5,000 connections at one 5 Mbps port each get a turn within a minute", () => {
    const bench = new RateLimiterBench(5);
    const bulks = Array.from({ length: 5_000 }, () => new Bulk(bench));
    for (const bulk of bulks) bulk.go();
    while (bench.now < 60_000) bench.turn();
    expect(Math.min(...bulks.map(({ turns }) => turns))).toBeGreaterThanOrEqual(2);
    // No flow has two turns more than another.
    const all = bulks.map(({ turns }) => turns);
    expect(Math.max(...all) - Math.min(...all)).toBeLessThanOrEqual(1);
  });
});
