import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Customer, createSubAccount, startTraffic } from "../traffic/testing.ts";

const api = forTests(startTraffic);

let made = 0;
/** Returns `count` addresses that no one has whitelisted. */
function addresses(count: number): string {
  const from = made;
  made += count;
  const of = (n: number) => `198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`;
  return Array.from({ length: count }, (_, n) => of(from + n)).join();
}
async function owner() {
  const who = await api.customer(0);
  await createSubAccount(who, `Whitecap${++made}`, { trafficGb: 0 });
  return who;
}
const add = (who: Customer, count: number, more: Record<string, string | number> = {}) =>
  who.call("addTrafficWhite", { ips: addresses(count), ...more });
async function rows(who: Customer): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from whitelist_entry
    where account_id = ${who.id}`.execute(api.db);
  return found[0]?.count ?? 0;
}
const tooMany = { code: 409, data: { reason: "tooMany", limit: 1_000 } };

test("An account has at most 1,000 entries: those that fit are added, the others listed as refused", async () => {
  const who = await owner();
  for (let hundreds = 0; hundreds < 9; hundreds++) await add(who, 100);
  const answers = await Promise.all(Array.from({ length: 50 }, () => add(who, 30)));
  expect(await rows(who)).toBe(1_000);
  const taken = answers.flatMap(({ code, data }) => (code === 0 ? data.added : []));
  expect(taken).toHaveLength(100);
  const part = answers.find(({ code, data }) => code === 0 && data.refused.length > 0);
  const reasons = part?.data.refused.map(({ reason }) => reason);
  expect(new Set(reasons)).toEqual(new Set(["tooMany"]));
  const none = answers.filter(({ code }) => code !== 0);
  for (const one of none) expect(one).toMatchObject(tooMany);
  expect(await add(who, 1)).toMatchObject(tooMany);
  const { data } = await who.call("trafficWhiteList", { limit: 3 });
  await who.call("delTrafficWhite", { ids: data.items.map(({ id }) => id).join() });
  expect((await add(who, 5)).data.added).toHaveLength(3);
});

test("Expired entries do not count towards the limit, nor do IPs that are already listed", async () => {
  const who = await owner();
  for (let part = 0; part < 5; part++) await add(who, 199, { days: 1 });
  const { data } = await who.call("trafficWhiteList", { limit: 100 });
  const standing = data.items.map(({ ip }) => ip).join();
  const mixed = await who.call("addTrafficWhite", { ips: `${standing},${addresses(8)}` });
  expect(mixed.data.added).toHaveLength(5);
  const why = mixed.data.refused.map(({ reason }) => reason);
  expect(why.filter((reason) => reason === "ipTaken")).toHaveLength(100);
  expect(why.filter((reason) => reason === "tooMany")).toHaveLength(3);
  api.services.world.setOffset(86_400_000);
  expect((await add(who, 200)).data.added).toHaveLength(200);
  api.services.world.setOffset(0);
});
