import type { LoadSample, PlanLoad } from "@turnpike/contract/gateway-states.ts";
import { beforeEach, expect, test } from "vitest";
import { Monitor, type WatchedPlan } from "./load.ts";

const planId = "0a000000-0000-4000-8000-000000000001";
const other = "0a000000-0000-4000-8000-000000000002";
const plan: WatchedPlan = { planId, carriers: ["w1"], startedAt: 0 };
/** In the middle of a second and of a minute. */
const start = Date.parse("2026-11-22T10:00:30.400Z");

let monitor: Monitor;
let now: number;
beforeEach(() => {
  monitor = new Monitor();
  now = start;
});

const load = (changed: Partial<PlanLoad> = {}): PlanLoad => ({
  planId,
  upBytes: 0,
  downBytes: 0,
  connections: 0,
  ...changed,
});
const sample = (plans: PlanLoad[], changed: Partial<LoadSample> = {}): LoadSample => ({
  spanMs: 1_000,
  cpuPercent: 10,
  memoryPercent: 1,
  plans,
  ...changed,
});
/** Adds a worker's sample at the end of its span. */
function tell(plans: PlanLoad[], changed: Partial<LoadSample> = {}, gateway = "w1"): void {
  now += changed.spanMs ?? 1_000;
  monitor.sample(gateway, sample(plans, changed), now);
}
const series = (of: Partial<WatchedPlan> = {}) => monitor.seconds({ ...plan, ...of }, now);

test("A steady 5 Mbps download shows 5 Mbps in every second, wherever samples end", () => {
  for (let count = 0; count < 40; count += 1) {
    const spanMs = 980 + ((count * 37) % 90);
    tell([load({ downBytes: spanMs * 625, upBytes: spanMs, connections: 8 })], { spanMs });
  }
  const points = series();
  expect(points.length).toBeGreaterThan(35);
  for (const { downMbps, upMbps, bandwidthMbps, tcpConnections } of points) {
    expect(downMbps).toBeCloseTo(5, 2);
    expect(upMbps).toBeCloseTo(0.008, 3);
    expect(bandwidthMbps).toBeCloseTo(5.008, 2);
    expect(tcpConnections).toBe(8);
  }
  const seconds = points.map(({ at }) => Date.parse(at));
  for (const [index, at] of seconds.slice(1).entries())
    expect(at - (seconds[index] ?? 0)).toBe(1_000);
  expect(monitor.now(plan, now)).toMatchObject({ downMbps: 5, tcpConnections: 8, cpuPercent: 10 });
});

test("The bytes of all seconds add up exactly to the reported bytes", () => {
  let told = 0;
  for (let count = 1; count < 50; count += 1) {
    const downBytes = (count * 7_919) % 10_007;
    told += downBytes;
    tell([load({ downBytes, upBytes: 3 })], { spanMs: 700 + ((count * 131) % 2_900) });
  }
  let [down, up] = [0, 0];
  const worker = monitor.workers.get("w1");
  for (let second = Math.floor(start / 1_000); second <= now / 1_000; second += 1) {
    down += worker?.second(planId, second)?.downBytes ?? 0;
    up += worker?.second(planId, second)?.upBytes ?? 0;
  }
  expect([down, up]).toEqual([told, 49 * 3]);
  let [unwritten, ms] = [0, 0];
  for (const minute of worker?.minutes.values() ?? []) {
    unwritten += minute.plans.get(planId)?.unwritten.downBytes ?? 0;
    ms += minute.unwritten.spanMs;
  }
  expect([unwritten, Math.round(ms)]).toEqual([told, now - start]);
});

test("A plan missing from a worker's samples is shown as idle; nothing is kept of it", () => {
  for (let count = 0; count < 10; count += 1) tell([load({ planId: other, downBytes: 10_000 })]);
  const points = series();
  expect(points).toHaveLength(9);
  for (const point of points) {
    expect(point).toMatchObject({ bandwidthMbps: 0, tcpConnections: 0, cpuPercent: 10 });
  }
  expect(series({ carriers: [] })).toEqual([]);
  expect(monitor.now({ ...plan, carriers: [] }, now).cpuPercent).toBe(0);
  const kept = [...(monitor.workers.get("w1")?.minutes.values() ?? [])];
  expect(new Set(kept.flatMap(({ plans }) => [...plans.keys()]))).toEqual(new Set([other]));
});

