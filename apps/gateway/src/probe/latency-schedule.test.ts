/** The order of measurements: no exit is forgotten or measured too often. */
import { expect, test } from "vitest";
import { seeded } from "../testing/test-sizes.ts";
import { defaultPace, LatencySchedule } from "./latency-schedule.ts";

const { everyMs, againMs, suspectMs } = defaultPace;
const all = { most: 1_000, maxFailing: 1_000 };
const many = (count: number) => Array.from({ length: count }, (_, at) => `exit-${at}`);

/** A schedule in which all exits have worked since `now`. */
function wellSince(now: number, count: number): LatencySchedule {
  const turns = new LatencySchedule(defaultPace);
  for (const id of many(count)) turns.add(id);
  for (const id of turns.take(now, { most: count, maxFailing: 0 })) turns.done(id, "well", now);
  return turns;
}

test("New exits are measured at once, as many as there is room for, in order of arrival", () => {
  const turns = new LatencySchedule(defaultPace);
  for (const id of many(25)) turns.add(id);
  expect(turns.take(0, { most: 20, maxFailing: 16 })).toEqual(many(25).slice(0, 20));
  expect(turns.take(0, { most: 20, maxFailing: 16 })).toEqual(many(25).slice(20));
  expect(turns.take(0, all)).toEqual([]);
});

test("A check once a second is enough for a thousand working exits, and for a failed one until it is due", () => {
  expect(wellSince(0, 1_000).isBusy(1_000)).toBe(false);
  expect(wellSince(0, 2_000).isBusy(1_000)).toBe(true);
  const turns = wellSince(0, 1);
  turns.add("new");
  expect(turns.isBusy(0)).toBe(true);
  for (const id of turns.take(0, all)) turns.done(id, "failed", 0);
  expect([againMs - 1_000, againMs].map((now) => turns.isBusy(now))).toEqual([false, true]);
});

test("Working exits are measured once per interval, spread evenly over it", () => {
  const turns = wellSince(0, 1_000);
  const seen = new Map<string, number>();
  const aTick: number[] = [];
  for (let now = 100; now <= everyMs; now += 100) {
    const taken = turns.take(now, all);
    aTick.push(taken.length);
    for (const id of taken) {
      seen.set(id, (seen.get(id) ?? 0) + 1);
      turns.done(id, "well", now);
    }
  }
  expect(Math.max(...aTick)).toBe(1);
  expect([...seen.values()].every((times) => times === 1)).toBe(true);
  expect(seen.size).toBeGreaterThanOrEqual(999);
});

test("After a long pause there is no burst", () => {
  const turns = wellSince(0, 1_000);
  turns.take(1, all);
  expect(turns.take(10 * everyMs, all).length).toBeLessThanOrEqual(50);
});

test("Failed exits are retried after half a minute, within their limit, until they work", () => {
  const turns = wellSince(0, 3);
  const two = many(2);
  for (const id of two) turns.suspect(id, suspectMs);
  expect(turns.take(suspectMs, all)).toEqual(two);
  for (const id of two) turns.done(id, "failed", suspectMs);
  expect([turns.failing, turns.hasFailed("exit-0")]).toEqual([2, true]);
  const due = suspectMs + againMs;
  expect(turns.take(due - 1, { most: 9, maxFailing: 9 })).toEqual([]);
  expect(turns.take(due, { most: 9, maxFailing: 1 })).toEqual(["exit-0"]);
  expect(turns.take(due, { most: 9, maxFailing: 0 })).toEqual([]);
  turns.done("exit-0", "undecided", due);
  // An inconclusive measurement does not change the outcome.
  expect(turns.hasFailed("exit-0")).toBe(true);
  expect(turns.take(due + 1, { most: 1, maxFailing: 9 })).toEqual(["exit-1"]);
  turns.done("exit-1", "well", due + 1);
  expect(turns.failing).toBe(1);
});

