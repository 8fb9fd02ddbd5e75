/**
 * Ordering unlimited plans (spec/unlimited#ordering): prices, the order of refusals, the created
 * plan.
 */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { grantCoupon, type CouponBenefit } from "../../commerce/coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import {
  orderPlan,
  buyer,
  DAY_MS,
  setFreeCapacity,
  numbersOf,
  onePort,
  buyWithWallet,
  plansOf,
} from "./buy-testing.ts";
import { assertAccounting } from "../../../testing/verify-accounting.ts";

const shop = forTests(startShop);
afterEach(() => assertAccounting(shop.services));

const portsOf = async (planId: string) => {
  const { rows } = await sql<{
    name: string;
    verifier: string;
    rotation_minutes: number;
    country: string | null;
    format: string;
  }>`select name, verifier, rotation_minutes, country, format from unlimited_port
    where plan_id = ${planId} order by place`.execute(shop.db);
  return rows;
};

describe("the regions in which plans are sold", () => {
  it("are listed with name, host, stock, prices by days, and the countries that have exits", async () => {
    const customer = await buyer(shop);
    const { regions } = await customer.get("portServers");
    expect(regions.map(({ region }) => region)).toEqual([
      "north-america",
      "europe",
      "asia",
      "south-america",
      "oceania",
      "africa",
      "global",
    ]);
    const europe = regions.find(({ region }) => region === "europe");
    expect(europe).toMatchObject({
      name: "Europe",
      host: "127.0.0.1",
      stock: 2000,
      unitMicros: { 7: 3_000_000, 30: 9_000_000, 90: 24_000_000 },
    });
    const germany = europe?.countries.find(({ code }) => code === "DE");
    expect(germany).toMatchObject({ name: "Germany", exits: expect.any(Number) });
    expect(europe?.countries.some(({ code }) => code === "US")).toBe(false);
    const worldwide = regions.at(-1)?.countries.map(({ code }) => code);
    expect(worldwide).toEqual(expect.arrayContaining(["US", "DE", "JP"]));
    const { regions: byMbps } = await customer.get("bandwidthServers", { lang: "de" });
    expect(byMbps.at(-1)).toMatchObject({
      name: "Weltweit",
      stock: 20_000,
      unitMicros: { 7: 450_000, 30: 1_400_000, 90: 3_800_000 },
    });
  });

  it("are omitted, and orders refused, if one of their periods is not on sale", async () => {
    const customer = await buyer(shop, 100_000);
    await sql`update product set on_sale = false where sku = 'port-asia-90'`.execute(shop.db);
    const names = async (call: "portServers" | "bandwidthServers") =>
      (await customer.get(call)).regions.map(({ region }) => region);
    expect(await names("portServers")).not.toContain("asia");
    expect(await names("bandwidthServers")).toContain("asia");
    const refused = { reason: "badRegion", field: "region" };
    expect(await orderPlan(customer, { region: "asia" })).toMatchObject({ code: 400, refused });
    await sql`update product set on_sale = true where sku = 'port-asia-90'`.execute(shop.db);
    expect((await orderPlan(customer, { region: "asia" })).code).toBe(0);
  });

  it("have no stock without exits, free numbers, or capacity set by the operator", async () => {
    const { services } = shop;
    const customer = await buyer(shop, 10_000_000);
    const stock = async (call: "portServers" | "bandwidthServers", region: string) =>
      (await customer.get(call)).regions.find((one) => one.region === region)?.stock;
    await setFreeCapacity(services, "africa", { ports: 3, mbps: 250 });
    expect(await stock("portServers", "africa")).toBe(3);
    expect(await stock("bandwidthServers", "africa")).toBe(200);
    await buyWithWallet(shop, customer, { region: "africa", quantity: 3 });
    expect(await stock("portServers", "africa")).toBe(0);
    await setFreeCapacity(services, "africa", { ports: -2 });
    expect(await stock("portServers", "africa")).toBe(0);
    await sql`update exit set retired_at = now() where product = 'unlimited' and country = any(
      '{AU,NZ,FJ,PG}')`.execute(services.db);
    expect(await stock("portServers", "oceania")).toBe(0);
    expect(await stock("bandwidthServers", "oceania")).toBe(0);
    const soldOut = { reason: "insufficientCapacity", short: "stock" };
    const answer = await orderPlan(customer, { region: "oceania" });
    expect(answer).toMatchObject({ code: 402, refused: soldOut });
    const { rows } = await sql<{ ports: number }>`
      select count(*)::int as ports from unlimited_port where released_at is null`.execute(
      services.db,
    );
    const free = services.env.UNLIMITED_PORTS.length - (rows[0]?.ports ?? 0);
    await setFreeCapacity(services, "global", { ports: 100_000 });
    expect(await stock("portServers", "global")).toBe(free);
    const later = new Date(services.world.now() + 1000);
    await sql`insert into unlimited_bad_number (port, until) values (29000, ${later}),
      (29001, ${new Date(0)})`.execute(services.db);
    expect(await stock("portServers", "global")).toBe(free - 1);
  });
});

