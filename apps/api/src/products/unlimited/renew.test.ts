/** Renewing unlimited plans (spec/unlimited#renewal): extends from the end, impossible after it. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { pair } from "../../commerce/affiliate/testing.ts";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { drivenPayment, received } from "../../commerce/refund/testing.ts";
import { type Customer, type Fields, startShop } from "../../identity/session/testing.ts";
import {
  buyer,
  DAY_MS,
  setFreeCapacity,
  buyWithWallet,
  planByCard,
  plansOf,
} from "./buy-testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
afterEach(() => assertAccounting(shop.services));

const ask = (customer: Customer, planId: string, fields: Fields = {}) =>
  customer.ask("renewalUnlimit", { planId, days: 30, method: "wallet", ...fields });
const endOf = async (customer: Customer) => {
  const [one] = await plansOf(shop.services, customer.id);
  return one?.expires_at.getTime() ?? 0;
};
/** Moves the clock to `beforeMs` before the plan's end; negative: after it. */
const moveTo = async (customer: Customer, beforeMs: number) => {
  const left = (await endOf(customer)) - shop.services.world.now() - beforeMs;
  await shop.advance(left / 1000);
};
/** Orders a renewal by card; the payment is not completed yet. */
async function byCard(customer: Customer, planId: string, days = 30) {
  const { data } = await ask(customer, planId, { method: "card", days });
  return { ...drivenPayment(shop, data.paymentId ?? ""), order: data.order, plan: data.plan };
}

describe("a renewal", () => {
  it("paid from the wallet extends the plan from its end, at the price of its size", async () => {
    const customer = await buyer(shop);
    const { id, expiresAt } = await buyWithWallet(shop, customer, { quantity: 3, days: 7 });
    await shop.fund(customer.id, 8000);
    const { code, data } = await ask(customer, id, { days: 90 });
    expect(code).toBe(0);
    expect(data.order).toMatchObject({
      sku: "port-europe-90",
      quantity: 3,
      amountCents: 7200,
      renewal: true,
    });
    const end = Date.parse(expiresAt) + 90 * DAY_MS;
    expect(data.plan).toMatchObject({ id, days: 90, expiresAt: new Date(end).toISOString() });
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 800 });
    const listed = await customer.get("orderList", { kind: "port" });
    expect(listed.items.map(({ renewal }) => renewal)).toEqual([true, false]);
  });

  it("is priced by the plan's current region", async () => {
    const { db } = shop.services;
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    await sql`update unlimited_plan set region = 'asia' where id = ${id}`.execute(db);
    const price = sql`update price_tier set unit_micros = `;
    await sql`${price} 5000000 where sku = 'port-asia-30'`.execute(db);
    await shop.fund(customer.id, 500);
    const { data } = await ask(customer, id);
    expect(data.order).toMatchObject({ sku: "port-asia-30", amountCents: 500 });
    await sql`${price} 9000000 where sku = 'port-asia-30'`.execute(db);
  });

  it("succeeds even if the region has no stock left", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    await setFreeCapacity(shop.services, "europe", { ports: 0 });
    await shop.fund(customer.id, 900);
    expect((await ask(customer, id)).code).toBe(0);
    await setFreeCapacity(shop.services, "europe", { ports: 2000 });
  });

  it("sent ten times at once counts ten times, with one requestId once", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    await shop.fund(customer.id, 11 * 900);
    const before = await endOf(customer);
    const many = Array.from({ length: 10 }, () => ask(customer, id, { days: 30 }));
    expect(new Set((await Promise.all(many)).map(({ code }) => code))).toEqual(new Set([0]));
    expect(await endOf(customer)).toBe(before + 300 * DAY_MS);
    const same = Array.from({ length: 10 }, () => ask(customer, id, { requestId: "renewed-1" }));
    const answers = (await Promise.all(same)).map(({ data }) => JSON.stringify(data));
    expect(new Set(answers).size).toBe(1);
    expect(await endOf(customer)).toBe(before + 330 * DAY_MS);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
  });

  it("earns the inviter 5 %, and the first order 10 %", async () => {
    const { inviter, friend } = await pair(shop);
    const { id, order } = await buyWithWallet(shop, friend, { quantity: 10 });
    expect(order.amountCents).toBe(9000);
    const earned = async () => (await bucketsOf(shop.services, inviter.id))["profit frozen"];
    const first = (await earned()) ?? 0;
    await shop.fund(friend.id, 9000);
    const { data } = await ask(friend, id);
    expect(data.order.amountCents).toBe(9000);
    expect([first, await earned()]).toEqual([900, 900 + 450]);
  });
});

