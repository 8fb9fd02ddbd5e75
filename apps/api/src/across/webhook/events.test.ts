import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { webhookData } from "@turnpike/contract/webhook-events.ts";
import type { WebhookEvent } from "@turnpike/rules/webhook.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { give } from "../../products/cdkey/testing.ts";
import { grantCoupon } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { withStatics } from "../../products/static/renew-testing.ts";
import { givePlan } from "../../products/unlimited/give-testing.ts";
import {
  refundOf as requestRefund,
  cardOrder,
  received,
  settled,
} from "../../commerce/refund/testing.ts";
import { topUpWallets } from "../../commerce/top-up/job.ts";
import { buy, type Hooked, startBench } from "./testing.ts";

const bench = forTests(startBench);

const DAY = 86_400;
let made = 0;
/** A customer with a webhook for all events at its own path; `told` returns the data received. */
async function listener() {
  const path = `/events/${++made}`;
  const hooked = await bench.hooked(path);
  return { ...hooked, told: (...events: WebhookEvent[]) => toldAt(path, events) };
}
async function toldAt(path: string, events: WebhookEvent[]) {
  await bench.run();
  const came = bench.receiver.to(path).map(({ json }) => json);
  for (const { type, data, timestamp } of came) {
    const schema = webhookData[type as WebhookEvent].strict();
    expect([type, schema.safeParse(data).error?.issues]).toEqual([type, undefined]);
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  }
  const wanted: readonly string[] = events;
  return came.filter(({ type }) => wanted.includes(type)).map(({ data }) => data);
}
/** Recharges by card and has the provider report each of `outcomes`. */
async function recharge({ customer }: Hooked, amountCents: number, ...outcomes: string[]) {
  const { payUrl, paymentId } = await customer.get("recharge", { amountCents, method: "card" });
  for (const outcome of outcomes) await bench.shop.complete(payUrl, outcome);
  return { payUrl, paymentId };
}

it("account.arrears is sent when arrears begin and when they are paid, with the time when traffic stops", async () => {
  const hooked = await listener();
  const { payUrl } = await recharge(hooked, 5_000, "paid");
  const order = { sku: "ip-standard", quantity: 100, method: "wallet" };
  await hooked.customer.get("placeOrder", order);
  await bench.shop.refund(payUrl);
  const { arrears } = await hooked.customer.get("member");
  await recharge(hooked, arrears?.cents ?? 0, "paid");
  const ends = new Date(Date.parse(arrears?.since ?? "") + DAY * 1_000).toISOString();
  expect(await hooked.told("account.arrears")).toEqual([
    { state: "began", ...arrears, trafficEndsAt: ends },
    { state: "ended", cents: 0, since: null, trafficEndsAt: null },
  ]);
});

describe("order.paid", () => {
  it("is sent once for an order paid by wallet, however often it is requested", async () => {
    const { customer, told } = await listener();
    await bench.shop.fund(customer.id, 10_000);
    const requestId = "order-by-wallet";
    const wanted = { sku: "traffic-standard", quantity: 2, method: "wallet", requestId };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => customer.get("placeOrder", wanted)),
    );
    const order = all[0]?.order;
    expect(await told("order.paid")).toEqual([
      {
        orderNo: order?.orderNo,
        sku: "traffic-standard",
        kind: "traffic",
        quantity: 2,
        amountCents: order?.amountCents,
        discountCents: 0,
        method: "wallet",
        renewal: false,
        paidAt: order?.paidAt,
      },
    ]);
  });

  it("is sent once for an order by card, when its payment is received", async () => {
    const { customer, told } = await listener();
    const wanted = { sku: "traffic-standard", quantity: 1, method: "card" };
    const { order, payUrl = "" } = await customer.get("placeOrder", wanted);
    expect(await told("order.paid")).toEqual([]);
    for (let n = 0; n < 5; n++) await bench.shop.complete(payUrl, "paid");
    const paidAt = (await customer.get("orderList")).items[0]?.paidAt;
    expect(await told("order.paid", "recharge.paid")).toMatchObject([
      { orderNo: order.orderNo, method: "card", paidAt },
    ]);
  });

  it("is not sent for an order whose payment failed", async () => {
    const { customer, told } = await listener();
    const wanted = { sku: "traffic-standard", quantity: 1, method: "card" };
    const { payUrl = "" } = await customer.get("placeOrder", wanted);
    await bench.shop.complete(payUrl, "failed");
    expect(await told("order.paid", "recharge.paid")).toEqual([]);
  });
});

