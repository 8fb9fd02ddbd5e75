import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { LiveLoad } from "./load.ts";

let now: number;
let load: LiveLoad;
beforeEach(() => {
  now = 10_000;
  load = new LiveLoad(() => now);
});

const carry = (bytes: number, subAccountId = "s1", accountId = "a1") =>
  load.addBytes([{ accountId, subAccountId, bytes }]);
const census = (peer: number, connections: number, subAccountId = "s1", accountId = "a1") =>
  load.recordCensus(peer, { open: [{ accountId, subAccountId, connections }] });

test("Bytes per second are the mean of the last two complete seconds", () => {
  carry(1_000);
  now += 250;
  carry(3_000);
  expect(load.of("a1").size).toBe(0);
  now = 11_020;
  expect(load.of("a1").get("s1")).toEqual({ bytesPerSecond: 2_000, connections: 0 });
  carry(2_000);
  now = 12_020;
  expect(load.of("a1").get("s1")?.bytesPerSecond).toBe(3_000);
  now = 13_020;
  expect(load.of("a1").get("s1")?.bytesPerSecond).toBe(1_000);
  now = 14_020;
  expect(load.of("a1").size).toBe(0);
});

test("An account sees only its own sub-accounts", () => {
  carry(500, "s1", "a1");
  carry(700, "s2", "a1");
  carry(900, "s3", "a2");
  census(1, 4, "s3", "a2");
  now += 1_000;
  expect([...load.of("a1").keys()].sort()).toEqual(["s1", "s2"]);
  expect([...load.of("a2")]).toEqual([["s3", { bytesPerSecond: 450, connections: 4 }]]);
});

test("Connections are the sum of all gateways' last census", () => {
  census(1, 2);
  census(2, 5);
  expect(load.of("a1").get("s1")?.connections).toBe(7);
  census(1, 1);
  expect(load.of("a1").get("s1")?.connections).toBe(6);
  load.recordCensus(1, { open: [] });
  expect(load.of("a1").get("s1")?.connections).toBe(5);
});

test("A gateway that left, or was silent for 5 s, is not counted", () => {
  census(1, 2);
  census(2, 5);
  load.removeGateway(1);
  expect(load.of("a1").get("s1")?.connections).toBe(5);
  now += 5_000;
  expect(load.of("a1").get("s1")?.connections).toBe(5);
  now += 1;
  expect(load.of("a1").size).toBe(0);
});

test("Invalid numbers in a census are ignored", () => {
  for (const wrong of [-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) census(1, wrong);
  expect(load.of("a1").size).toBe(0);
});

test("The next reading is due shortly after the next second begins", () => {
  now = 10_400.5;
  expect(load.untilNext()).toBeCloseTo(619.5);
});

test("Of a census whose last part never comes nothing is kept but its counts", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const rows: WeakRef<object>[] = [];
  for (let part = 0; part < 60; part += 1) {
    const row = { accountId: "a1", subAccountId: "s1", connections: 1, more: "x" };
    rows.push(new WeakRef(row));
    load.recordCensus(1, { open: [row], part, more: true });
  }
  await expect
    .poll(() => {
      collect();
      return rows.filter((row) => row.deref() !== undefined).length;
    })
    // The engine may still have the last one on its stack.
    .toBeLessThanOrEqual(1);
});