describe("an order paid from the wallet", () => {
  it("for ports costs their price and creates each with its own account and password", async () => {
    const customer = await buyer(shop, 3000);
    const before = shop.services.world.now();
    const answer = await customer.get("orderUnlimit", { ...onePort, quantity: 3 });
    expect(answer.order).toMatchObject({
      name: "Unlimited port, Europe, 30 days",
      sku: "port-europe-30",
      quantity: 3,
      amountCents: 2700,
      status: "paid",
      renewal: false,
    });
    const id = answer.plan?.id ?? "";
    expect(answer.planId).toBe(id);
    expect(answer.plan).toMatchObject({
      orderNo: answer.order.orderNo,
      kind: "port",
      region: "europe",
      quantity: 3,
      mbps: 15,
      days: 30,
      ports: 3,
      status: "active",
    });
    const started = Date.parse(answer.plan?.startedAt ?? "");
    expect(started).toBeGreaterThanOrEqual(before);
    expect(Date.parse(answer.plan?.expiresAt ?? "")).toBe(started + 30 * DAY_MS);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 300 });
    const ports = await portsOf(id);
    expect(new Set(ports.map(({ name }) => name)).size).toBe(3);
    expect(new Set(ports.map(({ verifier }) => verifier)).size).toBe(3);
    for (const port of ports)
      expect(port).toMatchObject({
        name: expect.stringMatching(/^[0-9A-Za-z]{10}$/),
        rotation_minutes: 10,
        country: null,
        format: "{host}:{port}:{user}:{password}",
      });
    const [mail] = await mailsTo(shop, customer.email);
    expect(mail?.text).toContain("Unlimited port, Europe, 30 days");
  });

  it("for Mbps creates one port with all the bandwidth", async () => {
    const customer = await buyer(shop, 42_000);
    const fields = { kind: "bandwidth", region: "global", quantity: 300 };
    const { data } = await orderPlan(customer, fields);
    expect(data.order).toMatchObject({ sku: "bandwidth-global-30", amountCents: 42_000 });
    expect(data.plan).toMatchObject({ kind: "bandwidth", quantity: 300, mbps: 300, ports: 1 });
    expect(await portsOf(data.planId ?? "")).toHaveLength(1);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({});
  });

  it("repeated with its requestId creates one plan and returns the same response", async () => {
    const customer = await buyer(shop, 100_000);
    const fields = { requestId: "one-plan-alone", quantity: 2 };
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => orderPlan(customer, fields)),
    );
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([0]));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await plansOf(shop.services, customer.id)).toHaveLength(1);
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 98_200 });
    const other = await orderPlan(customer, { ...fields, quantity: 3 });
    expect(other.code).toBe(409);
  }, 60_000);

  it("assigns numbers never used before, then those released longest ago", async () => {
    const customer = await buyer(shop);
    const first = await buyWithWallet(shop, customer, { quantity: 2 });
    const second = await buyWithWallet(shop, customer);
    const given = await numbersOf(shop.services, first.id);
    const [other] = await numbersOf(shop.services, second.id);
    expect([...given, other]).toEqual([given[0], (given[0] ?? 0) + 1, (given[0] ?? 0) + 2]);
    const release = async (planId: string, at: Date) => {
      await sql`update unlimited_port set released_at = ${at} where plan_id = ${planId}`.execute(
        shop.db,
      );
      await sql`update unlimited_plan set released_at = expires_at where id = ${planId}`.execute(
        shop.db,
      );
    };
    const stock = async () =>
      (await customer.get("portServers")).regions.find(({ region }) => region === "europe")?.stock;
    const before = (await stock()) ?? 0;
    await release(second.id, new Date(1));
    await release(first.id, new Date(2));
    expect(await stock()).toBe(before + 3);
    const { UNLIMITED_PORTS: all } = shop.services.env;
    shop.services.env.UNLIMITED_PORTS = [...given, other ?? 0, 29_999];
    const next = await buyWithWallet(shop, customer, { quantity: 3 });
    shop.services.env.UNLIMITED_PORTS = all;
    expect(await numbersOf(shop.services, next.id)).toEqual([29_999, other, given[0]]);
  });
});

