import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ByteQuota } from "../engine/engine.ts";
import { bytesPerMs, Flow, quietMs, turnIntervalMs } from "./rate-limiter.ts";
import { RateLimitedQuota } from "./rate-limited-quota.ts";
import { RateLimiters } from "./rate-limiters.ts";

let rates: Map<string, number>;
let open: Map<string, number>;
let failures: unknown[];
let shapers: RateLimiters;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
  rates = new Map([
    ["a", 5],
    ["b", 100],
  ]);
  open = new Map();
  failures = [];
  shapers = new RateLimiters({
    mbpsOf: (id) => rates.get(id) ?? null,
    open: (id) => open.get(id) ?? 0,
    failed: (error) => failures.push(error),
  });
});
afterEach(() => void vi.useRealTimers());

/** Takes all it can from now on; the returned function returns the total so far. */
function greedy(flow: Flow): () => number {
  let bytes = 0;
  const go = () => {
    for (let taken = -1; taken !== 0; bytes += taken) taken = flow.take(65_536);
    flow.wait(go);
  };
  go();
  return () => bytes;
}

describe("the rate limiters of ports", () => {
  test("Each port and each direction has its own rate, which its connections share", () => {
    const up = greedy(new Flow(shapers.of("a").up));
    const down = [0, 1].map(() => greedy(new Flow(shapers.of("a").down)));
    const other = greedy(new Flow(shapers.of("b").down));
    vi.advanceTimersByTime(10_000);
    const part = (bytes: number, mbps: number) => bytes / (bytesPerMs(mbps) * 10_000);
    expect(part(up(), 5)).toBeCloseTo(1, 1);
    expect(part((down[0]?.() ?? 0) + (down[1]?.() ?? 0), 5)).toBeCloseTo(1, 1);
    expect(part(other(), 100)).toBeCloseTo(1, 1);
  });

  test("The turn timer stops while no flow waits", () => {
    expect(vi.getTimerCount()).toBe(0);
    const flow = new Flow(shapers.of("a").up);
    const forgetting = vi.getTimerCount();
    greedy(flow);
    expect(vi.getTimerCount()).toBe(forgetting + 1);
    vi.advanceTimersByTime(100);
    flow.cancelWait();
    vi.advanceTimersByTime(900);
    expect(vi.getTimerCount()).toBe(forgetting);
  });

  test("A port is forgotten once it has no connections and its bucket is full again", () => {
    const before = shapers.of("a");
    new Flow(before.down).take(1e9);
    open.set("a", 1);
    vi.advanceTimersByTime(5_000);
    expect(shapers.of("a")).toBe(before);
    open.delete("a");
    new Flow(before.down).take(1e9);
    vi.advanceTimersByTime(500);
    // A connection that returns at once finds the same limiter.
    expect(shapers.of("a")).toBe(before);
    vi.advanceTimersByTime(3_000);
    expect(shapers.size).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(shapers.of("a")).not.toBe(before);
  });

  test("Endless successive connections share one rate", () => {
    let bytes = 0;
    for (let count = 0; count < 400; count += 1) {
      const flow = new Flow(shapers.of("a").down);
      bytes += flow.take(1e9);
      flow.wait(() => {
        bytes += flow.take(1e9);
      });
      vi.advanceTimersByTime(25);
      flow.cancelWait();
    }
    expect(bytes).toBeLessThanOrEqual(bytesPerMs(5) * (10_000 + quietMs));
  });

  test("A new rate applies at the next turn; a deleted port keeps its rate for its last bytes", () => {
    const bytes = greedy(new Flow(shapers.of("a").down));
    vi.advanceTimersByTime(1_000);
    const during = (ms: number) => {
      const before = bytes();
      vi.advanceTimersByTime(ms);
      return (bytes() - before) / ms;
    };
    rates.set("a", 50);
    vi.advanceTimersByTime(turnIntervalMs);
    expect(during(2_000) / bytesPerMs(50)).toBeCloseTo(1, 1);
    rates.delete("a");
    expect(during(2_000) / bytesPerMs(50)).toBeCloseTo(1, 1);
  });

  test("A flow that throws in its turn does not cost other flows theirs", () => {
    const flow = new Flow(shapers.of("a").down);
    while (flow.take(65_536) > 0);
    flow.wait(() => {
      throw new Error("broken");
    });
    const bytes = greedy(new Flow(shapers.of("a").down));
    vi.advanceTimersByTime(1_000);
    expect(failures).toHaveLength(1);
    expect(bytes()).toBeGreaterThan(500_000);
  });

  test("A flow that is cancelled during another's turn is not called", () => {
    const [first, second] = [0, 1].map(() => new Flow(shapers.of("b").down)) as [Flow, Flow];
    while (first.take(1e9) > 0);
    let called = 0;
    second.take(1e9);
    first.wait(() => second.cancelWait());
    second.wait(() => {
      called += 1;
    });
    vi.advanceTimersByTime(1_000);
    expect(called).toBe(0);
    // What was granted to it is available to others.
    greedy(first);
    const rest = greedy(new Flow(shapers.of("b").down));
    vi.advanceTimersByTime(1_000);
    expect(rest()).toBeGreaterThan(5e6);
  });
});

