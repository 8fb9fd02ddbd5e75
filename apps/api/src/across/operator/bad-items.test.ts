/** Jobs that work through many items: one that fails holds up no other (spec/operator#set-aside). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { headMiddleLast, refusing } from "../../../testing/refusing.ts";
import { jobItemsOptions } from "../../platform/job-items.ts";
import { pair, sell } from "../../commerce/affiliate/testing.ts";
import type { Customer } from "../../identity/session/testing.ts";
import { closeCustomer } from "../closure/testing.ts";
import { buy, deliveriesOf, type Hooked, startBench } from "../webhook/testing.ts";

const bench = forTests(startBench);

const COUNT = 3;
const many = async <T>(make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let n = 0; n < COUNT; n++) made.push(await make());
  return made;
};
async function run(name: string): Promise<void> {
  const { services } = bench.shop;
  await services.modules.jobs.find((job) => job.name === name)?.run(services);
}
const refused = (row: { table: string; event: "insert" | "update" | "delete"; when: string }) => ({
  while: (job: string) => refusing(bench.shop.db, row, () => run(job)),
});
const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(bench.shop.db)).rows;
const listed = (ids: readonly string[]) => ids.map((id) => `'${id}'`).join();
/** What waits for the operator of a kind. */
const waiting = (kind: string) =>
  query<{ name: string; why: string }>(
    `select name, why from item_aside where kind = '${kind}' and state = 'waiting'`,
  );

test("A webhook whose secret cannot be decrypted does not hold up the queue", async () => {
  const hooks: Hooked[] = await many(() => bench.hooked(`/secret-${Math.random()}`));
  const states = async () =>
    Promise.all(
      hooks.map(async ({ customer }) => (await deliveriesOf(customer)).map((one) => one.status)),
    );
  let sent = 0;
  for (const bad of headMiddleLast(hooks)) {
    const { rows } = await sql<{ sealed: string }>`
      select sealed_secret as sealed from webhook where id = ${bad.id}`.execute(bench.shop.db);
    const seal = (text: string | undefined) =>
      sql`update webhook set sealed_secret = ${text ?? ""} where id = ${bad.id}`.execute(
        bench.shop.db,
      );
    await seal("of another key");
    for (const { customer } of hooks) await buy(bench, customer);
    await bench.run();
    sent += 1;
    const tried = (await deliveriesOf(bad.customer))[0];
    expect(tried).toMatchObject({ status: "waiting", tries: 1, attempts: [{ status: 0 }] });
    const others = (await states()).filter((_, at) => hooks[at] !== bad);
    expect(others).toEqual(Array(COUNT - 1).fill(Array(sent).fill("delivered")));
    await seal(rows[0]?.sealed);
    await bench.shop.pass(60);
    await bench.run();
    expect((await deliveriesOf(bad.customer))[0]).toMatchObject({ status: "delivered", tries: 2 });
  }
});

test("A payment that cannot expire does not keep others from it", async () => {
  const customer = await bench.shop.customer({ lasting: true });
  for (const at of headMiddleLast([0, 1, 2])) {
    const ids = await many(
      async () =>
        (await customer.get("recharge", { amountCents: 1_000, method: "card" })).paymentId,
    );
    const states = async () =>
      (
        await query<{ status: string }>(
          `select status from payment where id in (${listed(ids)}) order by array_position(array[${listed(ids)}], id::text)`,
        )
      ).map(({ status }) => status);
    await bench.shop.pass(3 * 86_400);
    const when = `new.id = '${ids[at]}'`;
    await refused({ table: "payment", event: "update", when }).while("expire-payments");
    expect(await states()).toEqual(ids.map((_, n) => (n === at ? "pending" : "expired")));
    await run("expire-payments");
    expect(await states()).toEqual(Array(COUNT).fill("expired"));
  }
});

test("A profit that cannot be freed does not keep others from it", async () => {
  const pairs = await many(() => pair(bench.shop));
  for (const bad of headMiddleLast(pairs)) {
    const sold = { amountCents: 1_000, method: "card", renewal: false } as const;
    const orders: string[] = [];
    for (const { friend } of pairs) orders.push(await sell(bench.shop.services, friend.id, sold));
    const freed = async () =>
      (
        await query<{ freed: boolean }>(
          `select freed_at is not null as freed from profit where order_id in (${listed(orders)})
          order by array_position(array[${listed(orders)}], order_id::text)`,
        )
      ).map((one) => one.freed);
    await bench.shop.pass(31 * 86_400);
    const at = pairs.indexOf(bad);
    const when = `new.order_id = '${orders[at]}'`;
    await refused({ table: "profit", event: "update", when }).while("unfreeze-profits");
    expect(await freed()).toEqual(orders.map((_, n) => n !== at));
    await run("unfreeze-profits");
    expect(await freed()).toEqual(Array(COUNT).fill(true));
  }
});

test("An account whose alert cannot be stored does not keep others from theirs", async () => {
  for (const at of headMiddleLast([0, 1, 2])) {
    const customers = await many(() => bench.shop.customer());
    // Accounts are worked on by their ids.
    const ids = customers.map(({ id }) => id).toSorted();
    for (const customer of customers)
      await customer.get("alerts", { thresholds: JSON.stringify({ walletCents: 500 }) });
    const alerted = async () =>
      (
        await query<{ id: string }>(
          `select account_id::text as id from alert where account_id in (${listed(ids)}) order by 1`,
        )
      ).map(({ id }) => id);
    const when = `new.account_id = '${ids[at]}'`;
    await query(`delete from alert where account_id in (${listed(ids)})`);
    await refused({ table: "alert", event: "insert", when }).while("send-alerts");
    expect(await alerted()).toEqual(ids.filter((_, n) => n !== at));
    await run("send-alerts");
    expect(await alerted()).toEqual(ids);
  }
});

