import type { Lease, LeaseRefusal } from "@turnpike/contract/lease.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";
import { leaseMs } from "@turnpike/rules/lease.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type LeaseClient, LeasedBudget } from "./leased-budget.ts";
import type { ActiveLease } from "./lease-time.ts";

let asked: number[];
let held: number[];
let retired: ActiveLease[];
let cut: string[];
let answers: ({ lease: Lease } | { refused: LeaseRefusal } | null)[];
let now: number;
let budget: LeasedBudget;

const client: LeaseClient = {
  now: () => now,
  isJournalWritable: () => true,
  hub: () => ({ up: true, upSince: 0, lastAnswerAt: performance.now() }),
  ask: async (_id, { wantedBytes, heldBytes }) => {
    asked.push(wantedBytes);
    held.push(heldBytes);
    const answer = answers.shift();
    if (!answer) throw new Error("the hub is away");
    return answer;
  },
  retire: (lease) => void retired.push(lease),
  cut: (_id, why) => void cut.push(why),
};
let lastId = 0;
const lease = (bytes: number, lastsMs = 60_000) => {
  lastId += 1;
  return { lease: { id: `lease-${lastId}`, bytes, expiresAt: now + lastsMs } };
};
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  asked = [];
  held = [];
  retired = [];
  cut = [];
  answers = [];
  now = 1_000_000;
  budget = new LeasedBudget("sub", client);
});
afterEach(() => vi.useRealTimers());