describe("a rate-limited quota", () => {
  /** A quota with the given number of bytes that records its calls. */
  function purse(bytes: number) {
    const calls: string[] = [];
    let left = bytes;
    const quota: ByteQuota = {
      take: (wanted) => {
        const taken = Math.min(wanted, left);
        left -= taken;
        return taken;
      },
      commit: (moved) => void calls.push(`moved ${moved}`),
      refund: (back) => {
        left += back;
      },
      wait: () => void calls.push("waits"),
      cancelWait: () => void calls.push("forgets"),
    };
    const earn = (more: number) => {
      left += more;
    };
    return { quota, calls, left: () => left, earn };
  }

  test("Bytes that the rate allows are taken from the budget, and refunds go back to both", () => {
    const { quota, calls, left } = purse(1e9);
    const shaped = new RateLimitedQuota(quota, new Flow(shapers.of("b").up));
    const taken = shaped.take(1e9);
    expect(taken).toBeGreaterThan(0);
    expect(left()).toBe(1e9 - taken);
    shaped.commit(taken - 1_000);
    shaped.refund(1_000);
    expect(left()).toBe(1e9 - taken + 1_000);
    let rest = 0;
    for (let more = -1; more !== 0; rest += more) more = new Flow(shapers.of("b").up).take(65_536);
    expect(taken - 1_000 + rest).toBeGreaterThan(bytesPerMs(100) * quietMs - 1_000);
    expect(calls).toEqual([`moved ${taken - 1_000}`]);
    shaped.cancelWait(() => {});
    expect(calls.at(-1)).toBe("forgets");
  });

  test("A flow that finds the budget empty waits for the budget, and others get the turn's bytes", () => {
    const { quota, calls } = purse(10);
    const { up } = shapers.of("a");
    const shaped = new RateLimitedQuota(quota, new Flow(up));
    expect(shaped.take(5_000)).toBe(10);
    expect(shaped.take(5_000)).toBe(0);
    shaped.wait(() => {});
    expect(calls).toEqual(["waits"]);
    let rest = 0;
    for (let taken = -1; taken !== 0; rest += taken) taken = new Flow(up).take(65_536);
    expect(rest).toBeGreaterThan(bytesPerMs(5) * quietMs - 10 - 4_096);
  });

  test("A flow that once lacked budget waits for its turn again later", () => {
    const { quota, calls, earn } = purse(10);
    const shaped = new RateLimitedQuota(quota, new Flow(shapers.of("a").up));
    shaped.take(10);
    shaped.take(10);
    earn(1e9);
    for (let taken = -1; taken !== 0; ) taken = new Flow(shapers.of("a").up).take(65_536);
    expect(shaped.take(65_536)).toBe(0);
    let turns = 0;
    const then = () => {
      turns += 1;
    };
    shaped.wait(then);
    vi.advanceTimersByTime(turnIntervalMs * 2);
    while (shaped.take(65_536) > 0);
    shaped.wait(then);
    shaped.cancelWait(then);
    vi.advanceTimersByTime(1_000);
    expect([turns, calls]).toEqual([1, ["forgets"]]);
  });

  test("A flow that waits for its turn does not wait for the budget", () => {
    const { quota, calls } = purse(1e9);
    const shaped = new RateLimitedQuota(quota, new Flow(shapers.of("a").up));
    while (shaped.take(65_536) > 0);
    let turns = 0;
    shaped.wait(() => {
      turns += 1;
    });
    vi.advanceTimersByTime(turnIntervalMs * 2);
    expect([turns, calls]).toEqual([1, []]);
  });
});
