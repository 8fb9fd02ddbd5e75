/** No byte of one pool pays for another (spec/traffic-plan#pools). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { seeded } from "@turnpike/net/testing/random.ts";
import { assetOfPool } from "@turnpike/rules/traffic-pool.ts";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { postUsage } from "../lease/post-usage.ts";
import { pools, startPools, type TestPools } from "./pool-testing.ts";
import { type Customer, createSubAccount, GB } from "./testing.ts";

const shop = forTests(startPools);
let api: TestPools["api"];
beforeAll(() => {
  api = shop.api;
}, 60_000);

const operate = (...words: string[]) => shop.operate(...words);
const skuOf = (pool: string) => (pool === "residential" ? "traffic-standard" : `sold-${pool}`);
const buyer = (cents?: number) => shop.buyer(cents);
const buy = async (customer: Customer, pool: string, quantity: number) =>
  (await shop.buy(customer, skuOf(pool), quantity)).orderNo;
const held = (customer: Customer) => shop.held(customer);
const carry: TestPools["carry"] = (...of) => shop.carry(...of);

test("A product names a pool that exists; its traffic is in that pool alone", async () => {
  const wrong = await shop.sell("x-nowhere", "nowhere");
  expect([wrong.code, wrong.said.field ?? wrong.said.error]).toEqual([1, "pool"]);
  const customer = await buyer();
  await buy(customer, "mobile", 3);
  expect(await held(customer)).toEqual({ residential: 0, mobile: 3 * GB, budget: 0 });
  const { data } = await customer.call("member", { lang: "de" });
  expect(data).toMatchObject({ trafficBytes: 0 });
  expect(data.trafficPools[1]).toEqual({ pool: "mobile", title: "The mobile pool", bytes: 3 * GB });
  const info = (await customer.call("trafficInfo")).data;
  expect(info).toMatchObject({ balanceBytes: 0 });
  expect(info.pools.map(({ pool, balanceBytes }) => [pool, balanceBytes])).toEqual([
    ["residential", 0],
    ["mobile", 3 * GB],
    ["budget", 0],
  ]);
  const { items } = (await customer.call("ledger", { asset: "traffic:mobile" })).data;
  expect(items).toMatchObject([{ amount: 3 * GB, kind: "order" }]);
});

test("A sub-account is of one pool for good, with a main one for each", async () => {
  const customer = await buyer();
  await buy(customer, "mobile", 2);
  const refused = await customer.call("addSubUser", {
    account: "Nowhere1",
    password: "secret77",
    trafficGb: 0,
    pool: "nowhere",
  });
  expect(refused.data).toMatchObject({ reason: "badField" });
  const short = await customer.call("addSubUser", {
    account: "Home0001",
    password: "secret77",
    trafficGb: 1,
  });
  expect(short.data).toMatchObject({ reason: "insufficientTraffic" });
  const main = await createSubAccount(customer, "Main0001", { main: 1 });
  const mobile = await createSubAccount(customer, "Main0002", { main: 1, pool: "mobile" });
  expect([main.pool, mobile.pool]).toEqual(["residential", "mobile"]);
  expect([main.availableBytes, mobile.availableBytes]).toEqual([0, 2 * GB]);
  const second = await createSubAccount(customer, "Other001", { trafficGb: 1, pool: "mobile" });
  const found = (await customer.call("subUsers", { pool: "mobile" })).data;
  expect(found.items.map(({ account }) => account).sort()).toEqual(["Main0002", "Other001"]);
  await customer.call("upSubUserLevel", { id: second.id });
  const { items } = (await customer.call("subUsers")).data;
  expect(
    items
      .filter((one) => one.main)
      .map(({ account }) => account)
      .sort(),
  ).toEqual(["Main0001", "Other001"]);
  // A gateway of the release before would serve it by exits of the first pool.
  const old = await shop.link.ask("lease", {
    gateway: "g1",
    epoch: "e1",
    subAccountId: second.id,
    wantedBytes: 1_000,
  });
  expect(old).toEqual({ refused: "insufficientTraffic" });
  expect(await carry(customer.id, second.id, 1_000)).toBe(1_000);
});

test("Usage is split by pool, to the byte, with the pools' titles (spec/traffic-plan#usage)", async () => {
  const customer = await buyer();
  await buy(customer, "residential", 1);
  await buy(customer, "mobile", 1);
  const home = await createSubAccount(customer, "Split001", { main: 1 });
  const first = await createSubAccount(customer, "Split002", { main: 1, pool: "mobile" });
  const second = await createSubAccount(customer, "Split003", { trafficGb: 0.5, pool: "mobile" });
  await carry(customer.id, home.id, 3_001);
  await carry(customer.id, first.id, 5_000);
  await carry(customer.id, second.id, 7_000);
  const { top, series, totals } = (await customer.call("usage", { by: "pool" })).data;
  expect(top.map(({ key, label, bytes }) => [key, label, bytes])).toEqual([
    ["mobile", "The mobile pool", 12_000],
    ["residential", "Residential", 3_001],
  ]);
  expect(series.map(({ key, bytes }) => [key, bytes])).toEqual([
    ["mobile", 12_000],
    ["residential", 3_001],
  ]);
  expect(totals.bytes).toBe(15_001);
  const one = (await customer.call("usage", { by: "pool", account: "Split003" })).data;
  expect(one.top.map(({ key, bytes }) => [key, bytes])).toEqual([["mobile", 7_000]]);
});

test("CDKeys are of one pool", async () => {
  const customer = await buyer();
  await customer.call("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
  await buy(customer, "budget", 5);
  const make = { kind: "traffic", amount: 2, count: 1 };
  expect((await customer.call("cdkeyMake", make)).data).toMatchObject({
    reason: "insufficientTraffic",
  });
  const made = (await customer.call("cdkeyMake", { ...make, pool: "budget" })).data.items;
  expect(made).toMatchObject([{ kind: "traffic", pool: "budget", amount: 2 }]);
  const other = await api.customer();
  const used = (await other.call("cdkeyUse", { code: made[0]?.code ?? "" })).data;
  expect(used).toEqual({ kind: "traffic", amount: 2, pool: "budget" });
  expect([await held(customer), await held(other)]).toMatchObject([
    { residential: 0, budget: 3 * GB },
    { residential: 0, budget: 2 * GB },
  ]);
  await customer.call("cdkeyMake", { ...make, pool: "budget" });
  await operate("cdkeys", "void", "--maker", await shop.emailOf(customer));
  expect(await held(customer)).toMatchObject({ budget: 3 * GB });
  expect(await verifyAccounting(api.db)).toMatchObject({ ok: true, difference: null });
});

test("Statistics, forecasts and the cheapest plan tell the pools apart", async () => {
  const customer = await buyer();
  await buy(customer, "mobile", 3);
  await buy(customer, "residential", 10);
  const name = "Phones01";
  const phones = await createSubAccount(customer, name, { main: 1, pool: "mobile" });
  const homes = await createSubAccount(customer, "Homes001", { main: 1 });
  const ofPhones = await carry(customer.id, phones.id, GB);
  const ofHomes = await carry(customer.id, homes.id, 2 * GB);
  await postUsage(api.services);
  const used = async (question: { pool?: string; account?: string }) => {
    const { items } = (await customer.call("trafficStatis", question)).data;
    return items.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  const of = ["mobile", "residential", "budget"].map((pool) => used({ pool }));
  expect(await Promise.all([used({}), ...of])).toEqual([ofPhones + ofHomes, ofPhones, ofHomes, 0]);
  expect(ofPhones).toBeGreaterThan(0);
  expect(await used({ pool: "mobile", account: name })).toBe(ofPhones);
  const other = await customer.call("trafficStatis", { pool: "budget", account: name });
  expect(other.data).toMatchObject({ reason: "subAccountNotFound" });
  const hosts = (await customer.call("trafficStatisDomain", { pool: "mobile" })).data.items;
  expect(hosts.map(({ bytes }) => bytes)).toEqual([ofPhones]);
  const nowhere = await customer.call("trafficStatisDomain", { pool: "nowhere" });
  expect(nowhere.data).toMatchObject({ reason: "badField", field: "pool" });
  const { traffic, pools: others } = (await customer.call("forecast")).data;
  expect([traffic.leftBytes, traffic.todayBytes]).toEqual([10 * GB - ofHomes, ofHomes]);
  const leftBytes = 3 * GB - ofPhones;
  expect(others).toMatchObject([{ pool: "mobile", leftBytes, todayBytes: ofPhones }]);
  const { plans } = (await customer.call("cheapestPlan")).data;
  const sold = plans.filter(({ kind }) => kind === "traffic").map(({ pool }) => pool);
  expect(new Set(sold)).toEqual(new Set(["budget", "mobile", "residential"]));
});

/** Closes an account as its owner does: with the password and a mailed code. */
async function close(customer: Customer): Promise<void> {
  const email = await shop.emailOf(customer);
  await customer.call("mailCode", { scene: "cancel", email });
  const answer = await fetch(`${api.url}/lab/mails?to=${encodeURIComponent(email)}`);
  const mails = (await answer.json()) as { text: string }[];
  const code = mails.map(({ text }) => /^\s*(\d{6})\s*$/m.exec(text)?.[1]).find(Boolean) ?? "";
  const fields = { password: "Passw0rd!x", confirm: 1, code };
  expect((await customer.call("cancel", fields)).code).toBe(0);
}

