import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type Customer, createSubAccount, startTraffic } from "../traffic/testing.ts";
import { whitelistModule } from "./module.ts";

const api = forTests(startTraffic);
const customer = forTests(() => api.customer(1));

const add = (who: Customer, ips: string, more: Record<string, string | number> = {}) =>
  who.call("addTrafficWhite", { ips, ...more });
const listed = async (who: Customer, search = "") =>
  (await who.call("trafficWhiteList", { search })).data;

test("An entry cannot be added without a sub-account", async () => {
  expect(await add(customer, "203.0.113.1")).toMatchObject({ code: 404 });
});

test("A batch adds the valid IPs and lists the refused ones in the requested language", async () => {
  await createSubAccount(customer, "White0001", { trafficGb: 0 });
  await createSubAccount(customer, "White0002", { main: 1 });
  const ips = "203.0.113.1, 2001:DB8::1,::ffff:203.0.113.2,114.114.114.114,10.0.0.0/8,x";
  const { data } = await add(customer, ips, { description: "office", lang: "de" });
  expect(data.added).toMatchObject([
    { ip: "203.0.113.1", account: "White0002", description: "office", expiresAt: null },
    { ip: "203.0.113.2" },
    { ip: "2001:db8::1" },
  ]);
  expect(
    data.refused.map((each: { ip: string; reason: string }) => [each.ip, each.reason]),
  ).toEqual([
    ["114.114.114.114", "mainlandChinaIp"],
    ["10.0.0.0/8", "badIp"],
    ["x", "badIp"],
  ]);
  expect(data.refused[0]?.msg).toMatch(/Festlandchina/);
  expect((await listed(customer)).total).toBe(3);
  expect((await listed(customer, "2001:")).total).toBe(1);
});

test("An IP address is listed once across all accounts; expiry frees it (spec/traffic-plan#whitelist)", async () => {
  const other = await api.customer(1);
  await createSubAccount(other, "White0003", { trafficGb: 0 });
  const taken = (await add(other, "203.0.113.1")).data;
  expect(taken).toMatchObject({ added: [], refused: [{ ip: "203.0.113.1", reason: "ipTaken" }] });
  const { data } = await add(other, "198.51.100.9", { days: 1, account: "white0003" });
  const dayOn = Date.parse(data.added[0]?.createdAt ?? "") + 86_400_000;
  expect(Date.parse(data.added[0]?.expiresAt ?? "")).toBe(dayOn);
  expect((await add(customer, "198.51.100.9")).data.refused).toHaveLength(1);
  api.services.world.setOffset(86_400_000);
  expect((await listed(other)).total).toBe(0);
  expect((await add(customer, "198.51.100.9")).data.added).toHaveLength(1);
  api.services.world.setOffset(0);
});

test("The job deletes expired entries", async () => {
  const other = await api.customer(1);
  await createSubAccount(other, "White0004", { trafficGb: 0 });
  await add(other, "198.51.100.77", { days: 1 });
  const rows = async () =>
    (await sql`select from whitelist_entry where account_id = ${other.id}`.execute(api.db)).rows;
  expect(await rows()).toHaveLength(1);
  api.services.world.setOffset(2 * 86_400_000);
  for (const job of whitelistModule.jobs ?? []) await job.run(api.services);
  api.services.world.setOffset(0);
  expect(await rows()).toHaveLength(0);
});

test("checkTrafficWhite considers only the caller's own account", async () => {
  const check = async (ip?: string) => (await customer.call("checkTrafficWhite", { ip })).data;
  expect(await check("::ffff:203.0.113.1")).toEqual({ ip: "203.0.113.1", whitelisted: true });
  expect(await check()).toEqual({ ip: "127.0.0.1", whitelisted: false });
  expect((await add(customer, "127.0.0.1")).data.added).toHaveLength(1);
  expect(await check()).toEqual({ ip: "127.0.0.1", whitelisted: true });
  const other = await api.customer(0);
  const theirs = await other.call("checkTrafficWhite", { ip: "203.0.113.1" });
  expect(theirs.data.whitelisted).toBe(false);
  expect(await customer.call("checkTrafficWhite", { ip: "1.2.3" })).toMatchObject({
    code: 400,
    data: { reason: "badIp" },
  });
});

test("Entries are deleted; one foreign or unknown id refuses the batch", async () => {
  const { items } = await listed(customer);
  const [first, second] = items.map((item: { id: string }) => item.id);
  const other = await api.customer(0);
  expect(await other.call("delTrafficWhite", { ids: first })).toMatchObject({
    code: 404,
    data: { reason: "whitelistEntryNotFound" },
  });
  expect(await customer.call("delTrafficWhite", { ids: `${first},junk` })).toMatchObject({
    code: 404,
  });
  const removed = await customer.call("delTrafficWhite", { ids: `${first},${second}` });
  expect(removed.data).toEqual({ deleted: 2 });
  expect((await listed(customer)).total).toBe(items.length - 2);
});

test("A deleted sub-account keeps no entries, even those added concurrently", async () => {
  const owner = await api.customer(0);
  for (let round = 0; round < 5; round++) {
    const name = `White1${round}gone`;
    const { id } = await createSubAccount(owner, name, { trafficGb: 0 });
    const adding = Array.from({ length: 10 }, (_, n) =>
      add(owner, `198.51.${100 + round}.${n}`, { account: name }),
    );
    const deleted = await owner.call("delSubUser", { ids: id });
    const answers = await Promise.all(adding);
    expect([deleted.code, answers.every(({ code }) => code === 0 || code === 404)]).toEqual([
      0,
      true,
    ]);
    expect((await listed(owner)).total).toBe(0);
  }
});

test("An entry expires after days or at a future time; giving both is refused", async () => {
  const other = await api.customer(1);
  await createSubAccount(other, "White0009", { trafficGb: 0 });
  const ends = "2099-05-04T03:02:01.007Z";
  const { data } = await add(other, "203.0.113.90", { expiresAt: ends });
  expect(data.added).toMatchObject([{ ip: "203.0.113.90", expiresAt: ends }]);
  for (const more of [{ expiresAt: "2001-01-01" }, { expiresAt: ends, days: 3 }])
    expect(await add(other, "203.0.113.91", more)).toMatchObject({
      code: 400,
      data: { field: "expiresAt" },
    });
});
