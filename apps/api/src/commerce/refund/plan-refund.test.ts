/** Refunds of unlimited plans take back time, never more than is left (spec/money#refunds). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import type { UnlimitedPortFact } from "@turnpike/contract/port-facts.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import {
  buyer,
  DAY_MS,
  numbersOf,
  buyWithWallet,
  planByCard,
  plansOf,
} from "../../products/unlimited/buy-testing.ts";
import { unlimitedResources } from "../../products/unlimited/resources.ts";
import { refundOf, drivenPayment, received, wallet } from "./testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

const now = () => shop.services.world.now();
async function planOf(customer: Customer) {
  const [one] = await plansOf(shop.services, customer.id);
  if (!one) throw new Error("there is no plan");
  return { ...one, end: one.expires_at.getTime(), start: one.started_at.getTime() };
}
const daysOf = async (customer: Customer) => {
  const { end, start } = await planOf(customer);
  return (end - start) / DAY_MS;
};
/** A 30-day plan of four ports, paid by card. */
async function byCard(customer: Customer) {
  const ordered = await planByCard(shop, customer, { quantity: 4 });
  await ordered.tell(received(ordered.order.amountCents));
  return ordered;
}
async function renewed(customer: Customer, planId: string) {
  await shop.fund(customer.id, 900);
  const fields = { planId, days: 30, method: "wallet" };
  return (await customer.get("renewalUnlimit", fields)).order;
}
/** Drops the queued gateway changes. */
const hear = () => sql`delete from gateway_news`.execute(shop.db);
/** The last expiry that was queued for gateways; undefined if none is. */
async function toldEnd(planId: string): Promise<number | undefined> {
  const { rows } = await sql<{ row_id: string }>`
    select n.row_id from gateway_news n join unlimited_port o on o.id = n.row_id
    where o.plan_id = ${planId} order by n.id desc limit 1`.execute(shop.db);
  if (rows.length === 0) return undefined;
  const facts: UnlimitedPortFact[] = await unlimitedResources(shop.services, [
    rows[0]?.row_id ?? "",
  ]);
  return facts[0]?.expiresAt;
}
const release = async (planId: string) => {
  const at = new Date(now());
  await sql`update unlimited_port set released_at = ${at}, sealed_password = ''
    where plan_id = ${planId}`.execute(shop.db);
  await sql`update unlimited_plan set released_at = ${at} where id = ${planId}`.execute(shop.db);
};

describe("A full refund of a plan", () => {
  it("ends it at once and pays the price to the wallet that it was paid from", async () => {
    const customer = await buyer(shop);
    const { id, order } = await buyWithWallet(shop, customer, { quantity: 2 });
    await shop.advance(10 * 86_400);
    await hear();
    const done = await refundOf(shop, order.orderNo);
    expect(done).toMatchObject({ asset: "planSeconds", to: "wallet" });
    expect(done.refund.dueAmount).toBe(30 * 86_400);
    expect(done.refund.taken).toBeGreaterThan(19.9 * 86_400);
    expect(done.refund.taken).toBeLessThanOrEqual(20 * 86_400);
    const { end } = await planOf(customer);
    expect(end).toBeLessThanOrEqual(now());
    expect(now() - end).toBeLessThan(3000);
    expect(await toldEnd(id)).toBe(end);
    expect(await wallet(customer)).toBe(1800);
    const late = await customer.ask("renewalUnlimit", { planId: id, days: 30, method: "wallet" });
    expect(late.code).toBe(410);
    expect((await customer.get("orderList")).items[0]).toMatchObject({ status: "refunded" });
  });

  it("leaves the time that a renewal paid for", async () => {
    const customer = await buyer(shop);
    const { id, order } = await buyWithWallet(shop, customer);
    await renewed(customer, id);
    await shop.advance(10 * 86_400);
    await refundOf(shop, order.orderNo);
    expect(await daysOf(customer)).toBe(30);
  });

  it("takes only the remaining days of a partly used renewal", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    const order = await renewed(customer, id);
    await shop.advance(45 * 86_400);
    const { refund } = await refundOf(shop, order.orderNo);
    expect(refund.taken).toBeGreaterThan(14.9 * 86_400);
    expect(refund.taken).toBeLessThanOrEqual(15 * 86_400);
    expect((await planOf(customer)).end).toBeLessThanOrEqual(now());
  });

  it("takes nothing after the plan has ended", async () => {
    const customer = await buyer(shop);
    const { order } = await buyWithWallet(shop, customer, { days: 7 });
    await shop.advance(7.5 * 86_400);
    expect((await refundOf(shop, order.orderNo)).refund.taken).toBe(0);
    expect(await daysOf(customer)).toBe(7);
  });

  it("takes the time of a plan that cost nothing", async () => {
    const customer = await buyer(shop);
    const gift = { kind: "discount", percent: 100, minCents: 0 } as const;
    const couponId = await transaction(shop.db, (tx) =>
      grantCoupon(shop.services, tx, { accountId: customer.id, days: 30, gift }),
    );
    const fields = { kind: "port", region: "europe", quantity: 1, days: 30, method: "wallet" };
    const { order } = await customer.get("orderUnlimit", { ...fields, couponId });
    const done = await refundOf(shop, order.orderNo);
    expect(done).toMatchObject({ asset: "planSeconds", to: "nobody" });
    expect((await planOf(customer)).end).toBeLessThanOrEqual(now());
  });
});

