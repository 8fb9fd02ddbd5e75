import { familiarTriesMax } from "@turnpike/rules/admission.ts";
import { expect, test } from "vitest";
import { FailedAttempts, type LoginAttempt } from "./failed-attempts.ts";
import { Turns } from "./turns.ts";

const trier = (address: string, name: string, tag = "right", listener?: string): LoginAttempt => ({
  address,
  name,
  listener,
  tag,
});
/** Tries this many different wrong passwords. */
const fail = (table: FailedAttempts, who: LoginAttempt, times: number, from = 0) => {
  for (let each = from; each < from + times; each += 1)
    table.recordFailure({ ...who, tag: `wrong${each}` });
};
const isBlocked = (table: FailedAttempts, who: LoginAttempt) => table.standing(who).blocked;
const alice = trier("127.0.0.1", "alice1");

test("A client/name pair is blocked after 10 wrong passwords counted across workers; other pairs are not (spec/gateway#failed-tries)", async () => {
  const [here, there] = [new FailedAttempts(), new FailedAttempts()];
  here.onUpdate = (news) => there.applyUpdate(news);
  there.onUpdate = (news) => here.applyUpdate(news);
  fail(here, alice, 5);
  fail(there, alice, 5, 5);
  await expect.poll(() => [isBlocked(here, alice), isBlocked(there, alice)]).toEqual([true, true]);
  expect(isBlocked(here, trier("127.0.0.2", "alice1"))).toBe(false);
  expect(isBlocked(here, trier("127.0.0.1", "bobby1"))).toBe(false);
  expect(isBlocked(here, trier("127.0.0.1", "alice1", "right", "exit-1"))).toBe(false);
});

test("The same wrong password counts once, at all workers together", async () => {
  const workers = [new FailedAttempts(), new FailedAttempts(), new FailedAttempts()];
  for (const worker of workers)
    worker.onUpdate = (news) => {
      for (const other of workers) if (other !== worker) other.applyUpdate(news);
    };
  for (const worker of workers) for (let each = 0; each < 500; each += 1) fail(worker, alice, 5);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(workers.map((worker) => isBlocked(worker, alice))).toEqual([false, false, false]);
  fail(workers[0] as FailedAttempts, alice, 5, 5);
  expect(isBlocked(workers[0] as FailedAttempts, alice)).toBe(true);
});

test("Blocked, a new password waits for a turn; one that was wrong before needs none", async () => {
  const table = new FailedAttempts();
  fail(table, alice, 10);
  const { blocked, turn } = table.standing(alice);
  expect(blocked).toBe(true);
  expect(turn).not.toBeNull();
  expect(table.standing({ ...alice, tag: "wrong3" })).toEqual({ blocked: true, turn: null });
  const turns = new Turns(60);
  const key = turn ?? "";
  const began = performance.now();
  await turns.next(key, "guess1");
  expect(performance.now() - began).toBeLessThan(40);
  const wait = turns.next(key, "right");
  expect(turns.next(key, "right")).toBe(wait);
  expect(turns.next(key, "guess2")).toBeNull();
  await wait;
  expect(performance.now() - began).toBeGreaterThan(55);
});

test("Where a name logged in, its passwords are compared despite a block, up to a bound", () => {
  const table = new FailedAttempts();
  table.recordSuccess(alice);
  fail(table, alice, familiarTriesMax - 1);
  expect(table.standing(alice)).toEqual({ blocked: true, turn: null });
  fail(table, alice, 1, familiarTriesMax);
  expect(table.standing(alice).turn).not.toBeNull();
});

test("A name that is guessed from everywhere is blocked only where it did not log in", () => {
  const table = new FailedAttempts();
  const home = trier("198.51.100.1", "alice1");
  table.recordSuccess(home);
  for (let each = 0; each < 60; each += 1) fail(table, trier(`203.0.113.${each}`, "alice1"), 9);
  expect(isBlocked(table, home)).toBe(false);
  expect(table.standing(trier("198.51.100.2", "alice1")).turn).toBe("name  alice1");
  expect(isBlocked(table, trier("198.51.100.2", "bobby1"))).toBe(false);
});

test("All addresses of an IPv6 /64 count as one client, those of another /64 do not", () => {
  const table = new FailedAttempts();
  for (let each = 1; each <= 10; each += 1)
    table.recordFailure(trier(`2001:db8::${each}`, "alice1", `wrong${each}`));
  expect(isBlocked(table, trier("2001:db8::ffff:1", "alice1"))).toBe(true);
  expect(isBlocked(table, trier("2001:db8:0:1::1", "alice1"))).toBe(false);
});

test("A /64 that tries 5,000 names is blocked, except for names that logged in from there", async () => {
  const [table, other] = [new FailedAttempts(), new FailedAttempts()];
  table.onUpdate = (news) => other.applyUpdate(news);
  const at = (each: number) => `2001:db8::${each.toString(16)}`;
  table.recordSuccess(trier(at(1), "honest"));
  let looked = 0;
  for (let each = 0; each < 5_000; each += 1) {
    const who = trier(at(each), `guess${each}`);
    if (isBlocked(table, who)) continue;
    looked += 1;
    table.recordFailure(who);
  }
  expect(looked).toBe(100);
  await expect.poll(() => [table.blockedNetworks, other.blockedNetworks]).toEqual([1, 1]);
  for (const worker of [table, other]) {
    expect(isBlocked(worker, trier(at(9), "newone"))).toBe(true);
    expect(isBlocked(worker, trier(at(9), "honest"))).toBe(false);
    expect(isBlocked(worker, trier("198.18.0.1", "guess1"))).toBe(false);
  }
});

test("A flood from 200,000 networks ends no block; tables are bounded by dropping old counts", () => {
  const table = new FailedAttempts();
  fail(table, alice, 10);
  table.recordSuccess(trier("127.0.0.7", "honest"));
  // One failure before the block of a pair, and of a network.
  const almost = trier("127.0.0.3", "carol1");
  fail(table, almost, 9);
  const network = (name: string) => trier("127.0.0.4", name);
  for (let each = 0; each < 99; each += 1) table.recordFailure(network(`name${each}`));
  for (let each = 0; each < 200_000; each += 1) {
    const address = `198.${18 + (each >> 16)}.${(each >> 8) & 255}.${each & 255}`;
    table.recordFailure(trier(address, `guess${each}`));
  }
  expect(isBlocked(table, alice)).toBe(true);
  table.recordFailure(almost);
  table.recordFailure(network("last"));
  expect([isBlocked(table, almost), table.blockedNetworks]).toEqual([false, 0]);
  // A name that logged in before the flood is still exempt from its network's block.
  for (let each = 0; each < 100; each += 1) table.recordFailure(trier("127.0.0.7", `x${each}`));
  expect(isBlocked(table, trier("127.0.0.7", "other1"))).toBe(true);
  expect(isBlocked(table, trier("127.0.0.7", "honest"))).toBe(false);
});

test("Updates to other workers are bounded, however many attempts there are", async () => {
  const table = new FailedAttempts();
  const sizes: number[] = [];
  table.onUpdate = ({ pairs, successes }) => {
    sizes.push(pairs.length, successes.length);
  };
  for (let each = 0; each < 30_000; each += 1) {
    const who = trier(`198.18.${each >> 8}.${each & 255}`, `guess${each}`);
    table.recordFailure(who);
    table.recordSuccess(who);
  }
  await expect.poll(() => sizes.length).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBe(1_000);
});