test("A silent worker leaves a gap; no values are made up", () => {
  for (let count = 0; count < 5; count += 1) tell([load({ downBytes: 625_000 })]);
  now += 7_000;
  for (let count = 0; count < 5; count += 1) tell([load({ downBytes: 625_000 })]);
  const seconds = series().map(({ at }) => Date.parse(at) / 1_000);
  const gaps = seconds.slice(1).map((at, index) => at - (seconds[index] ?? 0));
  expect(gaps.filter((gap) => gap !== 1)).toEqual([7]);
  expect(series().every(({ downMbps }) => downMbps === 5)).toBe(true);
});

test("A late sample with a longer span fills the time that it covers", () => {
  tell([load({ downBytes: 625_000 })]);
  tell([load({ downBytes: 625_000 * 4, connections: 2 })], { spanMs: 4_000 });
  tell([load({ downBytes: 625_000, connections: 1 })]);
  tell([]);
  const points = series();
  expect(points).toHaveLength(6);
  expect(points.slice(0, 5).every(({ downMbps }) => downMbps === 5)).toBe(true);
  // Its first second keeps the connections of the sample that ended in it.
  expect(points.map(({ tcpConnections }) => tcpConnections)).toEqual([0, 0, 2, 2, 2, 2]);
});

test("Of two samples that end in the same second, the later one sets the connections", () => {
  now = Math.floor(start / 1_000) * 1_000;
  tell([load({ connections: 4 })], { spanMs: 200 });
  tell([], { spanMs: 300 });
  now += 3_000;
  expect(series()[0]?.tcpConnections).toBe(0);
});

test("Two workers: bandwidth, connections and memory are summed, CPU is averaged", () => {
  for (let count = 0; count < 8; count += 1) {
    tell([load({ downBytes: 625_000, connections: 2 })], { cpuPercent: 30, memoryPercent: 1.5 });
    now -= 1_000;
    const quiet = { cpuPercent: 11, memoryPercent: 0.7 };
    tell([load({ upBytes: 125_000, connections: 1 })], quiet, "w2");
  }
  const expected = {
    cpuPercent: 20.5,
    memoryPercent: 2.2,
    tcpConnections: 3,
    downMbps: 5,
    upMbps: 1,
    bandwidthMbps: 6,
  };
  expect(series()[3]).toMatchObject(expected);
  expect(monitor.now(plan, now)).toMatchObject(expected);
  for (const gone of [1, 2, 3]) tell([load({ downBytes: 625_000 * gone })]);
  expect(series().at(-1)).toMatchObject({ cpuPercent: 10, memoryPercent: 1, upMbps: 0 });
});

test("`now` covers the last 5 s; without samples traffic is zero, CPU and memory keep their last values", () => {
  for (let count = 0; count < 30; count += 1)
    tell([load({ downBytes: 1_250_000, connections: 5 })]);
  for (let count = 0; count < 2; count += 1) tell([load({ downBytes: 625_000, connections: 3 })]);
  const { downMbps, tcpConnections, at } = monitor.now(plan, now);
  expect(downMbps).toBeGreaterThan(7);
  expect(downMbps).toBeLessThan(9);
  expect([tcpConnections, at]).toEqual([3, new Date(now).toISOString()]);
  now += 7_000;
  expect(monitor.now(plan, now)).toEqual({
    at: new Date(now).toISOString(),
    cpuPercent: 10,
    memoryPercent: 1,
    bandwidthMbps: 0,
    upMbps: 0,
    downMbps: 0,
    tcpConnections: 0,
  });
});

