import { connectBucket } from "@turnpike/rules/usage.ts";
import { beforeEach, expect, test } from "vitest";
import { type UsageKey, Meter } from "./meter.ts";

const hourMs = 3_600_000;
const booking: UsageKey = {
  accountId: "a",
  subAccountId: "s",
  product: "traffic",
  domain: "example.com",
  country: "DE",
  city: "berlin",
};
let now: number;
let meter: Meter;
beforeEach(() => {
  now = 500 * hourMs + 1;
  meter = new Meter(() => now);
});

test("Bytes of one lease, hour, domain and place share one row until they are collected", () => {
  meter.counter("l1", booking).row.upBytes += 10;
  meter.counter("l1", booking).row.upBytes += 5;
  meter.counter("l2", booking).row.downBytes += 7;
  const sums = meter
    .collect()
    .usage.map(({ leaseId, upBytes, downBytes }) => [leaseId, upBytes, downBytes]);
  expect(sums).toEqual([
    ["l1", 15, 0],
    ["l2", 0, 7],
  ]);
  expect(meter.collect().usage).toEqual([]);
});

test("Whatever differs makes another row, however the rows take turns", () => {
  const others: Partial<UsageKey>[] = [
    {},
    { domain: "example.net" },
    { country: "FR" },
    { city: "bonn" },
    { subAccountId: "s2" },
  ];
  for (let round = 0; round < 3; round += 1) {
    for (const other of others) meter.counter("l1", { ...booking, ...other }).row.upBytes += 1;
  }
  const { usage } = meter.collect();
  expect(usage.map(({ upBytes }) => upBytes)).toEqual([3, 3, 3, 3, 3]);
  expect(usage).toMatchObject(others);
  meter.counter("l1", booking).row.upBytes += 1;
  expect(meter.collect().usage).toMatchObject([{ upBytes: 1 }]);
});

test("Without a lease each holder has its own rows", () => {
  meter.counter("", booking).row.upBytes += 10;
  meter.counter("", { ...booking, subAccountId: "s2" }).row.upBytes += 5;
  const rows = meter.collect().usage.map(({ subAccountId, upBytes }) => [subAccountId, upBytes]);
  expect(rows).toEqual([
    ["s", 10],
    ["s2", 5],
  ]);
});

test("When the clock jumps an hour ahead or back, each byte is counted once, in the current hour (M9)", () => {
  for (const jump of [0, hourMs, -2 * hourMs, hourMs]) {
    now += jump;
    meter.counter("l1", booking).row.upBytes += 1;
  }
  const rows = meter.collect().usage.map(({ hour, upBytes }) => [hour / hourMs, upBytes]);
  expect(rows).toEqual([
    [500, 2],
    [501, 1],
    [499, 1],
  ]);
});

test("Request outcomes are counted by holder, hour, domain and place, with reasons and connect times", () => {
  const { accountId: _accountId, ...place } = booking;
  const fine = { ...booking, outcome: "ok", reason: "", connectMs: 30 } as const;
  const early = { ...booking, domain: "", country: "", city: "", connectMs: null } as const;
  meter.countOutcome(fine);
  meter.countOutcome({ ...fine, connectMs: 31 });
  meter.countOutcome({ ...fine, outcome: "cut", reason: "dayLimit", connectMs: null });
  meter.countOutcome({ ...early, outcome: "refused", reason: "credentials" });
  const [to, refused] = meter.collect().outcomes;
  expect(to).toMatchObject({ ...place, hour: 500 * hourMs, outcomes: { ok: 2, cut: 1 } });
  expect(to?.reasons).toEqual({ "cut:dayLimit": 1 });
  expect(to?.connects[connectBucket(30)]).toBe(2);
  expect(refused).toMatchObject({ domain: "", outcomes: { refused: 1 }, connects: [] });
  expect(meter.collect().outcomes).toEqual([]);
});

const refuse = (domain: string, accountId: string) =>
  meter.countOutcome({
    ...booking,
    accountId,
    subAccountId: accountId,
    domain,
    connectMs: null,
    outcome: "refused",
    reason: "targetBlocked",
  });

test("Refusals for many hosts share a limited number of rows", () => {
  for (let n = 0; n < 6_000; n += 1) refuse(`d${n}.test`, `a${n % 6}`);
  const rows = meter.collect().outcomes;
  expect(rows).toHaveLength(5_006);
  expect(rows.reduce((sum, { outcomes }) => sum + (outcomes.refused ?? 0), 0)).toBe(6_000);
});

test("An account whose requests to ever new targets are refused has a bounded number of rows", () => {
  const collect = () => {
    const { outcomes } = meter.collect();
    const others = outcomes.find(({ domain }) => domain === "(other)");
    return [outcomes.length, others?.outcomes.refused ?? 0];
  };
  for (let n = 0; n < 4_000; n += 1) refuse(`d${n}.test`, "a");
  refuse("d5000.test", "b");
  expect(collect()).toEqual([1_002, 3_000]);
  for (let n = 4_000; n < 8_000; n += 1) refuse(`d${n}.test`, "a");
  expect(collect()).toEqual([1_001, 3_000]);
  for (let n = 8_000; n < 12_000; n += 1) refuse(`d${n}.test`, "a");
  expect(collect()).toEqual([1, 4_000]);
});

test("An account with ever new targets has a bounded number of rows, whose bytes are complete", () => {
  const count = (from: number, targets: number, accountId = "a") => {
    for (let at = from; at < from + targets; at += 1) {
      const key = { ...booking, accountId, subAccountId: accountId, domain: `d${at}.example` };
      const counter = meter.counter("l1", key);
      counter.row.upBytes += 1;
      meter.countOutcome({ ...key, outcome: "ok", reason: "", connectMs: 1 }, counter);
    }
  };
  const collect = () => {
    const { usage, outcomes } = meter.collect();
    const of = (id: string) => usage.filter(({ accountId }) => accountId === id);
    const others = of("a").filter(({ domain }) => domain === "(other)");
    return [of("a").length, others[0]?.upBytes ?? 0, of("b").length, outcomes.length];
  };
  count(0, 5_000);
  count(0, 50, "b");
  expect(collect()).toEqual([1_001, 4_000, 50, 1_051]);
  // Further targets of the hour, then those that are known.
  count(5_000, 5_000);
  expect(collect()).toEqual([1_001, 4_000, 0, 1_001]);
  count(20_000, 500);
  expect(collect()).toEqual([1, 500, 0, 1]);
  count(0, 100);
  expect(collect()).toEqual([100, 0, 0, 100]);
  now += hourMs;
  count(30_000, 500);
  expect(collect()).toEqual([500, 0, 0, 500]);
});