it("topup.failed is sent once, when the third refusal switches auto top-up off", async () => {
  const { customer, told } = await listener();
  const { services } = bench.shop;
  await bench.shop.complete((await customer.get("cardAdd")).url, "failed");
  const [card] = (await customer.get("cards")).items;
  const { password } = customer;
  const sums = { thresholdCents: 500, amountCents: 5_000, monthCents: 5_000 };
  await customer.get("autoTopUp", { enabled: 1, cardId: card?.id, password, ...sums });
  for (let hours = 0; hours < 5; hours++) {
    await bench.shop.pass(3_601);
    await topUpWallets(services);
  }
  const { stoppedAt } = await customer.get("autoTopUp");
  expect(await told("topup.failed")).toMatchObject([
    { amountCents: 5_000, refusals: 3, failedAt: stoppedAt },
  ]);
});

describe("recharge.paid and recharge.refunded", () => {
  it("are sent once each, despite five notifications", async () => {
    const hooked = await listener();
    const paid = Array(5).fill("paid") as string[];
    const { payUrl, paymentId } = await recharge(hooked, 5_000, ...paid);
    expect(await hooked.told("recharge.paid")).toMatchObject([
      { paymentId, method: "card", amountCents: 5_000, bonusCents: 0, surplus: false },
    ]);
    for (let n = 0; n < 5; n++) await bench.shop.refund(payUrl);
    expect(await hooked.told("recharge.refunded")).toMatchObject([
      { paymentId, amountCents: 5_000, refundedCents: 5_000, whole: true },
    ]);
  });

  it("report money received beyond an order's amount", async () => {
    const { customer, told } = await listener();
    const { order, paymentId, tell } = await cardOrder(bench.shop, customer, 10);
    await tell(settled(order.amountCents + 700));
    expect(await told("recharge.paid")).toMatchObject([
      { paymentId, surplus: true, amountCents: 700, bonusCents: 0 },
    ]);
    expect(await told("order.paid")).toMatchObject([{ orderNo: order.orderNo }]);
    expect((await customer.get("member")).walletCents).toBe(700);
  });
});

it("order.refunded reports the refunded amount and the total refunded so far", async () => {
  const { customer, told } = await listener();
  const orderNo = await buy(bench, customer, 2);
  const [order] = (await customer.get("orderList")).items;
  await requestRefund(bench.shop, orderNo, 100);
  await requestRefund(bench.shop, orderNo);
  const rest = (order?.amountCents ?? 0) - 100;
  expect(await told("order.refunded")).toMatchObject([
    { orderNo, amountCents: 100, refundedCents: 100, whole: false },
    { orderNo, amountCents: rest, refundedCents: rest + 100, whole: true, kind: "traffic" },
  ]);
});

it("refund.undone is sent once for a reversed refund, with the remaining refunded total", async () => {
  const { customer, told } = await listener();
  const bought = await cardOrder(bench.shop, customer, 10);
  const { paymentId, order } = bought;
  await bought.tell(received(order.amountCents));
  const small = await bought.giveBack(100);
  const disputed = await bought.giveBack(null, { kind: "dispute" });
  const rest = order.amountCents - 100;
  for (let n = 0; n < 3; n++) await bought.tell({ what: "refundUndone", ref: disputed });
  const of = { orderNo: order.orderNo, paymentId, reason: "" };
  expect(await told("refund.undone")).toMatchObject([
    { ...of, amountCents: rest, refundedCents: 100 },
  ]);
  await bought.tell({ what: "refundUndone", ref: small });
  const both = (await told("refund.undone")).filter((one) => one["amountCents"] === 100);
  expect(both).toMatchObject([{ ...of, refundedCents: 0 }]);
  // A refund that the provider never reported before is unknown here and causes no event.
  await bought.tell({ what: "refundUndone", ref: "re_unknown" });
  expect(await told("refund.undone")).toHaveLength(2);
});