describe("A partial refund of a plan", () => {
  it("takes its share of the time; refunding the rest takes all of it", async () => {
    const customer = await buyer(shop);
    const ordered = await byCard(customer);
    await ordered.giveBack(1200);
    expect(await daysOf(customer)).toBe(20);
    await ordered.giveBack(1200);
    expect(await daysOf(customer)).toBe(10);
    await ordered.giveBack(null);
    expect(await daysOf(customer)).toBeCloseTo(0, 3);
    expect((await planOf(customer)).end).toBeLessThanOrEqual(now());
  });

  it("by the operator is refused if its share was already used", async () => {
    const customer = await buyer(shop);
    const { order } = await buyWithWallet(shop, customer, { quantity: 4 });
    await shop.advance(20 * 86_400);
    await expect(refundOf(shop, order.orderNo, 2000)).rejects.toThrow("used already");
    expect(await daysOf(customer)).toBe(30);
    expect((await refundOf(shop, order.orderNo, 900)).refund.taken).toBe(7.5 * 86_400);
    expect(await daysOf(customer)).toBe(22.5);
  });

  it("split in any way never takes more than was granted, nor ends a plan before its start", async () => {
    const customer = await buyer(shop);
    const ordered = await byCard(customer);
    const kinds = ["refund", "dispute"] as const;
    const refs: string[] = [];
    for (const [n, cents] of [700, 1, 333, 50, 1500].entries()) {
      refs.push(await ordered.giveBack(cents, { kind: kinds[n % 2] ?? "refund" }));
      const { end, start } = await planOf(customer);
      expect(end).toBeGreaterThanOrEqual(start);
    }
    for (const ref of refs) await ordered.tell({ what: "refundUndone", ref });
    expect(await daysOf(customer)).toBe(30);
  });
});

describe("An undone refund of a plan", () => {
  it("returns all of its time", async () => {
    const customer = await buyer(shop);
    const ordered = await byCard(customer);
    const ref = await ordered.giveBack(1800, { kind: "dispute" });
    expect(await daysOf(customer)).toBe(15);
    await hear();
    await ordered.tell({ what: "refundUndone", ref });
    await ordered.tell({ what: "refundUndone", ref });
    expect(await daysOf(customer)).toBe(30);
    expect(await toldEnd((await planOf(customer)).id)).toBe((await planOf(customer)).end);
  });

  it("returns the time from that moment if the plan had ended", async () => {
    const customer = await buyer(shop);
    const ordered = await byCard(customer);
    await shop.advance(10 * 86_400);
    const ref = await ordered.giveBack(null, { kind: "dispute" });
    await shop.advance(6 * 3600);
    await ordered.tell({ what: "refundUndone", ref });
    const { end } = await planOf(customer);
    expect((end - now()) / DAY_MS).toBeCloseTo(20, 3);
  });

  it("reopens closed ports at free port numbers", async () => {
    const customer = await buyer(shop);
    const ordered = await byCard(customer);
    const { id } = await planOf(customer);
    const before = await numbersOf(shop.services, id);
    const ref = await ordered.giveBack(null, { kind: "dispute" });
    await shop.advance(86_400);
    await release(id);
    await buyWithWallet(shop, await buyer(shop));
    await shop.advance(40 * 86_400);
    await hear();
    await ordered.tell({ what: "refundUndone", ref });
    const again = await planOf(customer);
    expect(again.released_at).toBeNull();
    expect((again.end - now()) / DAY_MS).toBeCloseTo(30, 3);
    const numbers = await numbersOf(shop.services, id);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers.some((port) => before.includes(port))).toBe(false);
    expect(await toldEnd(id)).toBe(again.end);
    const { rows } = await sql<{ ports: number }>`
      select count(*)::int as ports from unlimited_port
      where plan_id = ${id} and released_at is null and sealed_password <> ''`.execute(shop.db);
    expect(rows[0]?.ports).toBe(4);
  });

  it("returns the time even if no port number is free for the plan", async () => {
    const customer = await buyer(shop);
    const ordered = await byCard(customer);
    const { id } = await planOf(customer);
    const ref = await ordered.giveBack(null, { kind: "dispute" });
    await release(id);
    const { env } = shop.services;
    const all = env.UNLIMITED_PORTS;
    env.UNLIMITED_PORTS = [];
    await ordered.tell({ what: "refundUndone", ref });
    env.UNLIMITED_PORTS = all;
    const { released_at, end } = await planOf(customer);
    expect(released_at).not.toBeNull();
    expect(end).toBeGreaterThan(now() + 29 * DAY_MS);
  });
});

it("A card renewal partly refunded before it is paid loses the refunded time on payment", async () => {
  const customer = await buyer(shop);
  const { id } = await buyWithWallet(shop, customer);
  const fields = { planId: id, days: 30, method: "card" };
  const { order, paymentId } = await customer.get("renewalUnlimit", fields);
  const renewal = drivenPayment(shop, paymentId ?? "");
  await renewal.giveBack(order.amountCents / 3);
  expect(await daysOf(customer)).toBe(30);
  await renewal.tell(received(order.amountCents));
  expect(await daysOf(customer)).toBe(50);
});