describe("a budget", () => {
  test("never grants more than was leased, lease by lease", async () => {
    answers = [lease(100), lease(50), { refused: "insufficientTraffic" }];
    expect(await budget.ready()).toBe("ready");
    expect(budget.take(70)).toBe(70);
    await settled();
    expect(budget.take(70)).toBe(30);
    expect(budget.take(70)).toBe(50);
    expect(budget.take(70)).toBe(0);
    expect(retired.map(({ bytes, left, inFlight }) => [bytes, left, inFlight])).toEqual([
      [100, 0, 100],
      [50, 0, 50],
    ]);
  });

  test("requests the next lease when half of one is used, and sends what it holds", async () => {
    const first = 2 * 1024 * 1024;
    answers = [lease(first), lease(4_000_000), lease(4_000_000)];
    await budget.ready();
    budget.take(1_000_000);
    expect(asked).toEqual([first]);
    budget.take(100_000);
    expect(held).toEqual([0, first - 1_100_000]);
    // Taken within the first second: enough for 50 s at this rate should be held.
    expect(asked[1]).toBe(1_100_000 * 50 - (first - 1_100_000));
  });

  test("wakes a waiting connection when bytes arrive, and closes all when the hub refuses", async () => {
    answers = [lease(10), lease(20), { refused: "insufficientTraffic" }];
    await budget.ready();
    let woken = 0;
    const wait = () =>
      budget.wait(() => {
        woken += 1;
      });
    // The next lease is requested now, but arrives later.
    expect([budget.take(10), budget.take(1)]).toEqual([10, 0]);
    wait();
    expect(woken).toBe(0);
    await settled();
    expect([woken, cut]).toEqual([1, []]);
    expect(budget.take(20)).toBe(20);
    wait();
    await settled();
    expect([woken, cut]).toEqual([1, ["insufficientTraffic"]]);
    expect(await budget.ready()).toBe("insufficientTraffic");
  });

  test("grants nothing without a hub, and returns hubAway within 2.5 s even if it never responds", async () => {
    const silent = new LeasedBudget("sub", { ...client, ask: () => new Promise(() => {}) });
    const began = performance.now();
    expect(await Promise.all([budget.ready(), silent.ready()])).toEqual(["hubAway", "hubAway"]);
    expect(performance.now() - began).toBeLessThan(timeLimit(2_500));
    expect([budget.take(1), silent.take(1)]).toEqual([0, 0]);
  });

  test("retries while the hub's database is briefly unavailable", async () => {
    answers = [null, null, null, lease(100)];
    expect(await budget.ready()).toBe("ready");
    expect(budget.take(10)).toBe(10);
  });

  test("takes nothing from a lease that is about to expire, by the product's clock", async () => {
    answers = [lease(100, 5_000)];
    await budget.ready();
    expect(budget.take(10)).toBe(10);
    now += 4_500;
    budget.tick();
    expect(retired.map(({ left }) => left)).toEqual([90]);
    expect(budget.take(10)).toBe(0);
  });

  test("neither outlives a lease nor keeps a refusal when clocks are set back an hour (M9)", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    answers = [{ refused: "insufficientTraffic" }, lease(100)];
    expect(await budget.ready()).toBe("insufficientTraffic");
    now -= 3_600_000;
    vi.advanceTimersByTime(1_000);
    expect(await budget.ready()).toBe("ready");
    now -= 3_600_000;
    vi.advanceTimersByTime(298_000);
    budget.take(10);
    budget.tick();
    expect(retired).toEqual([]);
    vi.advanceTimersByTime(1_500);
    budget.tick();
    expect(retired.map(({ left }) => left)).toEqual([90]);
  });

  test("requests a new lease before one expires, and keeps an idle one while the link is down", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let [up, upSince] = [true, 0];
    budget = new LeasedBudget("sub", {
      ...client,
      hub: () => ({ up, upSince, lastAnswerAt: performance.now() }),
    });
    const pass = (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(ms);
    };
    answers = [lease(3_000_000, 180_000), lease(3_000_000, 180_000)];
    await budget.ready();
    for (let seconds = 0; seconds < 118; seconds += 1) {
      pass(1_000);
      budget.take(10);
      budget.tick();
    }
    expect(asked).toHaveLength(1);
    pass(3_000);
    budget.take(10);
    budget.tick();
    await settled();
    expect([asked.length, retired.length]).toEqual([2, 0]);
    up = false;
    pass(30_000);
    budget.tick();
    expect(retired).toHaveLength(0);
    [up, upSince] = [true, performance.now()];
    budget.tick();
    // A client that returns within seconds of the reconnect finds the lease unchanged.
    expect(retired).toHaveLength(0);
    pass(11_000);
    budget.tick();
    expect(retired).toHaveLength(2);
  });

  test("grants nothing after a minute without contact to the hub (M6)", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const lastAnswerAt = performance.now();
    budget = new LeasedBudget("sub", {
      ...client,
      hub: () => ({ up: false, upSince: 0, lastAnswerAt }),
    });
    answers = [lease(3_000_000, 300_000)];
    await budget.ready();
    vi.advanceTimersByTime(58_000);
    budget.tick();
    expect(budget.take(10)).toBe(10);
    vi.advanceTimersByTime(1_100);
    budget.tick();
    expect(budget.take(10)).toBe(0);
    expect(retired).toHaveLength(1);
  });

  test("of a far node works for its own time without a hub, and is kept while idle (spec/accounting#leases)", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    let lastAnswerAt = performance.now();
    let up = true;
    budget = new LeasedBudget("sub", { ...client, hub: () => ({ up, upSince: 0, lastAnswerAt }) });
    const pass = (ms: number) => {
      now += ms;
      vi.advanceTimersByTime(ms);
    };
    const far = (bytes: number) => {
      const { lease: one } = lease(bytes, leaseMs(300));
      return { lease: { ...one, aloneSeconds: 300 } };
    };
    answers = [far(3_000_000), far(3_000_000)];
    await budget.ready();
    // Idle but not scarce: a client that returns within 90 s still finds it.
    pass(85_000);
    lastAnswerAt = performance.now();
    budget.tick();
    expect(budget.take(10)).toBe(10);
    // Whenever the link is cut, the leases are good for another 300 s.
    for (let seconds = 0; seconds < 160; seconds += 5) {
      pass(5_000);
      lastAnswerAt = performance.now();
      budget.take(10);
      budget.tick();
      await settled();
    }
    expect(asked).toHaveLength(2);
    up = false;
    for (let seconds = 0; seconds < 295; seconds += 5) {
      pass(5_000);
      expect(budget.take(10)).toBe(10);
      budget.tick();
    }
    pass(5_000);
    budget.tick();
    expect(budget.take(10)).toBe(0);
  });

  test("returns a lease that arrives after the budget has ended", async () => {
    answers = [lease(100)];
    const ready = budget.ready();
    budget.stop();
    await ready;
    expect(retired.map(({ left }) => left)).toEqual([100]);
    expect(budget.take(1)).toBe(0);
  });
});
