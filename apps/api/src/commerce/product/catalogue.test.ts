/** Products that no code knows: made, sold, used, refunded, withdrawn (spec/money#products). */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { langs } from "@turnpike/contract/refusals.ts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { folderForTests, forTests } from "@turnpike/net/testing/for-tests.ts";
import { perform } from "../../across/operator/acts/act.ts";
import { addProduct } from "../../across/operator/acts/products.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { download, ticketOf } from "../../identity/ticket/testing.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { bucketsOf } from "../../ledger/testing.ts";
import { buyer } from "../../products/unlimited/buy-testing.ts";
import { commandLine } from "../../platform/audit/audit.ts";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { canReadPdf, pdfText } from "../invoice/testing.ts";
import { refundOf } from "../refund/testing.ts";
import { names, nameIn, mobile, kinds } from "./catalogue-testing.ts";

const folder = folderForTests();
const shop = forTests(startShop);
afterEach(async () => {
  const { difference } = await verifyAccounting(shop.db);
  if (difference !== null) throw new Error(difference);
});

function fileOf(value: unknown): string {
  const file = path.join(folder, "product.json");
  writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
  return file;
}
const operator = (...words: string[]) => operateJson(shop.services, ...words);
const add = (value: unknown) => operator("products", "add", fileOf(value));
const set = (sku: string, value: unknown) => operator("products", "set", sku, fileOf(value));

const listed = async (customer: Customer, lang = "en") =>
  (await customer.get("orderList", { lang })).items;

describe("products add (spec/money#products)", () => {
  it("puts a product on sale that no code knows, with its texts in the caller's language", async () => {
    const { code, said, error } = await add(mobile);
    expect([code, error]).toEqual([0, ""]);
    expect(said).toMatchObject({ sku: "mobile-4g", onSale: true, pool: "residential" });
    const { data } = await shop.ask("priceList", { lang: "de" });
    expect(data.products[0]).toEqual({
      sku: "mobile-4g",
      kind: "traffic",
      unit: "GB",
      enterprise: false,
      trial: false,
      days: null,
      validDays: null,
      identity: null,
      name: "Mobilfunk 4G",
      description: "Phones in 20 countries",
      badge: "Neu",
      minQty: 2,
      maxQty: 500,
      stepQty: 2,
      region: null,
      tiers: mobile.tiers,
    });
    const rows = (await operator("products", "list")).said as { sku: string }[];
    const { "zh-tw": zh, ...known } = names;
    const row = { ...mobile, name: { ...known, zh }, enterprise: false, trial: false, days: null };
    const more = { pool: "residential", region: null, validDays: null, onSale: true };
    expect(rows[0]).toEqual({ ...row, ...more, version: expect.any(String) });
    expect(rows.find(({ sku }) => sku === "short-3")).toMatchObject({
      kind: "staticShort",
      name: { en: "Short-term ISP proxy, 3 days" },
      unit: "proxy",
      min: 1,
      max: 1e4,
      step: 1,
      sort: 90,
    });
  });

  it("refuses a file in one line that names the field", async () => {
    // Each field's rules: contract/product-file.test.ts, rules/product.test.ts.
    for (const [wrong, line] of [
      [{ ...mobile, sku: "x1", colour: "red" }, "colour: unknown field"],
      [mobile, "sku: another product has it"],
      [{ ...mobile, sku: "x1", pool: "nowhere" }, "pool: no pool is named nowhere"],
      ["{", "file: is not JSON"],
    ] as const) {
      const { code, error } = await operate(shop.services, "products", "add", fileOf(wrong));
      expect([line, code]).toEqual([line, 1]);
      expect(error.trim().split("\n")).toHaveLength(1);
      expect(error).toContain(line);
    }
  });
});

