/** Traffic that expires (spec/money#expiry). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { sql } from "kysely";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { findRefund } from "../../commerce/refund/store/refunds.ts";
import { undoRefund } from "../../commerce/refund/undo.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { postUsage } from "../lease/post-usage.ts";
import { startPools } from "../traffic/pool-testing.ts";
import { type Customer, createSubAccount, GB } from "../traffic/testing.ts";
import { expireHolding, expireLots } from "./expire.ts";
import { warnOfLots } from "./warn.ts";

const shop = forTests(startPools);
/** The clock starts at the beginning of a UTC day, so that days ahead are whole. */
let start = 0;
beforeAll(async () => {
  await shop.sell("month", "residential", { validDays: 30 });
  await shop.sell("week", "residential", { validDays: 7 });
  await shop.sell("mobile-month", "mobile", { validDays: 30 });
  start = (Math.floor(Date.now() / dayMs) + 1) * dayMs + 3_600_000;
  at(0);
}, 60_000);

/** Sets the clock to `days` after the start. */
const at = (days: number, ms = 0) => {
  shop.services.world.setOffset(start + days * dayMs + ms - Date.now());
};
const expires = async (customer: Customer) => {
  const { data } = await customer.call("trafficInfo");
  return data.expires.map(({ pool, bytes, at: end }) => [
    pool,
    bytes / GB,
    Math.round((Date.parse(end) - start) / dayMs),
  ]);
};
const expire = () => expireLots(shop.services);
const residential = async (customer: Customer) => (await shop.held(customer)).residential;
const inOrder = async () =>
  expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true, difference: null });
const mailsOf = async (customer: Customer) => {
  const mails = await mailsTo(shop.api, await shop.emailOf(customer));
  return mails.filter(({ subject }) => subject.endsWith("ends soon"));
};
/** Carries bytes by as many leases as it takes. */
async function use(customer: Customer, subAccountId: string, bytes: number) {
  for (let left = bytes; left > 0; ) {
    const carried = await shop.carry(customer.id, subAccountId, left);
    if (carried === 0) throw new Error("there is no lease");
    left -= carried;
  }
}
const buy = (customer: Customer, sku: string, quantity: number) =>
  shop.buy(customer, sku, quantity);