const closed = (): Promise<Customer[]> =>
  many(async () => {
    const customer = await bench.shop.customer();
    await closeCustomer(bench.shop, customer);
    return customer;
  });

test("A closed account that cannot be cleared is set aside, and the others are cleared", async () => {
  const ids = (await closed()).map(({ id }) => id).toSorted();
  for (const at of headMiddleLast([0, 1, 2])) {
    const now = new Date(bench.shop.services.world.now());
    for (const id of ids)
      await sql`
        insert into request_log (id, account_id, sub_account_id, at, client, target, protocol,
          exit_ip, country, up_bytes, down_bytes, ms, outcome, reason, detail)
        values (gen_random_uuid()::text, ${id}, ${id}, ${now}, '', 'example.com:25', 'connect',
          '', '', 0, 0, 1, 'refused', 'portBlocked', '')`.execute(bench.shop.db);
    const left = async () =>
      (
        await query<{ id: string }>(
          `select distinct account_id::text as id from request_log
          where account_id in (${listed(ids)})`,
        )
      ).map(({ id }) => id);
    const when = `old.account_id = '${ids[at]}'`;
    await refused({ table: "request_log", event: "delete", when }).while("clear-closed-accounts");
    expect(await left()).toEqual([ids[at]]);
    expect(await waiting("closure")).toEqual([
      { name: ids[at], why: expect.stringContaining("refused by a test") },
    ]);
    await run("clear-closed-accounts");
    expect(await left()).toEqual([]);
    expect(await waiting("closure")).toEqual([]);
  }
});

test("A closed account whose balance cannot be forfeited is set aside, and the others' are", async () => {
  const ids = (await closed()).map(({ id }) => id).toSorted();
  for (const at of headMiddleLast([0, 1, 2])) {
    for (const id of ids) await bench.shop.fund(id, 100);
    const left = async () =>
      (
        await query<{ owner: string }>(
          `select owner::text from ledger_account where owner in (${listed(ids)}) and balance > 0`,
        )
      ).map(({ owner }) => owner);
    expect(await left()).toHaveLength(COUNT);
    const when = `new.owner = '${ids[at]}'`;
    await refused({ table: "ledger_account", event: "update", when }).while(
      "clear-closed-accounts",
    );
    expect(await left()).toEqual([ids[at]]);
    expect((await waiting("forfeit")).map(({ name }) => name)).toEqual([ids[at]]);
    await run("clear-closed-accounts");
    expect(await left()).toEqual([]);
    expect(await waiting("forfeit")).toEqual([]);
  }
});

/** What one job waits for: three, of which the first two fail. */
const heads = {
  "expire-payments": async () => {
    const customer = await bench.shop.customer({ lasting: true });
    const fields = { amountCents: 1_000, method: "card" } as const;
    const ids = await many(async () => (await customer.get("recharge", fields)).paymentId);
    await query(`update payment set expires_at = now() - interval '400 days'
      where id in (${listed(ids)})`);
    const left = () =>
      query<{ id: string }>(
        `select id from payment where id in (${listed(ids)}) and status = 'pending'`,
      );
    const row = { table: "payment", event: "update", column: "new.id" } as const;
    return { ids, left, row };
  },
  "unfreeze-profits": async () => {
    const pairs = await many(() => pair(bench.shop));
    const sold = { amountCents: 1_000, method: "card", renewal: false } as const;
    for (const { friend } of pairs) await sell(bench.shop.services, friend.id, sold);
    const buyers = listed(pairs.map(({ friend }) => friend.id));
    const rows = await query<{ id: string }>(
      `select account_id::text as id from profit where buyer_id in (${buyers}) order by 1`,
    );
    const ids = rows.map(({ id }) => id);
    await query(`update profit set freeze_ends_at = now() - interval '400 days'
      where buyer_id in (${buyers})`);
    const left = () =>
      query<{ id: string }>(
        `select account_id::text as id from profit
        where account_id in (${listed(ids)}) and freed_at is null`,
      );
    const row = { table: "profit", event: "update", column: "new.account_id" } as const;
    return { ids, left, row };
  },
  "clear-closed-accounts": async () => {
    const ids = (await closed()).map(({ id }) => id);
    for (const id of ids) await bench.shop.fund(id, 100);
    const left = () =>
      query<{ id: string }>(
        `select owner::text as id from ledger_account
        where owner in (${listed(ids)}) and balance > 0`,
      );
    const row = { table: "ledger_account", event: "update", column: "new.owner" } as const;
    return { ids, left, row };
  },
};

test.each(Object.keys(heads) as (keyof typeof heads)[])(
  "As many failing items as stop a run of `%s` do not keep the next run from the rest",
  async (job) => {
    const full = { ...jobItemsOptions };
    Object.assign(jobItemsOptions, { maxRefused: 2, atOnce: 1 });
    try {
      const { ids, left, row } = await heads[job]();
      const [good = "", ...bad] = ids.toReversed();
      const { column, ...of } = row;
      const when = `${column} in (${listed(bad)})`;
      await refusing(bench.shop.db, { ...of, when }, async () => {
        await run(job);
        await run(job);
      });
      const failing = (await left()).map(({ id }) => id);
      expect(failing.toSorted()).toEqual(bad.toSorted());
      expect(failing).not.toContain(good);
      await run(job);
      expect(await left()).toEqual([]);
    } finally {
      Object.assign(jobItemsOptions, full);
    }
  },
);
