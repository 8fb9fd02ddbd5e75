/** A heavy caller delays only itself (N7). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairShare, type FairShareOptions, leavePlace } from "./fair-share.ts";
import { timeLimit } from "@turnpike/net/testing/time-bar.ts";

function shareOf(options: Partial<FairShareOptions> = {}) {
  let refused = 0;
  const share = new FairShare({
    atOnce: 4,
    perCaller: 2,
    queuePerCaller: 100,
    maxWaitMs: 5_000,
    onRefused: () => (refused += 1),
    ...options,
  });
  const order: string[] = [];
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const work = (caller: string, ms = 5) =>
    share.run({ caller }, async () => {
      order.push(caller);
      const now = (running.get(caller) ?? 0) + 1;
      running.set(caller, now);
      most.set(caller, Math.max(most.get(caller) ?? 0, now));
      await sleep(ms);
      running.set(caller, (running.get(caller) ?? 1) - 1);
    });
  return { share, order, most, work, refused: () => refused };
}

test("A caller gets its share at once, and later callers do not wait for its queue", async () => {
  const { order, most, work, share } = shareOf();
  const greedy = Array.from({ length: 50 }, () => work("greedy"));
  const other = work("other");
  await other;
  expect(order.filter((caller) => caller === "greedy").length).toBeLessThanOrEqual(4);
  await Promise.all(greedy);
  expect(most.get("greedy")).toBe(2);
  expect(share.waiting).toBe(0);
});

test("Waiting callers are served in turn, each in its own order", async () => {
  const { order, work } = shareOf({ atOnce: 1, perCaller: 1 });
  await Promise.all(["a", "a", "a", "b", "b", "c"].map((caller) => work(caller)));
  expect(order).toEqual(["a", "a", "b", "c", "a", "b"]);
});

test("A caller whose work fails has one slot less for a while; others keep all of theirs", async () => {
  const { work, share, most } = shareOf({ atOnce: 2, restMs: ({ failed }) => (failed ? 200 : 0) });
  const fail = () => share.run({ caller: "wrong" }, () => Promise.reject(new Error("wrong")));
  const began = performance.now();
  const wrong = Array.from({ length: 4 }, fail);
  for (const each of wrong.slice(0, 2)) await expect(each).rejects.toThrow("wrong");
  await Promise.all([work("other"), work("other")]);
  expect(most.get("other")).toBe(2);
  expect(share.waiting).toBe(2);
  for (const each of wrong) await expect(each).rejects.toThrow("wrong");
  expect(performance.now() - began).toBeGreaterThanOrEqual(195);
  expect(share.waiting).toBe(0);
});

test("A caller that used up its budget runs one expensive task at a time until the budget refills", async () => {
  const { most, work } = shareOf({ perCaller: 3, budgetMs: 50, refillMsPerSecond: 500 });
  await Promise.all(Array.from({ length: 3 }, () => work("big", 40)));
  expect(most.get("big")).toBe(3);
  most.clear();
  await Promise.all(Array.from({ length: 3 }, () => work("big", 30)));
  expect(most.get("big")).toBe(1);
  await sleep(500);
  most.clear();
  await Promise.all(Array.from({ length: 3 }, () => work("big", 5)));
  expect(most.get("big")).toBe(3);
});

test("A budget does not refill while tasks wait, so a flood gets no bursts", async () => {
  const budget = { perCaller: 3, budgetMs: 30, refillMsPerSecond: 900 };
  const { most, work } = shareOf({ ...budget, restMs: ({ heavy }) => (heavy ? 30 : 0) });
  const all = Array.from({ length: 16 }, () => work("big", 30));
  await Promise.all(all.slice(0, 4));
  most.clear();
  await Promise.all(all);
  expect(most.get("big")).toBe(1);
});

test("A caller that used up its budget pauses after each task while more wait, others do not", async () => {
  const options = { perCaller: 1, budgetMs: 10, refillMsPerSecond: 1 };
  const { work } = shareOf({
    ...options,
    restMs: ({ heavy, waiting }) => (heavy && waiting > 0 ? 50 : 0),
  });
  await work("big", 20);
  const began = performance.now();
  const all = Promise.all(Array.from({ length: 4 }, () => work("big", 1)));
  await Promise.all([work("other", 1), work("another", 1)]);
  expect(performance.now() - began).toBeLessThan(timeLimit(50));
  await all;
  expect(performance.now() - began).toBeGreaterThanOrEqual(150);
});

test("A caller that used up its budget still runs a few cheap tasks at a time", async () => {
  const { most, work } = shareOf({ atOnce: 9, perCaller: 8, budgetMs: 10, refillMsPerSecond: 1 });
  await Promise.all(Array.from({ length: 20 }, () => work("many", 1)));
  most.clear();
  await Promise.all(Array.from({ length: 20 }, () => work("many", 1)));
  expect(most.get("many")).toBeGreaterThanOrEqual(2);
  expect(most.get("many")).toBeLessThanOrEqual(4);
});

test("Heavy callers together leave room for light ones", async () => {
  const { order, work } = shareOf({ heavyAtOnce: 1, budgetMs: 10, refillMsPerSecond: 1 });
  const heavy = ["h1", "h2", "h3"];
  await Promise.all(heavy.map((caller) => work(caller, 30)));
  const long = Promise.all(heavy.map((caller) => work(caller, 60)));
  const began = performance.now();
  await Promise.all([work("light"), work("light"), work("lighter")]);
  expect(performance.now() - began).toBeLessThan(timeLimit(50));
  expect(order.slice(3, 4)).toEqual(["h1"]);
  await long;
});

test("Work beyond the queue limit or the maximum wait is refused with a retry time", async () => {
  const { work, refused, share } = shareOf({ perCaller: 1, queuePerCaller: 2, maxWaitMs: 50 });
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => work("one", 200)));
  const reasons = all.map((one) => (one.status === "rejected" ? (one.reason as Refusal) : null));
  expect(reasons.map((one) => one?.reason ?? null)).toEqual([
    null,
    "tooManyTries",
    "tooManyTries",
    "tooManyTries",
  ]);
  expect(reasons[3]?.details).toEqual({ retryAfterSeconds: 5 });
  expect([refused(), share.waiting]).toEqual([3, 0]);
  await work("one");
});

test("A caller that disconnects leaves the queue", async () => {
  const { share, work } = shareOf({ perCaller: 1 });
  const first = work("one", 50);
  const leaving = new AbortController();
  let ran = false;
  const second = share.run({ caller: "one", signal: leaving.signal }, async () => {
    ran = true;
  });
  leaving.abort();
  await expect(second).rejects.toThrow("tooManyTries");
  await first;
  await sleep(5);
  expect([ran, share.waiting]).toEqual([false, 0]);
});

test("Failed work releases its slot", async () => {
  const { share, work } = shareOf({ perCaller: 1 });
  const failing = share.run({ caller: "one" }, () => Promise.reject(new Error("no")));
  await expect(failing).rejects.toThrow("no");
  await work("one");
});

test("Work that gives up its place is not waited for, and rests and counts no longer", async () => {
  const { share, work } = shareOf({ atOnce: 1, perCaller: 1, budgetMs: 50, refillMsPerSecond: 1 });
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const outside = share.run({ caller: "one" }, async ({ hasPlace }) => {
    expect(hasPlace()).toBe(true);
    leavePlace();
    leavePlace();
    expect(hasPlace()).toBe(false);
    return answer;
  });
  await work("two");
  await sleep(100);
  resolve("answer");
  expect(await outside).toBe("answer");
  // Its place was given back once, and its budget is whole.
  const both = [work("one"), work("one")];
  await Promise.all(both);
  expect(share.waiting).toBe(0);
  leavePlace();
});

test("Whoever has a /48 of IPv6 networks takes turns with others as one", async () => {
  const { order, work } = shareOf({ atOnce: 2 });
  const all = Array.from({ length: 200 }, (_, at) => work(`2001:db8:1:${at.toString(16)}::/64`));
  all.push(...Array.from({ length: 20 }, () => work("203.0.113.7")));
  await Promise.all(all);
  expect(order.lastIndexOf("203.0.113.7")).toBeLessThan(50);
  expect(new Set(order.slice(-150)).size).toBe(150);
});