describe("a renewal is refused", () => {
  it.each([
    [{ days: 31 }, 400, "badDays"],
    [{ days: undefined }, 400, "badDays"],
    [{ method: "coupon" }, 400, "badMethod"],
    [{ planId: "nothing" }, 404, "planNotFound", "planId"],
    [{ planId: "00000000-0000-0000-0000-000000000000" }, 404, "planNotFound", "planId"],
    [{}, 402, "insufficientBalance"],
  ])("%o: %i %s", async (fields, code, reason, field = "") => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    const before = await endOf(customer);
    expect(await ask(customer, id, fields)).toMatchObject({
      code,
      refused: { reason, ...(field && { field }) },
    });
    expect(await endOf(customer)).toBe(before);
    expect((await customer.get("orderList")).total).toBe(1);
  });

  it("if the plan belongs to another account", async () => {
    const { id } = await buyWithWallet(shop, await buyer(shop));
    const other = await buyer(shop, 100_000);
    expect((await ask(other, id)).refused).toMatchObject({ reason: "planNotFound" });
  });

  it("if the period is no longer sold", async () => {
    const customer = await buyer(shop, 100_000);
    const { id } = await buyWithWallet(shop, customer, { region: "africa" });
    await sql`update product set on_sale = false where sku = 'port-africa-7'`.execute(shop.db);
    const refused = { reason: "periodNotSold", field: "days" };
    expect(await ask(customer, id, { days: 7 })).toMatchObject({ code: 409, refused });
    // Its price is quoted by SKU, because new plans are not sold there.
    const fields = { sku: "port-africa-30", quantity: 1 };
    const { totalCents } = await customer.get("quote", fields);
    const { code, data } = await ask(customer, id, { days: 30 });
    expect([code, data.order.amountCents]).toEqual([0, totalCents]);
    // Refusals about the plan come first.
    const none = await ask(customer, "nothing", { days: 7 });
    expect(none).toMatchObject({ code: 404, refused: { reason: "planNotFound" } });
    await moveTo(customer, 0);
    const late = await ask(customer, id, { days: 7 });
    expect(late).toMatchObject({ code: 410, refused: { reason: "planExpired" } });
    await sql`update product set on_sale = true where sku = 'port-africa-7'`.execute(shop.db);
  });

  it("once the plan has ended, but not 3 s before", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer, { days: 7 });
    await shop.fund(customer.id, 10_000);
    await moveTo(customer, 3000);
    expect((await ask(customer, id, { days: 7 })).code).toBe(0);
    await moveTo(customer, 0);
    const late = await ask(customer, id, { days: 7 });
    expect(late).toMatchObject({ code: 410, refused: { reason: "planExpired" } });
    const byCrypto = await ask(customer, id, { days: 7, method: "crypto" });
    expect(byCrypto.code).toBe(410);
  });
});

