import { expect, test } from "vitest";
import { type LoginAttempt, FailedAttempts } from "./failed-attempts.ts";

const trier = (address: string, name: string, listener?: string): LoginAttempt => ({
  address,
  name,
  listener,
});
const fail = (table: FailedAttempts, who: LoginAttempt, times: number) => {
  for (let each = 0; each < times; each += 1) table.recordFailure(who);
};
const alice = trier("127.0.0.1", "alice1");

test("A client/name pair is blocked after 10 failures counted across workers; other pairs are not", async () => {
  const [here, there] = [new FailedAttempts(), new FailedAttempts()];
  here.onUpdate = (news) => there.applyUpdate(news);
  there.onUpdate = (news) => here.applyUpdate(news);
  fail(here, alice, 5);
  fail(there, alice, 5);
  await expect.poll(() => [here.isBlocked(alice), there.isBlocked(alice)]).toEqual([true, true]);
  expect(here.isBlocked(trier("127.0.0.2", "alice1"))).toBe(false);
  expect(here.isBlocked(trier("127.0.0.1", "bobby1"))).toBe(false);
  expect(here.isBlocked(trier("127.0.0.1", "alice1", "exit-1"))).toBe(false);
});

test("All addresses of an IPv6 /64 count as one client, those of another /64 do not", () => {
  const table = new FailedAttempts();
  for (let each = 1; each <= 10; each += 1)
    table.recordFailure(trier(`2001:db8::${each}`, "alice1"));
  expect(table.isBlocked(trier("2001:db8::ffff:1", "alice1"))).toBe(true);
  expect(table.isBlocked(trier("2001:db8:0:1::1", "alice1"))).toBe(false);
});

test("A /64 that tries 5,000 names is blocked, except for names that logged in from there", async () => {
  const [table, other] = [new FailedAttempts(), new FailedAttempts()];
  table.onUpdate = (news) => other.applyUpdate(news);
  const at = (each: number) => `2001:db8::${each.toString(16)}`;
  table.recordSuccess(trier(at(1), "honest"));
  let looked = 0;
  for (let each = 0; each < 5_000; each += 1) {
    const who = trier(at(each), `guess${each}`);
    if (table.isBlocked(who)) continue;
    looked += 1;
    table.recordFailure(who);
  }
  expect(looked).toBe(100);
  await expect.poll(() => [table.blockedNetworks, other.blockedNetworks]).toEqual([1, 1]);
  for (const worker of [table, other]) {
    expect(worker.isBlocked(trier(at(9), "newone"))).toBe(true);
    expect(worker.isBlocked(trier(at(9), "honest"))).toBe(false);
    expect(worker.isBlocked(trier("198.18.0.1", "guess1"))).toBe(false);
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
  expect(table.isBlocked(alice)).toBe(true);
  table.recordFailure(almost);
  table.recordFailure(network("last"));
  expect([table.isBlocked(almost), table.blockedNetworks]).toEqual([false, 0]);
  // A name that logged in before the flood is still exempt from its network's block.
  for (let each = 0; each < 100; each += 1) table.recordFailure(trier("127.0.0.7", `x${each}`));
  expect(table.isBlocked(trier("127.0.0.7", "other1"))).toBe(true);
  expect(table.isBlocked(trier("127.0.0.7", "honest"))).toBe(false);
});

test("Updates to other workers are bounded, however many attempts there are", async () => {
  const table = new FailedAttempts();
  const sizes: number[] = [];
  table.onUpdate = ({ pairs, networks, successes }) => {
    sizes.push(pairs.length, networks.length, successes.length);
  };
  for (let each = 0; each < 30_000; each += 1) {
    const who = trier(`198.18.${each >> 8}.${each & 255}`, `guess${each}`);
    table.recordFailure(who);
    table.recordSuccess(who);
  }
  await expect.poll(() => sizes.length).toBeGreaterThan(0);
  expect(Math.max(...sizes)).toBe(1_000);
});
