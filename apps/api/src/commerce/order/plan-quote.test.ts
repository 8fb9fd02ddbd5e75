/** Prices of products sold by region (spec/money#prices). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { type Fields, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);
const customer = forTests(() => shop.customer());

const quote = (fields: Fields) => customer.ask("quote", { quantity: 1, ...fields });

describe("a quote for a plan", () => {
  it.each([
    [{ sku: "port", region: "europe", days: 7, quantity: 3 }, 900],
    [{ sku: "port", region: "global", days: 90, quantity: 1000 }, 2_400_000],
    [{ sku: "port-europe-30", quantity: 2 }, 1800],
    [{ sku: "port-north-america-30", region: "north-america", days: 30, quantity: 2 }, 1800],
    [{ sku: "port-north-america-7", region: "europe", days: 90, quantity: 2 }, 4800],
    [{ sku: "port-europe-90", days: 7, quantity: 2 }, 600],
    [{ sku: "bandwidth", region: "africa", days: 30, quantity: 100 }, 14_000],
    [{ sku: "bandwidth-south-america-90", quantity: 10_000 }, 3_800_000],
  ])("%o costs %i cents", async (fields, totalCents) => {
    const { code, data } = await quote(fields);
    expect([code, data.totalCents]).toEqual([0, totalCents]);
  });

  it.each([
    [{ sku: "port" }, "badRegion", "region"],
    [{ sku: "port", region: "mars", days: 7 }, "badRegion", "region"],
    [{ sku: "port", region: "europe" }, "badDays", "days"],
    [{ sku: "port", region: "europe", days: 3 }, "badDays", "days"],
    [{ sku: "port", region: "europe", days: 8 }, "badDays", "days"],
    [{ sku: "port-europe-30", region: "mars" }, "badRegion", "region"],
    [{ sku: "port-europe-30", days: 8 }, "badDays", "days"],
    [{ sku: "port-europe-8" }, "unknownSku", "sku"],
    [{ sku: "port-mars-7" }, "unknownSku", "sku"],
    [{ sku: "static-30", days: 7 }, "badDays", "days"],
    [{ sku: "port-europe-30", quantity: 1001 }, "badQuantity", "quantity"],
    [{ sku: "bandwidth-europe-30", quantity: 99 }, "badBandwidth", "quantity"],
    [{ sku: "bandwidth-europe-30", quantity: 150 }, "badBandwidth", "quantity"],
    [{ sku: "bandwidth-europe-30", quantity: 10_100 }, "badBandwidth", "quantity"],
  ])("%o is refused: %s", async (fields, reason, field) => {
    expect(await quote(fields)).toMatchObject({ code: 400, refused: { reason, field } });
  });

  it("is refused for a new plan if /v1/orderUnlimit would refuse it, but not for a renewal", async () => {
    await sql`update product set on_sale = false where sku = 'port-asia-90'`.execute(shop.db);
    const refused = { reason: "badRegion", field: "region" };
    const fields = { region: "asia", days: 7, quantity: 1 };
    expect(await quote({ sku: "port", ...fields })).toMatchObject({ code: 400, refused });
    const order = { kind: "port", ...fields, method: "wallet" };
    expect(await customer.ask("orderUnlimit", order)).toMatchObject({ code: 400, refused });
    expect((await quote({ sku: "bandwidth", ...fields, quantity: 100 })).code).toBe(0);
    expect((await quote({ sku: "port-asia-7" })).data.totalCents).toBe(300);
    const gone = { code: 400, refused: { reason: "unknownSku" } };
    expect(await quote({ sku: "port-asia-90" })).toMatchObject(gone);
    await sql`update product set on_sale = true where sku = 'port-asia-90'`.execute(shop.db);
    expect((await quote({ sku: "port", ...fields })).data.totalCents).toBe(300);
  });

  it("ignores the region of products that are not sold by region", async () => {
    expect((await quote({ sku: "traffic-standard", region: "europe" })).code).toBe(0);
  });

  it("uses the tier that the whole quantity reaches, as the order does", async () => {
    await sql`insert into price_tier (sku, from_qty, unit_micros)
      values ('port-africa-30', 10, 8000000)`.execute(shop.db);
    const price = async (quantity: number) =>
      (await quote({ sku: "port-africa-30", quantity })).data.totalCents;
    expect(await price(9)).toBe(8100);
    expect(await price(10)).toBe(8000);
    await shop.fund(customer.id, 8000);
    const fields = { kind: "port", region: "africa", quantity: 10, days: 30, method: "wallet" };
    const { order } = await customer.get("orderUnlimit", fields);
    expect(order.amountCents).toBe(8000);
  });

  it("accepts a discount, but no gift coupon for another product", async () => {
    const grant = (gift: Parameters<typeof grantCoupon>[2]["gift"]) =>
      transaction(shop.db, (tx) =>
        grantCoupon(shop.services, tx, { accountId: customer.id, days: 1, gift }),
      );
    const half = await grant({ kind: "discount", percent: 50, minCents: 0 });
    const fields = { sku: "port", region: "europe", days: 30, quantity: 2 };
    expect((await quote({ ...fields, couponId: half })).data).toMatchObject({
      listCents: 1800,
      discountCents: 900,
      totalCents: 900,
    });
    const gift = await grant({ kind: "gift", sku: "ip-standard", amount: 2 });
    const refused = { reason: "couponNotForThis" };
    expect(await quote({ ...fields, couponId: gift })).toMatchObject({ code: 409, refused });
  });
});

it("The price list includes region and quantity step of products sold by region", async () => {
  const { products } = await customer.get("priceList", { lang: "fr" });
  expect(products.find(({ sku }) => sku === "bandwidth-europe-90")).toMatchObject({
    kind: "bandwidth",
    name: "Bande passante illimitée, Europe, 90 jours",
    unit: "Mbit/s",
    region: "europe",
    days: 90,
    minQty: 100,
    maxQty: 10_000,
    stepQty: 100,
    tiers: [{ fromQty: 100, unitMicros: 3_800_000 }],
  });
  expect(products.find(({ sku }) => sku === "static-30")).toMatchObject({
    region: null,
    stepQty: 1,
  });
  expect(products.filter(({ kind }) => kind === "port")).toHaveLength(21);
});