describe("Traffic bought with an end (spec/money#expiry)", () => {
  it("is a lot: what ends first is used first, what never ends last", async () => {
    at(0);
    const customer = await shop.buyer();
    const { products } = (await customer.call("priceList")).data;
    expect(products.find(({ sku }) => sku === "month")?.validDays).toBe(30);
    await buy(customer, "traffic-standard", 2);
    await buy(customer, "month", 3);
    await buy(customer, "week", 1);
    await buy(customer, "mobile-month", 4);
    expect(await expires(customer)).toEqual([
      ["residential", 1, 7],
      ["residential", 3, 30],
      ["mobile", 4, 30],
    ]);
    const sub = await createSubAccount(customer, "Lots0001", { main: 1 });
    await use(customer, sub.id, 1.5 * GB);
    // Carried, and not posted yet.
    expect(await expires(customer)).toEqual([
      ["residential", 2.5, 30],
      ["mobile", 4, 30],
    ]);
    await postUsage(shop.services);
    expect(await expires(customer)).toEqual([
      ["residential", 2.5, 30],
      ["mobile", 4, 30],
    ]);
    await use(customer, sub.id, 3 * GB);
    await postUsage(shop.services);
    expect(await expires(customer)).toEqual([["mobile", 4, 30]]);
    expect(await residential(customer)).toBe(1.5 * GB);
    await inOrder();
  });

  it("ends on time, from allotments too, once, under two runs at a time", async () => {
    at(0);
    const customer = await shop.buyer();
    await buy(customer, "month", 5);
    await buy(customer, "traffic-standard", 1);
    const sub = await createSubAccount(customer, "Lots0002", { trafficGb: 4 });
    at(30, -1_000);
    await expire();
    expect(await residential(customer)).toBe(6 * GB);
    at(30, 60_000);
    await Promise.all([expire(), expire(), expire()]);
    expect(await residential(customer)).toBe(GB);
    const { data } = await customer.call("subUsers");
    expect(data.items).toMatchObject([{ id: sub.id, availableBytes: GB, allocatedBytes: GB }]);
    const { items } = (await customer.call("ledger", { asset: "traffic" })).data;
    expect(items[0]).toMatchObject({ kind: "expired", amount: -5 * GB });
    const { rows } = await sql<{ bytes: number }>`
      select sum(p.amount)::bigint as bytes from ledger_posting p
      join ledger_account a on a.id = p.account_id
      where a.owner is null and a.bucket = 'expired'`.execute(shop.db);
    expect(rows[0]?.bytes).toBeGreaterThanOrEqual(5 * GB);
    await inOrder();
  });

  it("is used as far as it was leased before its end; what comes back unused has ended", async () => {
    at(0);
    const customer = await shop.buyer();
    await buy(customer, "week", 2);
    const sub = await createSubAccount(customer, "Lots0003", { main: 1 });
    const taken = await shop.lease(sub.id, 100_000_000);
    if ("refused" in taken) throw new Error(taken.refused);
    const { id: leaseId, bytes } = taken.lease;
    at(7, 60_000);
    await expire();
    expect(await residential(customer)).toBe(bytes);
    const row = { leaseId, accountId: customer.id, subAccountId: sub.id, downBytes: 1_000 };
    await shop.report(row);
    await expire();
    expect(await residential(customer)).toBe(bytes - 1_000);
    await shop.settle(leaseId);
    await postUsage(shop.services);
    await expire();
    expect(await residential(customer)).toBe(0);
    await inOrder();
  });

  it("is left whole or taken whole where the process dies", async () => {
    at(0);
    const customer = await shop.buyer();
    await buy(customer, "week", 1);
    at(8);
    const now = new Date(shop.services.world.now());
    const died = transaction(shop.db, async (tx) => {
      await expireHolding(shop.services, tx, { owner: customer.id, asset: "traffic" }, now);
      throw new Error("the process dies");
    });
    await expect(died).rejects.toThrow("the process dies");
    expect(await residential(customer)).toBe(GB);
    await expire();
    expect(await residential(customer)).toBe(0);
    await inOrder();
  });

  it("ends after 400 quiet days without a warning of what is past", async () => {
    at(0);
    const customer = await shop.buyer();
    await buy(customer, "month", 1);
    at(400);
    await warnOfLots(shop.services);
    await expire();
    expect(await residential(customer)).toBe(0);
    expect(await mailsOf(customer)).toEqual([]);
    at(0);
  });
});

