import pino from "pino";
import { beforeAll, describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { closeCustomer } from "../../across/closure/testing.ts";
import { operateJson } from "../../across/operator/testing.ts";
import { startApi } from "../../app.ts";
import { dumpOf } from "../../platform/db/testing.ts";
import { startShop } from "../session/testing.ts";
import { keyOf, program } from "./testing.ts";

let cents: number;
const sku = "traffic-standard";
const shop = forTests(startShop);
/** Another process on the same database: within one process, an account's orders run one by one. */
const other = forTests(async () => {
  const log = pino({ level: "silent" });
  const env = { ...shop.services.env, PORT: 0 };
  return startApi({ env, databaseUrl: shop.databaseUrl, log, jobs: false });
});
beforeAll(async () => {
  const customer = await shop.customer();
  cents = (await customer.get("quote", { sku, quantity: 1 })).totalCents;
});

let orders = 0;
const order = (more: object = {}) => ({
  sku,
  quantity: 1,
  method: "wallet",
  requestId: `key-order-${++orders}`,
  ...more,
});
/** An order as a program places it: again under its name if a busy machine let it wait too long. */
async function placed(buy: ReturnType<typeof program>) {
  const one = order();
  for (;;) {
    const answer = await buy("placeOrder", one);
    if (answer.data.reason !== "tooManyTries") return answer;
  }
}

async function buyer(more: Record<string, number> = {}) {
  const customer = await shop.customer();
  await shop.fund(customer.id, cents * 100);
  const { id, key } = await keyOf(customer, "buy", more);
  const spent = async () =>
    (await customer.get("apiKeys")).items.find((item) => item.id === id)?.spentCents;
  return { customer, id, key, spent, buy: program(shop.url, key) };
}

describe("The spending of an API key (spec/accounts#spending)", () => {
  it("is bounded by its monthly limit, to the cent, under 50 concurrent orders in two processes", async () => {
    const { customer, key, spent } = await buyer({ maxCents: cents * 7 + 1 });
    const [one, two] = [program(shop.url, key), program(other.url, key)];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => placed(n % 2 ? one : two)),
    );
    const done = answers.filter((answer) => answer.code === 0);
    const refused = answers.filter((answer) => answer.data.reason === "keyLimit");
    expect([done.length, refused.length]).toEqual([7, 43]);
    expect(refused[0]).toMatchObject({ code: 403, data: { leftCents: 1 } });
    expect(await spent()).toBe(cents * 7);
    expect((await customer.get("member")).walletCents).toBe(cents * 93);
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
    // The holder can still buy, and so can another key.
    expect((await customer.ask("placeOrder", order() as never)).code).toBe(0);
    const second = await keyOf(customer, "buy", { maxCents: cents });
    expect((await program(shop.url, second.key)("placeOrder", order())).code).toBe(0);
  });

  it("is recorded with the order, for owner and operator, until the account is closed", async () => {
    const { customer, id, buy } = await buyer();
    const own = { sku, quantity: 1, method: "wallet" as const };
    await customer.get("placeOrder", own);
    const { data } = await buy("placeOrder", order());
    expect(data.order).toMatchObject({ apiKey: "test" });
    await customer.get("apiKeyDel", { ids: id });
    const { items } = await customer.get("orderList");
    expect(items.map(({ apiKey }) => apiKey)).toEqual(["test", null]);
    const { said } = await operateJson(shop.services, "account", "show", customer.email);
    expect(said.orders).toMatchObject([{ apiKeyId: id, apiKeyName: "test" }, { apiKeyId: null }]);
    expect((await closeCustomer(shop, customer)).code).toBe(0);
    const dump = (await dumpOf(shop.db)).get("shop_order") ?? [];
    expect(dump.filter((row) => row.includes(id) && row.includes("test"))).toEqual([]);
  });

  it("restarts with each calendar month (UTC)", async () => {
    const { customer, spent, buy } = await buyer({ maxCents: cents });
    await customer.get("upTokenCache", { minutes: 0 });
    expect((await buy("placeOrder", order())).code).toBe(0);
    expect((await buy("placeOrder", order())).data.reason).toBe("keyLimit");
    const now = new Date(shop.services.world.now());
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    await shop.advance((next - now.getTime()) / 1_000 - 60);
    expect((await buy("placeOrder", order())).data.reason).toBe("keyLimit");
    await shop.advance(60);
    expect(await spent()).toBe(0);
    expect((await buy("placeOrder", order())).code).toBe(0);
    expect(await spent()).toBe(cents);
  });

  it("counts an order once, however often its requestId is retried", async () => {
    const { customer, spent, buy } = await buyer({ maxCents: cents });
    const one = order();
    const answers = await Promise.all(Array.from({ length: 10 }, () => buy("placeOrder", one)));
    const numbers = new Set(answers.map(({ data }) => JSON.stringify(data.order)));
    expect([answers.every(({ code }) => code === 0), numbers.size]).toEqual([true, 1]);
    expect(await spent()).toBe(cents);
    expect((await customer.get("orderList")).total).toBe(1);
  });

  it("requires a requestId from keys only", async () => {
    const { customer, buy } = await buyer();
    const { requestId: _, ...unnamed } = order();
    const { code, data } = await buy("placeOrder", unnamed);
    expect([code, data]).toEqual([400, { reason: "missingField", field: "requestId" }]);
    expect((await customer.ask("placeOrder", unnamed as never)).code).toBe(0);
  });

  it("counts only wallet payments, not refused orders or external payments", async () => {
    const { customer, spent, buy } = await buyer({ maxCents: cents * 1_000 });
    const dear = await buy("placeOrder", order({ quantity: 500 }));
    expect([dear.code, dear.data.short]).toEqual([402, "wallet"]);
    expect((await buy("placeOrder", order({ method: "card" }))).code).toBe(0);
    expect(
      (await buy("recharge", { amountCents: 5_000, method: "card", requestId: "recharge-1" })).code,
    ).toBe(0);
    expect(await spent()).toBe(0);
    expect((await customer.get("member")).walletCents).toBe(cents * 100);
  });

  it("counts the wallet's part of static IPs too, and refuses all of them or none", async () => {
    const { customer, key, spent } = await buyer();
    await shop.fund(customer.id, 100_000);
    const price = (await customer.get("quote", { sku: "static-30", quantity: 1 })).totalCents;
    const tight = await keyOf(customer, "buy", { maxCents: price * 2 - 1 });
    const take = { country: "US", num: 2, days: 30, pay: "wallet" };
    const refused = await program(shop.url, tight.key)("staticUse", {
      ...take,
      requestId: "take-0001",
    });
    expect(refused.data).toMatchObject({ reason: "keyLimit", leftCents: price * 2 - 1 });
    expect((await customer.get("staticUseList")).total).toBe(0);
    const { code } = await program(shop.url, key)("staticUse", { ...take, requestId: "take-0002" });
    expect([code, (await customer.get("staticUseList")).total]).toEqual([0, 2]);
    expect(await spent()).toBeGreaterThanOrEqual(price);
  });

  it("ends with the key: an order during its deletion is completed or refused", async () => {
    const { customer, id, buy } = await buyer();
    const buying = Array.from({ length: 12 }, () => buy("placeOrder", order()));
    await customer.get("apiKeyDel", { ids: id });
    const answers = await Promise.all(buying);
    const bought = answers.filter(({ code }) => code === 0).length;
    expect(answers.filter(({ data }) => data.reason === "keyUnknown")).toHaveLength(12 - bought);
    expect((await customer.get("orderList")).total).toBe(bought);
    expect((await buy("placeOrder", order())).data.reason).toBe("keyUnknown");
  });

  it("is bounded by the wallet if there is no limit; a limit of 0 buys nothing", async () => {
    const free = await buyer();
    for (let n = 0; n < 3; n++) expect((await free.buy("placeOrder", order())).code).toBe(0);
    expect(await free.spent()).toBe(cents * 3);
    const none = await buyer({ maxCents: 0 });
    const refused = await none.buy("placeOrder", order());
    expect([refused.code, refused.data.leftCents]).toEqual([403, 0]);
  });
});