describe("a renewal by card", () => {
  it("extends the plan once, when the payment arrives", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    const before = await endOf(customer);
    const renewal = await byCard(customer, id, 7);
    expect(renewal.order).toMatchObject({ status: "pending", renewal: true });
    expect(Date.parse(renewal.plan.expiresAt)).toBe(before);
    await renewal.tell(received(renewal.order.amountCents));
    await renewal.tell(received(renewal.order.amountCents));
    expect(await endOf(customer)).toBe(before + 7 * DAY_MS);
    expect((await plansOf(shop.services, customer.id))[0]?.days).toBe(7);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
  });

  it("ordered before the end and paid within 24 h after it extends the plan from its end", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer, { days: 7 });
    const end = await endOf(customer);
    await moveTo(customer, 10_000);
    const renewal = await byCard(customer, id);
    await moveTo(customer, -(DAY_MS - 10_000));
    await renewal.tell(received(renewal.order.amountCents));
    expect(await endOf(customer)).toBe(end + 30 * DAY_MS);
    expect((await ask(customer, id)).code).toBe(402);
  });

  it("paid later goes to the wallet, and its order fails", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer, { days: 7 });
    const end = await endOf(customer);
    await moveTo(customer, 10_000);
    const renewal = await byCard(customer, id);
    await moveTo(customer, -DAY_MS);
    const { amountCents } = renewal.order;
    await renewal.tell(received(amountCents));
    expect(await endOf(customer)).toBe(end);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": amountCents });
    const [order] = (await customer.get("orderList")).items;
    expect(order).toMatchObject({ status: "failed", renewal: true });
  });

  it("goes to the wallet if the ports were closed permanently", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer, { days: 7 });
    const renewal = await byCard(customer, id);
    const at = new Date();
    await sql`update unlimited_port set released_at = ${at} where plan_id = ${id}`.execute(shop.db);
    await sql`update unlimited_plan set released_at = ${at}, waiting_since = ${at}
      where id = ${id}`.execute(shop.db);
    await renewal.tell(received(renewal.order.amountCents));
    const has = await bucketsOf(shop.services, customer.id);
    expect(has).toEqual({ "wallet main": renewal.order.amountCents });
  });
});

describe("a plan ordered by card", () => {
  it("is created and starts when the payment arrives", async () => {
    const customer = await buyer(shop);
    const ordered = await planByCard(shop, customer, { quantity: 2 });
    expect([ordered.planId, ordered.order.status]).toEqual([null, "pending"]);
    expect(await plansOf(shop.services, customer.id)).toEqual([]);
    await shop.advance(3600);
    const now = shop.services.world.now();
    await ordered.tell(received(ordered.order.amountCents));
    await ordered.tell(received(ordered.order.amountCents));
    const plans = await plansOf(shop.services, customer.id);
    expect(plans).toMatchObject([{ order_no: ordered.order.orderNo, quantity: 2, days: 30 }]);
    expect(plans[0]?.started_at.getTime()).toBeGreaterThanOrEqual(now);
    expect(await endOf(customer)).toBe((plans[0]?.started_at.getTime() ?? 0) + 30 * DAY_MS);
  });

  it.each(["pending", "failed"])(
    "sold out when it is paid, order %s, is not created: the money goes to the wallet",
    async (status) => {
      const customer = await buyer(shop);
      await setFreeCapacity(shop.services, "oceania", { ports: 1 });
      const gift = { kind: "discount", percent: 50, minCents: 0 } as const;
      const couponId = await transaction(shop.db, (tx) =>
        grantCoupon(shop.services, tx, { accountId: customer.id, days: 30, gift }),
      );
      const ordered = await planByCard(shop, customer, { region: "oceania", couponId });
      await buyWithWallet(shop, await buyer(shop), { region: "oceania" });
      if (status === "failed") await ordered.tell({ what: "failed" });
      await ordered.tell(received(ordered.order.amountCents));
      expect(await plansOf(shop.services, customer.id)).toEqual([]);
      expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 450 });
      expect((await customer.get("orderList")).items[0]?.status).toBe("failed");
      const usable = (await customer.get("coupons", { status: "usable" })).items;
      expect(usable.map(({ id }) => id)).toEqual([couponId]);
    },
  );

  it("is created if a payment arrives after its order failed", async () => {
    const customer = await buyer(shop);
    const ordered = await planByCard(shop, customer);
    await ordered.tell({ what: "failed" });
    expect((await customer.get("orderList")).items[0]?.status).toBe("failed");
    await ordered.tell(received(ordered.order.amountCents));
    expect(await plansOf(shop.services, customer.id)).toHaveLength(1);
  });
});
