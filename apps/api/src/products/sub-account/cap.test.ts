import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { expect, test } from "vitest";
import { type Customer, createSubAccount, startTraffic } from "../traffic/testing.ts";

const api = forTests(startTraffic);

let made = 0;
const fresh = () => ({ account: `Capped${++made}x`, password: "secret77", trafficGb: 0 });
const add = (who: Customer) => who.call("addSubUser", fresh());
/** Inserts `count` rows as if they had been created at an instant. */
const insert = (who: Customer, count: number, at: Date, deletedAt: Date | null = null) =>
  sql`
  insert into sub_account (id, account_id, name, sealed_password, verifier, created_at, deleted_at)
  select gen_random_uuid(), ${who.id}, 'Row' || ${++made}::int || 'n' || n, '', repeat('0', 64),
    ${at}, ${deletedAt}
  from generate_series(1, ${count}::int) n`.execute(api.db);
const now = () => new Date(api.services.world.now());
const tooMany = (limit: number) => ({ code: 409, data: { reason: "tooMany", limit } });

/** Makes a payment from outside, by card. */
async function pay(who: Customer) {
  const { data } = await who.call("recharge", { amountCents: 500, method: "card" });
  const page = `${api.url}${new URL(data.payUrl).pathname}/complete`;
  await fetch(page, { method: "POST", body: new URLSearchParams({ outcome: "paid" }) });
}

test("An account has at most 100 sub-accounts until its first payment, also with concurrent calls (spec/limits#caps)", async () => {
  const who = await api.customer(1);
  await insert(who, 80, now());
  const answers = await Promise.all(Array.from({ length: 50 }, () => add(who)));
  const refused = answers.filter(({ code }) => code !== 0);
  expect(refused).toHaveLength(30);
  for (const one of refused) expect(one).toMatchObject(tooMany(100));
  await pay(who);
  expect((await add(who)).code).toBe(0);
});

test("Deleted sub-accounts count until the first payment, since their names stay taken forever", async () => {
  const who = await api.customer(1);
  await insert(who, 99, new Date(0), now());
  const { id } = await createSubAccount(who, fresh().account, { trafficGb: 0 });
  await who.call("delSubUser", { ids: id });
  expect(await add(who)).toMatchObject(tooMany(100));
  await pay(who);
  expect((await add(who)).code).toBe(0);
});

test.runIf(isFull)(
  "After a payment, 10,000 existing sub-accounts and 10,000 new ones a day are allowed",
  async () => {
    const [many, busy] = [await api.customer(1), await api.customer(1)];
    await pay(many);
    await pay(busy);
    await insert(many, 9_998, new Date(0));
    await insert(busy, 9_998, now(), now());
    for (const who of [many, busy]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => add(who)));
      expect(answers.filter(({ code }) => code === 0)).toHaveLength(2);
      expect(await add(who)).toMatchObject(tooMany(10_000));
    }
    const { data } = await many.call("subUsers", { limit: 1 });
    await many.call("delSubUser", { ids: data.items[0]?.id });
    expect((await add(many)).code).toBe(0);
    api.services.world.setOffset(86_400_000 + 1_000);
    expect((await add(busy)).code).toBe(0);
    api.services.world.setOffset(0);
  },
);

test("The cap (409) precedes an insufficient balance (402), and a repeated request still succeeds", async () => {
  const who = await api.customer(0);
  await insert(who, 99, now());
  const input = { ...fresh(), requestId: "request-0001" };
  expect((await who.call("addSubUser", input)).code).toBe(0);
  expect(await who.call("addSubUser", { ...fresh(), trafficGb: 5 })).toMatchObject(tooMany(100));
  expect((await who.call("addSubUser", input)).code).toBe(0);
});