describe("What moves traffic that ends", () => {
  it("a refund takes its own order's lot first, and undone it ends when it would have", async () => {
    at(0);
    const customer = await shop.buyer();
    await buy(customer, "week", 1);
    const order = await buy(customer, "month", 2);
    const { said } = await shop.operate("refund", order.orderNo);
    expect(said).toMatchObject({ taken: 2 * GB });
    expect(await expires(customer)).toEqual([["residential", 1, 7]]);
    const { rows } = await sql<{ id: string }>`
      select r.id from refund r join shop_order o on o.id = r.order_id
      where o.order_no = ${order.orderNo}`.execute(shop.db);
    await transaction(shop.db, async (tx) => {
      const refund = await findRefund(tx, rows[0]?.id ?? "");
      if (refund) await undoRefund(shop.services, tx, refund);
    });
    expect(await expires(customer)).toEqual([
      ["residential", 1, 7],
      ["residential", 2, 30],
    ]);
    await inOrder();
  });

  it("a refund of what never ends takes that, not what ends anyway", async () => {
    at(0);
    const customer = await shop.buyer();
    const order = await buy(customer, "traffic-standard", 4);
    await buy(customer, "week", 3);
    const weekly = [["residential", 3, 7]];
    const part = ["--cents", String(order.amountCents / 4)];
    expect((await shop.operate("refund", order.orderNo, ...part)).said).toMatchObject({
      taken: GB,
    });
    expect(await expires(customer)).toEqual(weekly);
    await shop.operate("refund", order.orderNo);
    expect(await expires(customer)).toEqual(weekly);
    expect(await residential(customer)).toBe(3 * GB);
    await inOrder();
    // What was used of it comes from what is there.
    const used = await buy(customer, "traffic-standard", 4);
    const sub = await createSubAccount(customer, "Lots0009", { main: 1 });
    await use(customer, sub.id, 5 * GB);
    await shop.operate("refund", used.orderNo);
    expect(await residential(customer)).toBe(0);
    await inOrder();
  });

  it("a gift ends as the product does", async () => {
    at(0);
    const customer = await shop.buyer();
    const gift = ["--kind", "gift", "--sku", "week", "--amount", "2", "--days", "5"];
    await shop.operate("coupon", "grant", await shop.emailOf(customer), ...gift);
    const { items } = (await customer.call("coupons")).data;
    const couponId = items[0]?.id ?? "";
    await customer.call("placeOrder", { couponId, method: "coupon" });
    expect(await expires(customer)).toEqual([["residential", 2, 7]]);
  });

  it("CDKeys hold it: it ends when it would have, whoever redeems them or has them voided", async () => {
    at(0);
    const customer = await shop.buyer();
    await customer.call("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
    await buy(customer, "week", 3);
    await buy(customer, "traffic-standard", 3);
    const { data } = await customer.call("cdkeyMake", { kind: "traffic", amount: 2, count: 2 });
    const [first, second] = data.items;
    expect(await expires(customer)).toEqual([]);
    expect(await residential(customer)).toBe(2 * GB);
    const other = await shop.api.customer();
    await other.call("cdkeyUse", { code: first?.code ?? "" });
    await other.call("cdkeyUse", { code: second?.code ?? "" });
    expect(await expires(other)).toEqual([["residential", 3, 7]]);
    expect(await residential(other)).toBe(4 * GB);
    const more = await buy(customer, "week", 1);
    expect(more.quantity).toBe(1);
    await customer.call("cdkeyMake", { kind: "traffic", amount: 2, count: 1 });
    await shop.operate("cdkeys", "void", "--maker", await shop.emailOf(customer));
    expect(await expires(customer)).toEqual([["residential", 1, 7]]);
    expect(await residential(customer)).toBe(3 * GB);
    await inOrder();
  });
});

it("Warnings (spec/money#expiry) come 7 days and 1 day before, once, in one mail for all lots, in the header and by webhook", async () => {
  at(0);
  const customer = await shop.buyer();
  await buy(customer, "month", 2);
  at(0, 7_200_000);
  await buy(customer, "month", 1);
  await buy(customer, "mobile-month", 4);
  await warnOfLots(shop.services);
  at(22);
  await warnOfLots(shop.services);
  expect(await mailsOf(customer)).toEqual([]);
  at(23);
  await Promise.all([warnOfLots(shop.services), warnOfLots(shop.services)]);
  await warnOfLots(shop.services);
  const [mail, ...others] = await mailsOf(customer);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("3 GB (Residential) of traffic ends on");
  expect(mail?.text).toContain("4 GB (The mobile pool) of traffic ends on");
  const { notices } = (await customer.call("headerInit")).data;
  expect(notices.map(({ title }) => title.slice(0, 33))).toContain(
    "3 GB (Residential) of traffic end",
  );
  at(29);
  await warnOfLots(shop.services);
  await warnOfLots(shop.services);
  expect(await mailsOf(customer)).toHaveLength(2);
  at(30, 3 * 3_600_000);
  await warnOfLots(shop.services);
  await expire();
  expect(await mailsOf(customer)).toHaveLength(2);
  expect(await shop.held(customer)).toMatchObject({ residential: 0, mobile: 0 });
});