describe("an order is refused", () => {
  const short = { reason: "insufficientBalance", short: "wallet" };
  const soldOut = { reason: "insufficientCapacity", short: "stock" };
  it.each([
    [{ kind: "both" }, 400, { reason: "badField", field: "kind" }],
    [{ region: "mars" }, 400, { reason: "badRegion", field: "region" }],
    [{ region: undefined }, 400, { field: "region" }],
    [{ quantity: 0 }, 400, { reason: "badQuantity", field: "quantity" }],
    [{ quantity: 1001 }, 400, { reason: "badQuantity", field: "quantity" }],
    [{ kind: "bandwidth", quantity: 150 }, 400, { reason: "badBandwidth", field: "quantity" }],
    [{ kind: "bandwidth", quantity: 50 }, 400, { reason: "badBandwidth", field: "quantity" }],
    [{ days: 31 }, 400, { reason: "badDays", field: "days" }],
    [{ method: "coupon" }, 400, { reason: "badMethod", field: "method" }],
    [{ couponId: "nothing", quantity: 1000 }, 404, { reason: "couponNotFound" }],
    [{}, 402, short],
    [{ region: "south-america" }, 402, soldOut],
    [{ region: "south-america", method: "card" }, 402, soldOut],
  ])("%o: %i", async (fields, code, refused) => {
    await setFreeCapacity(shop.services, "south-america", { ports: 0 });
    const customer = await buyer(shop, 100);
    expect(await orderPlan(customer, fields)).toMatchObject({ code, refused });
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 100 });
    expect((await customer.get("orderList")).total).toBe(0);
    expect(await plansOf(shop.services, customer.id)).toEqual([]);
  });

  it("by /v1/order, which sells nothing by region", async () => {
    const customer = await buyer(shop, 100_000);
    const fields = { sku: "port-europe-30", quantity: 1, method: "wallet" };
    const refused = { reason: "unknownSku", field: "sku" };
    expect(await customer.ask("placeOrder", fields)).toMatchObject({ code: 400, refused });
  });

  it("without a session", async () => {
    expect((await shop.ask("orderUnlimit", {})).code).toBe(300);
  });
});

describe("a coupon", () => {
  const grant = async (accountId: string, gift: CouponBenefit) =>
    transaction(shop.db, (tx) => grantCoupon(shop.services, tx, { accountId, days: 30, gift }));

  it("discounts an order by its percentage, once", async () => {
    const customer = await buyer(shop, 10_000);
    const couponId = await grant(customer.id, { kind: "discount", percent: 50, minCents: 900 });
    const quoted = { sku: "port", region: "europe", days: 30, quantity: 2, couponId };
    expect(await customer.get("quote", quoted)).toMatchObject({ listCents: 1800, totalCents: 900 });
    const { data } = await orderPlan(customer, { quantity: 2, couponId });
    expect(data.order.amountCents).toBe(900);
    const again = await orderPlan(customer, { quantity: 2, couponId });
    expect(again).toMatchObject({ code: 409, refused: { reason: "couponUsed" } });
  });

  it("is refused below its minimum amount, and so is a gift of another product", async () => {
    const customer = await buyer(shop, 10_000);
    const high = await grant(customer.id, { kind: "discount", percent: 50, minCents: 901 });
    const below = await orderPlan(customer, { couponId: high });
    expect(below).toMatchObject({ code: 409, refused: { reason: "couponBelowMinimum" } });
    const gift = await grant(customer.id, { kind: "gift", sku: "traffic-standard", amount: 1 });
    const other = await orderPlan(customer, { couponId: gift });
    expect(other).toMatchObject({ code: 409, refused: { reason: "couponNotForThis" } });
    expect(await bucketsOf(shop.services, customer.id)).toEqual({ "wallet main": 10_000 });
  });

  it("of 100 % creates the plan at once, even by card", async () => {
    const customer = await buyer(shop);
    const couponId = await grant(customer.id, { kind: "discount", percent: 100, minCents: 0 });
    const { data } = await orderPlan(customer, { couponId, method: "card" });
    expect(data.order).toMatchObject({ amountCents: 0, status: "paid" });
    expect(data.plan?.id).toBe(data.planId);
    expect(data.paymentId).toBeUndefined();
  });
});
