/** Concurrent calls for the same addresses and the same credits(L1). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { isFull, sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { cancelFields } from "../../across/closure/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { takeExits } from "../../inventory/exit/store/static-stock.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { leaveFree } from "../../inventory/exit/testing.ts";
import { take, withCredits } from "./testing.ts";

const shop = forTests(() => startShop({ STATIC_PORTS: "42124" }));

const inOrder = async () => expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
const place = { country: "FR", city: "Paris", days: 30 };
const stock = (free: number) =>
  leaveFree(shop.services, { term: "static", country: "FR", city: "paris", free });
/** Exits that two static IPs have, or whose `taken_by` is not the static IP that has them. */
async function torn() {
  const { rows } = await sql<{ ip: string }>`
    select host(e.ip) as ip from exit e
    left join static_ip s on s.exit_id = e.id and s.released_at is null
    where e.taken_by is distinct from s.id`.execute(shop.db);
  return rows;
}
const customers = (many: number, given: Parameters<typeof withCredits>[1]) =>
  Promise.all(Array.from({ length: many }, () => withCredits(shop, given)));
const stockShort = { reason: "insufficientStock", short: "stock" };

describe("Two customers racing for the last IP of a city", () => {
  it("one gets it, the other loses nothing", async () => {
    for (let round = 0; round < sized(2, 5); round++) {
      await release();
      await stock(1);
      const both = await customers(2, { cents: 500 });
      const answers = await Promise.all(
        both.map((one) => one.ask("staticUse", { ...place, num: 1, pay: "wallet" })),
      );
      expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0, 402]));
      const loser = answers.findIndex(({ code }) => code === 402);
      expect(answers[loser]?.refused).toEqual(stockShort);
      const lost = both[loser] as Customer;
      expect(await bucketsOf(shop.services, lost.id)).toEqual({ "wallet main": 500 });
      expect((await lost.get("orderList")).total).toBe(0);
      expect(await bucketsOf(shop.services, (both[1 - loser] as Customer).id)).toEqual({});
    }
    await inOrder();
  });

  it("20 customers and 7 IPs, by credits or by wallet: exactly 7 get one", async () => {
    for (let round = 0; round < sized(1, 4); round++) {
      await release();
      await stock(7);
      const byCredit = await customers(10, { credits: 1 });
      const byWallet = await customers(10, { cents: 500 });
      const all = byCredit.flatMap((one, n) => [one, byWallet[n] as Customer]);
      const answers = await Promise.all(
        all.map((one) => one.ask("staticUse", { ...place, num: 1, pay: "wallet" })),
      );
      const took = all.filter((_, n) => answers[n]?.code === 0);
      const lost = all.filter((_, n) => answers[n]?.code !== 0);
      expect([took.length, lost.length]).toEqual([7, 13]);
      const refusals = answers.filter(({ code }) => code !== 0);
      for (const { code, refused } of refusals) expect([code, refused]).toEqual([402, stockShort]);
      const hosts = answers.flatMap(({ data }) => data.items?.map(({ host }) => host) ?? []);
      expect(new Set(hosts).size).toBe(7);
      for (const one of took) expect(await bucketsOf(shop.services, one.id)).toEqual({});
      for (const one of lost) {
        const kept = byCredit.includes(one) ? { "static30 main": 1 } : { "wallet main": 500 };
        expect(await bucketsOf(shop.services, one.id)).toEqual(kept);
        expect((await one.get("orderList")).total).toBe(0);
      }
      expect(await torn()).toEqual([]);
    }
    await inOrder();
  }, 60_000);

  it("customers who request more than the stock take none from those who request few", async () => {
    for (let round = 0; round < sized(2, 6); round++) {
      await release();
      await stock(6);
      const greedy = await customers(6, { credits: 10 });
      const modest = await customers(3, { credits: 2 });
      const asked = [
        ...greedy.map((one) => ({ one, num: 7 })),
        ...modest.map((one) => ({ one, num: 2 })),
      ];
      const answers = await Promise.all(
        asked.map(({ one, num }) => one.ask("staticUse", { ...place, num })),
      );
      expect(answers.map(({ code }) => code)).toEqual([...Array(6).fill(402), 0, 0, 0]);
    }
  }, 60_000);
});

