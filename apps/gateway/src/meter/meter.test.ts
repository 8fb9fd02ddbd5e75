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

test("Bytes of one lease, hour, domain and place are one row, until they are collected", () => {
  meter.counter("l1", booking).row.upBytes += 10;
  meter.counter("l1", booking).row.upBytes += 5;
  meter.counter("l2", booking).row.downBytes += 7;
  const sums = meter
    .collect()
    .map(({ leaseId, upBytes, downBytes }) => [leaseId, upBytes, downBytes]);
  expect(sums).toEqual([
    ["l1", 15, 0],
    ["l2", 0, 7],
  ]);
  expect(meter.collect()).toEqual([]);
});

test("Of what has no lease each holder has rows of its own", () => {
  meter.counter("", booking).row.upBytes += 10;
  meter.counter("", { ...booking, subAccountId: "s2" }).row.upBytes += 5;
  const rows = meter.collect().map(({ subAccountId, upBytes }) => [subAccountId, upBytes]);
  expect(rows).toEqual([
    ["s", 10],
    ["s2", 5],
  ]);
});

test("A clock that goes on or back an hour: every byte in one row, in the hour it then was (M9)", () => {
  for (const jump of [0, hourMs, -2 * hourMs, hourMs]) {
    now += jump;
    meter.counter("l1", booking).row.upBytes += 1;
  }
  const rows = meter.collect().map(({ hour, upBytes }) => [hour / hourMs, upBytes]);
  expect(rows).toEqual([
    [500, 2],
    [501, 1],
    [499, 1],
  ]);
});