test("A worker silent for more than 10 s is left out of `now` and of the mean", () => {
  const both = { ...plan, carriers: ["w1", "w2"] };
  tell([load({ connections: 3 })], { cpuPercent: 80, memoryPercent: 9 });
  now += 10_000;
  expect(monitor.now(plan, now)).toMatchObject({ cpuPercent: 80, memoryPercent: 9 });
  now += 1;
  const none = { cpuPercent: 0, memoryPercent: 0, tcpConnections: 0 };
  expect(monitor.now(plan, now)).toMatchObject(none);
  tell([], { cpuPercent: 20, memoryPercent: 2 }, "w2");
  expect(monitor.now(both, now)).toMatchObject({ cpuPercent: 20, memoryPercent: 2 });
  // The clock was set back: samples from its future do not count as recent.
  now -= 3_600_000;
  expect(monitor.now(plan, now)).toMatchObject(none);
  tell([], { cpuPercent: 30, memoryPercent: 3 });
  expect(monitor.now(plan, now)).toMatchObject({ cpuPercent: 30, memoryPercent: 3 });
});

test("15 minutes return 900 points at most, none from before the plan's start", () => {
  for (let count = 0; count < 1_100; count += 1) tell([load({ downBytes: 1 })]);
  expect(series()).toHaveLength(900);
  expect(Date.parse(series()[0]?.at ?? "")).toBe((Math.floor(now / 1_000) - 901) * 1_000);
  expect(series({ startedAt: now - 10_500 })).toHaveLength(10);
});

test("When the clock moves an hour, old seconds are dropped and no value is negative", () => {
  for (let count = 0; count < 20; count += 1) tell([load({ downBytes: 625_000 })]);
  now += 3_600_000;
  expect(series()).toEqual([]);
  for (let count = 0; count < 20; count += 1) tell([load({ downBytes: 625_000 })]);
  expect(series().map(({ downMbps }) => downMbps)).toEqual(Array.from({ length: 19 }, () => 5));
  // A machine's own clock may be set back slightly.
  now -= 3_000;
  for (let count = 0; count < 10; count += 1) tell([load({ downBytes: 625_000 })]);
  expect(series().every(({ downMbps }) => downMbps === 5)).toBe(true);
  monitor.dropOld(now + 20 * 60_000);
  expect(monitor.workers.size).toBe(0);
});

test("The newest point is returned once it is complete, and only once", () => {
  for (let count = 0; count < 5; count += 1) tell([load()]);
  const [first, ...rest] = monitor.newest(plan, now, null);
  expect(rest).toEqual([]);
  expect(Date.parse(first?.at ?? "")).toBe((Math.floor(now / 1_000) - 2) * 1_000);
  const last = Math.floor(now / 1_000) - 2;
  expect(monitor.newest(plan, now, last)).toEqual([]);
  for (let count = 0; count < 2; count += 1) tell([load()]);
  expect(monitor.newest(plan, now, last).map(({ at }) => Date.parse(at) / 1_000)).toEqual([
    last + 1,
    last + 2,
  ]);
  now += 60_000;
  expect(monitor.newest(plan, now, last)).toEqual([]);
});

test("Invalid samples are rejected, and at most 1,000 workers are kept", () => {
  const odd: Partial<LoadSample>[] = [
    { spanMs: 0 },
    { spanMs: -5 },
    { spanMs: Number.NaN },
    { spanMs: 1e9 },
    { cpuPercent: -1 },
    { cpuPercent: 101 },
    { memoryPercent: Number.NaN },
  ];
  for (const changed of odd) monitor.sample("w1", sample([], changed), now);
  monitor.sample("w1", { ...sample([]), plans: null } as never, now);
  for (const nothing of [null, undefined, 0, "", false, [], "sample"])
    monitor.sample("w1", nothing as never, now);
  expect(monitor.workers.size).toBe(0);
  tell([
    ...([null, undefined, 0, "", false, [], {}] as never[]),
    load({ planId: "junk", downBytes: 1 }),
    load({ downBytes: -1 }),
    load({ upBytes: 0.5 }),
    load({ connections: Number.NaN }),
  ]);
  for (const minute of monitor.workers.get("w1")?.minutes.values() ?? [])
    expect(minute.plans.size).toBe(0);
  for (let count = 0; count < 2_000; count += 1) monitor.sample(`w${count}`, sample([]), now);
  expect(monitor.workers.size).toBe(1_000);
});