test("Random purchases, uses, allotments, refunds, deletions and closures leave each pool with its own bytes (B3)", async () => {
  const random = seeded(45).next;
  const below = (count: number) => Math.floor(random() * count);
  let opened = 0;
  /** A customer with 2 GB and a main sub-account of each pool. */
  const open = async () => {
    const customer = await buyer(100_000_000);
    const state = {
      customer,
      left: {} as Record<string, number>,
      orders: [] as { orderNo: string; pool: string }[],
      subs: [] as { pool: string; id: string; main?: boolean }[],
    };
    for (const pool of pools) {
      opened += 1;
      const { id } = await createSubAccount(customer, `Random${opened}x`, { main: 1, pool });
      state.subs.push({ pool, id, main: true });
      state.orders.push({ orderNo: await buy(customer, pool, 2), pool });
      state.left[pool] = 2 * GB;
    }
    return state;
  };
  const states = await Promise.all([1, 2, 3].map(open));
  let [unbilled, closed] = [0, 0];
  const steps = sized(40, 1_000);
  for (let step = 0; step < steps; step += 1) {
    const at = below(states.length);
    const state = states[at] as (typeof states)[number];
    const pool = pools[below(pools.length)] as string;
    const { customer, left, orders, subs } = state;
    const act = below(29) / 4;
    if (act === 7 || step === steps / 2) {
      // What is left in each pool is forfeited there, and nobody else's balance changes.
      await close(customer);
      closed += 1;
      states[at] = await open();
      continue;
    }
    if (act < 1) {
      const quantity = 1 + below(3);
      orders.push({ orderNo: await buy(customer, pool, quantity), pool });
      left[pool] = (left[pool] ?? 0) + quantity * GB;
    } else if (act < 4) {
      const own = subs.filter((sub) => sub.pool === pool);
      const sub = own[below(own.length)] as (typeof subs)[number];
      const bytes = await carry(customer.id, sub.id, 1 + below(GB), below(2) * below(1_000));
      const now = (await held(customer))[pool] ?? 0;
      // Bytes beyond a lease are billed as far as the pool has them.
      unbilled += Math.max(0, bytes - ((left[pool] ?? 0) - now));
      left[pool] = now;
    } else if (act < 5) {
      const name = `Rnd${step}x${at}xx`;
      const made = await customer.call("addSubUser", {
        account: name,
        password: "secret77",
        trafficGb: below(2),
        pool,
      });
      if (made.code === 0) subs.push({ pool, id: made.data.id });
    } else if (act < 6) {
      const order = orders.splice(below(orders.length), 1)[0];
      if (order === undefined) continue;
      const { said } = await operate("refund", order.orderNo);
      left[order.pool] = (left[order.pool] ?? 0) - (said.taken ?? 0);
    } else {
      const gone = subs.find((sub) => !sub.main && sub.pool === pool);
      if (gone === undefined) continue;
      await customer.call("delSubUser", { ids: gone.id });
      subs.splice(subs.indexOf(gone), 1);
    }
    expect(await held(customer)).toEqual(left);
  }
  await postUsage(api.services);
  expect(unbilled).toBe(0);
  expect(closed).toBeGreaterThan(0);
  const { rows: kept } = await sql<{ id: string }>`
    select a.id from ledger_account a join account c on c.id = a.owner
    where c.closed_at is not null and a.balance <> 0`.execute(api.db);
  expect(kept).toEqual([]);
  for (const { customer, left } of states) expect(await held(customer)).toEqual(left);
  // Billed is what was carried, pool by pool.
  const { rows } = await sql<{ asset: string; billed: number; pool: string; used: number }>`
    select b.asset, b.billed, s.pool, s.used from (
      select a.asset, sum(p.amount)::bigint as billed from ledger_posting p
      join ledger_account a on a.id = p.account_id
      where a.owner is null and a.bucket = 'usage' group by 1) b
    join (select pool, sum(used_bytes)::bigint as used from sub_account group by 1) s
      on b.asset = case when s.pool = 'residential' then 'traffic' else 'traffic:' || s.pool end`.execute(
    api.db,
  );
  expect(rows.map(({ pool }) => pool).sort()).toEqual([...pools].sort());
  for (const { asset, billed, pool, used } of rows)
    expect([asset, billed]).toEqual([assetOfPool(pool), used]);
  expect(await verifyAccounting(api.db)).toMatchObject({ ok: true, difference: null });
}, 3_600_000);