test("A suspected exit is measured soon, after new ones, and at most every five seconds", () => {
  const turns = wellSince(0, 5);
  turns.suspect("exit-3", suspectMs - 1);
  expect(turns.take(suspectMs - 1, all)).toEqual([]);
  turns.suspect("exit-3", suspectMs);
  turns.suspect("nobody", suspectMs);
  turns.add("new");
  expect(turns.take(suspectMs, all)).toEqual(["new", "exit-3"]);
  turns.suspect("exit-3", suspectMs + 9);
  expect(turns.take(suspectMs + 9, all)).toEqual([]);
  turns.done("exit-3", "well", suspectMs + 10);
  turns.suspect("exit-3", suspectMs + 11);
  expect(turns.take(suspectMs + 11, all)).toEqual([]);
});

test("However many are suspected, failing, new and steady exits still get their turns", () => {
  const turns = wellSince(0, 2_100);
  const failing = many(40);
  for (const id of failing) turns.suspect(id, suspectMs);
  turns.take(suspectMs, all);
  for (const id of failing) turns.done(id, "failed", suspectMs);
  const times = new Map<string, number>();
  let most = 0;
  let newAt: number | undefined;
  const end = suspectMs + 4 * againMs + 10_000;
  for (let now = suspectMs; now < end; now += 100) {
    for (const id of many(2_100).slice(0, -1)) turns.suspect(id, now);
    if (now === 20_000) turns.add("new");
    const taken = turns.take(now, { most: 20, maxFailing: 16 });
    most = Math.max(most, taken.filter((id) => !turns.hasFailed(id) && id !== "new").length);
    for (const id of taken) {
      times.set(id, (times.get(id) ?? 0) + 1);
      turns.done(id, failing.includes(id) ? "failed" : "well", now);
    }
    if (taken.includes("new")) newAt ??= now;
  }
  expect(failing.map((id) => times.get(id))).toEqual(failing.map(() => 4));
  expect(newAt).toBe(20_000);
  // One unsuspected exit may be taken in addition to half of the places.
  expect(most).toBeLessThanOrEqual(11);
  expect(turns.failing).toBe(40);
});

test("With room for only one at a time, suspected exits get every other turn", () => {
  const turns = wellSince(0, 400);
  const one = { most: 1, maxFailing: 1 };
  for (const id of many(300)) turns.suspect(id, suspectMs);
  turns.take(suspectMs, { most: 0, maxFailing: 0 });
  const suspects = new Set(many(300));
  const taken: string[] = [];
  for (let at = 1; at <= 40; at += 1) taken.push(...turns.take(suspectMs + at * everyMs, one));
  const counts = [true, false].map((is) => taken.filter((id) => suspects.has(id) === is).length);
  expect(counts).toEqual([20, 20]);
});

test("After any sequence of events each existing exit is either queued once or being measured", () => {
  const seed = Date.now() % 1_000_000;
  const random = seeded(seed);
  const turns = new LatencySchedule(defaultPace);
  const standing = new Set<string>();
  const running = new Set<string>();
  const wrong: string[] = [];
  let now = 0;
  const pick = (of: Set<string>) => [...of][Math.floor(random() * of.size)];
  for (let step = 0; step < 5_000; step += 1) {
    now += random() * 3_000;
    const what = random();
    const [id, one] = [`exit-${Math.floor(random() * 60)}`, pick(running)];
    if (what < 0.2) {
      turns.add(id);
      standing.add(id);
      running.delete(id);
    } else if (what < 0.3) {
      turns.remove(id);
      standing.delete(id);
      running.delete(id);
    } else if (what < 0.4) turns.suspect(id, now);
    else if (what < 0.7) {
      for (const taken of turns.take(now, { most: 4, maxFailing: 2 })) {
        if (running.has(taken) || !standing.has(taken)) wrong.push(taken);
        running.add(taken);
      }
    } else if (one !== undefined) {
      const outcome = random();
      turns.done(one, outcome < 0.4 ? "well" : outcome < 0.8 ? "failed" : "undecided", now);
      running.delete(one);
    }
  }
  expect([seed, wrong]).toEqual([seed, []]);
  for (const id of running) turns.done(id, "well", now);
  const seen = new Set<string>();
  for (let round = 0; round < 200; round += 1) {
    now += everyMs;
    for (const id of turns.take(now, all)) seen.add(id);
  }
  expect([seed, [...seen].toSorted()]).toEqual([seed, [...standing].toSorted()]);
});