describe("Taking from a contested stock", () => {
  const fields = { term: "static", country: "FR", city: "paris" } as const;
  const now = () => new Date(shop.services.world.now());
  const id = () => shop.services.world.id();

  it("waits for a transaction that may still roll back, and gets its IP", async () => {
    await release();
    await stock(1);
    const held = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const first = transaction(shop.db, async (tx) => {
      expect(await takeExits(tx, { ...fields, now: now(), takers: [id()] })).toHaveLength(1);
      held.resolve();
      await leave.promise;
      throw new Error("left");
    });
    await held.promise;
    let found: unknown[] | null = null;
    const second = transaction(shop.db, async (tx) => {
      found = await takeExits(tx, { ...fields, now: now(), takers: [id()] });
      throw new Error("seen");
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    leave.resolve();
    await expect(first).rejects.toThrow("left");
    await expect(second).rejects.toThrow("seen");
    expect(found).toHaveLength(1);
  });
});

it.runIf(isFull)(
  "Parallel takes of one account (L1) take exactly what credits and wallet afford, and never go below 0",
  async () => {
    const [credits, byWallet] = sized([15, 10], [50, 20]) as [number, number];
    const customer = await withCredits(shop, { credits, cents: byWallet * 500 });
    const us = { country: "US", days: 30, num: 1, pay: "wallet" };
    const answers = await Promise.all(
      Array.from({ length: sized(70, 200) }, () => customer.ask("staticUse", us)),
    );
    const codes = answers.map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(credits + byWallet);
    const refused = answers.filter(({ code }) => code !== 0);
    expect(new Set(refused.map(({ code, refused: { short } }) => `${code} ${short}`))).toEqual(
      new Set(["402 wallet"]),
    );
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
    expect((await customer.get("staticUseList")).total).toBe(credits + byWallet);
    const creditsUsed = answers.reduce((all, { data }) => all + (data.creditsUsed ?? 0), 0);
    const walletCents = answers.reduce((all, { data }) => all + (data.walletCents ?? 0), 0);
    expect([creditsUsed, walletCents]).toEqual([credits, byWallet * 500]);
    expect((await customer.get("orderList")).total).toBe(byWallet);
    expect(await torn()).toEqual([]);
    await inOrder();
  },
  60_000,
);

it.runIf(isFull)(
  "Taking, renewing, editing and deleting while the account is closed (spec/accounts#closure) leaves no live IP, no inconsistent exit and no deadlock",
  async () => {
    // Released exits rest, so each round uses the stock of another country.
    for (const country of sized(["GB"], ["GB", "CA"])) {
      const customer = await withCredits(shop, { credits: 300, cents: 100_000 });
      const items = await take(customer, { country, city: "", num: 20 });
      const question = await cancelFields(shop, customer);
      const ids = items.map((item) => item.id);
      let closed = false;
      let next = 0;
      const codes: number[] = [];
      const busy = [
        () => customer.ask("staticUse", { country, days: 30, num: 2, pay: "wallet" }),
        () =>
          customer.ask("renewalStaticMany", {
            ids: ids.slice(10).join(),
            days: 30,
            method: "wallet",
          }),
        () => customer.ask("staticMoreRenewal", { ids: ids.slice(10).reverse().join(), days: 30 }),
        () => customer.ask("staticUpdate", { ids: ids.slice(5).join(), password: "another123" }),
        () => customer.ask("staticUpdateAll", { account: "allOfThem", password: "together1" }),
        () => customer.ask("staticDel", { ids: ids[next % 10] ?? "", confirm: 1 }),
      ];
      const worker = async () => {
        for (let after = false; !after; ) {
          after = closed;
          const one = busy[next++ % busy.length];
          if (one) codes.push((await one()).code);
        }
      };
      const workers = Array.from({ length: 24 }, worker);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const answer = await customer.ask("cancel", question).finally(() => {
        closed = true;
      });
      expect(answer).toMatchObject({ code: 0 });
      await Promise.all(workers);
      expect([...new Set(codes)].filter((code) => ![0, 300, 402, 404].includes(code))).toEqual([]);
      expect(codes).toContain(0);
      expect(codes).toContain(300);
      const { rows } = await sql<{ live: number; events: number }>`
        select count(*) filter (where released_at is null or deleted_at is null
            or sealed_password <> '' or name <> 'closed' or whitelist <> '{}')::int as live,
          (select count(*)::int from static_event where account_id = ${customer.id}) as events
        from static_ip where account_id = ${customer.id}`.execute(shop.db);
      expect(rows).toEqual([{ live: 0, events: 0 }]);
      expect(await bucketsOf(shop.services, customer.id)).toEqual({});
      expect(await torn()).toEqual([]);
    }
    await inOrder();
  },
  120_000,
);

/** Releases everything taken in Paris, so that each round starts with the full stock. */
async function release() {
  await sql`update static_ip set released_at = now() where city = 'paris'`.execute(shop.db);
  await sql`update exit set taken_by = null where city = 'paris'`.execute(shop.db);
}