it("traffic.low, wallet.low and expiry.soon are sent once when an alert begins, with mail on or off", async () => {
  const { customer, told } = await listener();
  await bench.shop.fund(customer.id, 500);
  await give(bench.shop.services, customer.id, { asset: "traffic", amount: 3_000_000_000 });
  const gift = { kind: "discount", percent: 15, minCents: 0 } as const;
  const coupon = await transaction(bench.shop.db, (tx) =>
    grantCoupon(bench.shop.services, tx, { accountId: customer.id, days: 2, gift }),
  );
  const thresholds = JSON.stringify({ trafficGb: 5, walletCents: 600, expiryDays: 3 });
  await customer.get("alerts", { thresholds, email: 0 });
  await customer.get("alerts", { thresholds, email: 1 });
  expect(await told("traffic.low")).toEqual([
    { leftBytes: 3_000_000_000, thresholdBytes: 5_000_000_000 },
  ]);
  expect(await told("wallet.low")).toEqual([{ leftCents: 500, thresholdCents: 600 }]);
  const { items } = await customer.get("coupons");
  expect(await told("expiry.soon")).toEqual([
    {
      kind: "coupon",
      id: coupon,
      name: "15% off any order",
      expiresAt: items.find(({ id }) => id === coupon)?.expiresAt,
    },
  ]);
});

describe("static IPs", () => {
  it("static.renewed is sent for each renewal, manual or automatic", async () => {
    const { customer, told } = await listener();
    const { ids, items } = await withStatics(bench.shop, {
      customer,
      num: 2,
      days: 7,
      credits: 3,
    });
    await customer.get("renewalStatic", { id: ids[0], days: 7, method: "wallet" });
    await customer.get("staticRenewalAuto", { id: ids[1], enabled: 1 });
    await bench.shop.advance(6 * DAY + 60);
    const days = 7 * DAY * 1_000;
    const until = (at: number) =>
      new Date(Date.parse(items[at]?.expiresAt ?? "") + days).toISOString();
    const by = (id: string | undefined) => items.findIndex((one) => one.id === id);
    const renewed = await told("static.renewed");
    expect(renewed).toMatchObject([
      { id: ids[0], term: "static", auto: false, orderNo: null, expiresAt: until(by(ids[0])) },
      { id: ids[1], term: "static", auto: true, orderNo: null, expiresAt: until(by(ids[1])) },
    ]);
  });

  it("static.renewalFailed and static.expired are sent once per expiry", async () => {
    const { customer, told } = await listener();
    const { ids } = await withStatics(bench.shop, {
      customer,
      num: 1,
      days: 7,
      auto: true,
    });
    await bench.shop.advance(6 * DAY + 60);
    await bench.shop.advance(60);
    expect(await told("static.renewalFailed", "static.expired")).toMatchObject([{ id: ids[0] }]);
    await bench.shop.advance(DAY);
    await bench.shop.advance(60);
    const [expired, ...more] = await told("static.expired");
    expect(more).toEqual([]);
    const { expiresAt, renewableUntilAt } = expired as Record<string, string>;
    expect(Date.parse(renewableUntilAt ?? "") - Date.parse(expiresAt ?? "")).toBe(DAY * 1_000);
    expect(await told("static.renewalFailed")).toHaveLength(1);
  });
});

describe("plan.expired", () => {
  it("is sent once when an unlimited plan expires, even if the scheduler was stopped", async () => {
    const { customer, told } = await listener();
    const plan = await givePlan(bench.shop.services, customer.id, { quantity: 2 });
    expect(await told("plan.expired")).toEqual([]);
    await bench.shop.advance(100 * DAY);
    await bench.shop.advance(60);
    expect(await told("plan.expired")).toMatchObject([
      { planId: plan.id, kind: "port", quantity: 2 },
    ]);
  });

  it("is sent again after the expiry was changed", async () => {
    const { customer, told } = await listener();
    const plan = await givePlan(bench.shop.services, customer.id, { quantity: 1 });
    const { db, world } = bench.shop.services;
    const endsIn = (ms: number) =>
      sql`update unlimited_plan set expires_at = ${new Date(world.now() + ms)}
        where id = ${plan.id}`.execute(db);
    await endsIn(30_000);
    for (let n = 0; n < 3; n++) await bench.shop.advance(60);
    expect(await told("plan.expired")).toHaveLength(1);
    await endsIn(30_000);
    await bench.shop.advance(60);
    expect(await told("plan.expired")).toHaveLength(2);
  });
});