describe("products set (spec/money#products)", () => {
  it("changes the fields that the file has; what was sold keeps its price", async () => {
    const product = { ...kinds[1], sku: "changed-ip", sort: 900 };
    expect((await add(product)).code).toBe(0);
    const customer = await buyer(shop, 1_000);
    const wanted = { sku: "changed-ip", quantity: 10, method: "wallet" };
    const { order } = await customer.get("placeOrder", wanted);
    expect(order.amountCents).toBe(200);
    const tiers = [{ fromQty: 1, unitMicros: 500_000 }];
    const { said, error } = await set("changed-ip", { name: { en: "Dearer IPs" }, tiers });
    expect(error).toBe("");
    expect(said).toMatchObject({ name: { en: "Dearer IPs" }, unit: "IP", max: 100, tiers });
    expect((await customer.get("quote", wanted)).totalCents).toBe(500);
    expect((await listed(customer))[0]).toMatchObject({ name: "Dearer IPs", amountCents: 200 });
    expect((await set("changed-ip", { kind: "traffic", unit: "GB" })).error).toContain(
      "kind: cannot change",
    );
    expect((await set("changed-ip", { sku: "another" })).error).toContain("sku: cannot change");
    expect((await set("nothing", {})).error).toContain("no product with the SKU nothing");
  });

  it("renames a shipped product, which keeps its prices", async () => {
    expect((await set("ip-enterprise", { name: { en: "IPs for firms" } })).error).toBe("");
    const { data } = await shop.ask("priceList", { lang: "ru" });
    const renamed = data.products.find(({ sku }) => sku === "ip-enterprise");
    expect(renamed).toMatchObject({ name: "IPs for firms", minQty: 10_000, enterprise: true });
  });

  it("keeps a price for the smallest order, also with what is scheduled", async () => {
    const { sku } = { ...kinds[1], sku: "ahead-ip" };
    await add({ ...kinds[1], sku, tiers: [{ fromQty: 1, unitMicros: 1 }] });
    const later = ["--at", "2027-01-01T00:00:00Z"];
    await operator("prices", "set", sku, "5", "100", ...later);
    await operator("prices", "remove", sku, "5", "--at", "2027-02-01T00:00:00Z");
    const fewer = [{ fromQty: 2, unitMicros: 9 }];
    expect((await set(sku, { tiers: fewer })).error).toContain("tiers: none prices");
    expect((await set(sku, { min: 2, tiers: fewer })).error).toBe("");
  });
});

describe("products remove and products off (spec/money#products)", () => {
  it("remove only what was never sold", async () => {
    await add({ ...kinds[1], sku: "never-sold" });
    const gone = await operate(shop.services, "products", "remove", "never-sold");
    expect([gone.code, gone.error]).toEqual([0, ""]);
    expect((await operator("products", "remove", "never-sold")).code).toBe(1);
    const customer = await buyer(shop, 1_000);
    await add({ ...kinds[1], sku: "once-sold" });
    await customer.get("placeOrder", { sku: "once-sold", quantity: 1, method: "wallet" });
    const kept = await operate(shop.services, "products", "remove", "once-sold");
    expect(kept).toMatchObject({ code: 1 });
    expect(kept.error).toContain("once-sold was sold");
  });

  it("take it off sale: old orders stay readable, new ones are refused", async () => {
    const customer = await buyer(shop, 1_000);
    await add({ ...kinds[1], sku: "withdrawn", name: { en: "Old IPs", de: "Alte IPs" } });
    await customer.get("placeOrder", { sku: "withdrawn", quantity: 1, method: "wallet" });
    expect((await operator("products", "off", "withdrawn")).code).toBe(0);
    expect((await listed(customer, "de"))[0]).toMatchObject({ name: "Alte IPs" });
    const again = { sku: "withdrawn", quantity: 1, method: "wallet" };
    expect((await customer.ask("placeOrder", again)).refused.reason).toBe("unknownSku");
    expect((await operator("products", "on", "withdrawn")).code).toBe(0);
    expect((await customer.ask("placeOrder", again)).code).toBe(0);
  });
});

