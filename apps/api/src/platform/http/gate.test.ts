/** What has ended while a call waited is found when its turn comes (spec/sign-in#sessions). */
import { setTimeout as sleep } from "node:timers/promises";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { keyOf, program } from "../../identity/api-key/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

const sku = "static-30";
let named = 0;
const order = () => ({ sku, quantity: 1, method: "wallet", requestId: `gate-order-${++named}` });

const rich = () => shop.customer({ cents: 100_000_000 });

/** A second session of the customer, as a thief has it. */
async function stolenSession({ email, password }: Customer): Promise<string> {
  const { data } = await shop.ask("signin", { email, password, agree: 1 });
  return data.session;
}

async function ordersOf({ id }: Customer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from shop_order where account_id = ${id}`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

/** Sends orders at once, ends what they were sent with in the middle, and counts what is bought. */
async function endAmid(
  customer: Customer,
  send: () => Promise<{ code: number; data: object }>,
  end: () => Promise<unknown>,
  orders = 60,
) {
  const sent = Promise.all(Array.from({ length: orders }, send));
  while ((await ordersOf(customer)) < 5) await sleep(2);
  await end();
  const bought = await ordersOf(customer);
  const answers = await sent;
  const done = answers.filter(({ code }) => code === 0).length;
  const reasons = answers.flatMap(({ code, data }) =>
    code === 0 ? [] : [(data as { reason: string }).reason],
  );
  return { bought, boughtAfter: (await ordersOf(customer)) - bought, done, reasons };
}

describe("Orders that wait while their session or key is ended (spec/accounts#spending)", () => {
  it("do not begin once the holder's endSessions is confirmed", async () => {
    const customer = await rich();
    const session = await stolenSession(customer);
    const { bought, boughtAfter, done, reasons } = await endAmid(
      customer,
      () => shop.ask("placeOrder", { ...order(), session }),
      () => customer.get("endSessions"),
      150,
    );
    expect([boughtAfter, done]).toEqual([0, bought]);
    expect(bought).toBeLessThan(150);
    expect(new Set(reasons)).toEqual(new Set(["sessionInvalid"]));
  });

  it("do not begin once a new password is confirmed, nor after a sign-out", async () => {
    const customer = await rich();
    const session = await stolenSession(customer);
    const changed = await endAmid(
      customer,
      () => shop.ask("placeOrder", { ...order(), session }),
      () => customer.get("upPwd", { oldPassword: customer.password, newPassword: "n3w-Orchard77" }),
    );
    expect([changed.boughtAfter, changed.done]).toEqual([0, changed.bought]);
    const other = await rich();
    const ended = await endAmid(
      other,
      () => other.ask("placeOrder", order()),
      () => other.get("signout"),
    );
    expect([ended.boughtAfter, ended.done]).toEqual([0, ended.bought]);
    expect(new Set([...changed.reasons, ...ended.reasons])).toEqual(new Set(["sessionInvalid"]));
  });

  it("do not begin once the key's deletion is confirmed", async () => {
    const customer = await rich();
    const { id, key } = await keyOf(customer, "buy");
    const buy = program(shop.url, key);
    const { boughtAfter, reasons } = await endAmid(
      customer,
      () => buy("placeOrder", order()),
      () => customer.get("apiKeyDel", { ids: id }),
    );
    expect(boughtAfter).toBe(0);
    expect(new Set(reasons)).toEqual(new Set(["keyUnknown"]));
  });
});

it("Other calls that wait while their session is ended are refused when they leave the queue", async () => {
  const customer = await rich();
  const session = await stolenSession(customer);
  const reads = Array.from({ length: 150 }, () => shop.ask("orderList", { session }));
  await Promise.race(reads);
  await customer.get("endSessions");
  const codes = (await Promise.all(reads)).map(({ code }) => code);
  expect(new Set(codes)).toEqual(new Set([0, 300]));
});