describe("a product that no code knows (spec/money#products)", () => {
  beforeAll(async () => {
    const { services } = shop;
    for (const file of kinds)
      await perform(services, addProduct, { actor: commandLine, input: { file } });
  });

  it.each(kinds)("is paid by card, delivered and refunded: $kind", async (product) => {
    const customer = await buyer(shop, 0);
    const before = await bucketsOf(shop.services, customer.id);
    const quantity = product.min;
    const wanted = { sku: product.sku, quantity, method: "card" };
    const { order, payUrl = "" } = await customer.get("placeOrder", wanted);
    expect(await shop.complete(payUrl, "paid")).toBe("paid");
    const [paid] = await listed(customer);
    expect(paid).toMatchObject({ orderNo: order.orderNo, status: "paid", sku: product.sku });
    expect(paid?.kind).toBe(product.kind === "staticShort" ? "short" : product.kind);
    expect(await deliveredOf(customer, product.kind)).toEqual(
      isPlan(product.kind)
        ? [{ quantity, status: "active", region: "region" in product ? product.region : "global" }]
        : [product.kind === "traffic" ? quantity * 1_000_000_000 : quantity],
    );
    expect(await refundOf(shop, order.orderNo)).toBeTruthy();
    expect((await listed(customer))[0]).toMatchObject({ status: "refunded" });
    expect(await bucketsOf(shop.services, customer.id)).toEqual(before);
  });

  it("is bought from the wallet with /v1/order, plans too", async () => {
    const customer = await buyer(shop, 2_000);
    const wanted = { sku: "sold-port", quantity: 2, method: "wallet" };
    expect((await customer.get("placeOrder", wanted)).order.status).toBe("paid");
    expect((await customer.get("portOrders")).items).toHaveLength(1);
    expect((await customer.get("member")).walletCents).toBe(400);
    // The shipped ones are sold by region (spec/money#prices).
    const shipped = await customer.ask("placeOrder", { ...wanted, sku: "port-europe-30" });
    expect(shipped.refused.reason).toBe("unknownSku");
  });

  it("gives static IPs by its credits, and renews them for the least that the period costs", async () => {
    const customer = await buyer(shop, 10_000);
    const place = { country: "US", city: "New York", days: 30, num: 1 };
    await customer.get("placeOrder", { sku: "sold-static", quantity: 1, method: "wallet" });
    const { items, walletCents } = await customer.get("staticUse", place);
    expect([items.length, walletCents]).toEqual([1, 0]);
    const ids = items[0]?.id;
    // The shipped one costs 5.00, this one 4.00.
    expect(await customer.get("staticRenewal", { ids, days: 30 })).toMatchObject({
      walletCents: 400,
    });
    const renewed = await customer.get("renewalStatic", { id: ids, days: 30, method: "wallet" });
    expect(renewed.order).toMatchObject({ sku: "sold-static", amountCents: 400, renewal: true });
    await operator("products", "off", "static-30");
    expect((await customer.get("staticRenewal", { ids, days: 30 })).walletCents).toBe(400);
    await operator("products", "on", "static-30");
  });

  it("has its name in the shop, orders and receipts of six languages, as text", async () => {
    for (const lang of langs) {
      const customer = await shop.customer({ lang, cents: 10_000 });
      const buy = { sku: "sold-traffic", quantity: 2, method: "wallet", lang };
      const { order } = await customer.get("placeOrder", buy);
      expect([lang, order.name]).toEqual([lang, nameIn(lang)]);
      expect((await listed(customer, lang))[0]?.name).toBe(nameIn(lang));
      const { data } = await shop.ask("priceList", { lang });
      expect(data.products.map(({ name }) => name)).toContain(nameIn(lang));
      const [mail] = (await mailsTo(shop, customer.email)).filter(({ text }) =>
        text.includes(order.orderNo),
      );
      expect(mail?.text).toContain(nameIn(lang));
    }
  });

  it.skipIf(!canReadPdf)("has its name in the invoice", async () => {
    const customer = await buyer(shop, 10_000);
    const buy = { sku: "sold-traffic", quantity: 2, method: "wallet" };
    const { order } = await customer.get("placeOrder", buy);
    const ticket = await ticketOf(customer, { what: "invoice", orderNo: order.orderNo });
    const answer = await download(shop, "/v1/invoice", ticket);
    const text = pdfText(Buffer.from(await answer.arrayBuffer()));
    expect(text).toContain("Mobile <b>4G</b> **fast** & more");
  });
});

const isPlan = (kind: string) => kind === "port" || kind === "bandwidth";

/** What an order gave its buyer: the newest plan, or the amounts in his buckets. */
async function deliveredOf(customer: Customer, kind: string): Promise<unknown[]> {
  if (!isPlan(kind)) return Object.values(await bucketsOf(shop.services, customer.id));
  const { items } = await customer.get(kind === "port" ? "portOrders" : "bandwidthOrders");
  return items.slice(0, 1).map(({ quantity, status, region }) => ({ quantity, status, region }));
}
