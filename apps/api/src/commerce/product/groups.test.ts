/** Customers with prices of their own (spec/money#prices-for-some). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { lockAccount } from "../../identity/account/account-lock.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { transaction } from "../../platform/db/database.ts";

const shop = forTests(startShop);
beforeAll(async () => {
  await json("groups", "add", "vip");
  await json("groups", "add", "Resellers 2");
});

const sku = "traffic-standard";
async function json(...words: string[]) {
  const { code, error, said } = await operateJson(shop.services, ...words);
  if (code !== 0) throw new Error(error);
  return said;
}
const set = (fromQty: number, micros: number, ...more: string[]) =>
  json("prices", "set", sku, `${fromQty}`, `${micros}`, ...more);
async function member(group: string | null): Promise<Customer> {
  const customer = await shop.customer({ cents: 10_000_000, lasting: true });
  if (group !== null) await json("account", "group", customer.email, group);
  return customer;
}
const tiersOf = async (customer: Customer) =>
  (await customer.get("priceList")).products.find((one) => one.sku === sku)?.tiers ?? [];
const priceOf = async (customer: Customer, quantity = 10) =>
  (await customer.get("quote", { sku, quantity })).totalCents;
const order = (customer: Customer, quantity = 10) =>
  customer.get("placeOrder", { sku, quantity, method: "wallet" });

describe("A group's price (spec/money#prices-for-some)", () => {
  it("is seen and paid by its customers only, from its first quantity on", async () => {
    await set(10, 1_000_000, "--group", "vip");
    const [vip, other, visitor] = [
      await member("vip"),
      await member(null),
      await shop.ask("priceList"),
    ];
    expect(await tiersOf(vip)).toEqual([
      { fromQty: 1, unitMicros: 3_500_000 },
      { fromQty: 10, unitMicros: 1_000_000 },
    ]);
    expect(await tiersOf(other)).toHaveLength(5);
    const seen = visitor.data.products.find((one) => one.sku === sku)?.tiers;
    expect(seen).toEqual(await tiersOf(other));
    expect([await priceOf(vip), await priceOf(vip, 5), await priceOf(vip, 500)]).toEqual([
      1_000, 1_750, 50_000,
    ]);
    expect(await priceOf(other)).toBe(3_000);
    expect((await order(vip)).order.amountCents).toBe(1_000);
    expect((await order(other)).order.amountCents).toBe(3_000);
    const cheap = (customer: Customer) => customer.get("cheapestPlan");
    const micros = async (customer: Customer) =>
      (await cheap(customer)).plans.find((one) => one.sku === sku)?.unitMicros;
    expect(await micros(vip)).toBe(await micros(other));
    const list = await json("prices", "list", "--group", "vip");
    expect(list.find((one: { sku: string }) => one.sku === sku).tiers).toHaveLength(2);
  });

  it("is given while the customer buys, and by two members of the staff at once", async () => {
    const customer = await member(null);
    const give = () => json("account", "group", customer.email, "vip");
    await transaction(shop.db, async (tx) => {
      await lockAccount(tx, customer.id);
      expect(await Promise.all([give(), give()])).toMatchObject([{ group: "vip" }, {}]);
    });
  });

  it("counts from the next order after a customer joins or leaves", async () => {
    const customer = await member(null);
    await order(customer);
    const joined = await json("account", "group", customer.email, "vip");
    expect(joined).toMatchObject({ email: customer.email, group: "vip" });
    expect((await order(customer)).order.amountCents).toBe(1_000);
    expect(await json("account", "group", customer.email, "none")).toMatchObject({ group: null });
    expect((await order(customer)).order.amountCents).toBe(3_000);
    const { items } = await customer.get("orderList");
    expect(items.map(({ amountCents }) => amountCents)).toEqual([3_000, 1_000, 3_000]);
  });

  it("can be scheduled, apart from the list price and from other groups", async () => {
    const [reseller, other] = [await member("Resellers 2"), await member(null)];
    const at = new Date(shop.services.world.now() + 3_600_000).toISOString();
    const planned = await set(1, 2_000_000, "--group", "Resellers 2", "--at", at);
    expect(planned).toMatchObject({ group: "Resellers 2", sku });
    expect(await json("prices", "scheduled")).toMatchObject([{ group: "Resellers 2" }]);
    expect(await priceOf(reseller)).toBe(3_000);
    await shop.pass(3_601);
    expect([await priceOf(reseller), await priceOf(other)]).toEqual([2_000, 3_000]);
    await set(100, 1_500_000, "--group", "Resellers 2");
    expect(await priceOf(reseller)).toBe(2_000);
    expect(await priceOf(reseller, 100)).toBe(15_000);
    const lower = ["prices", "set", sku, "1", "500000", "--group", "Resellers 2"];
    const preview = await json(...lower, "--preview");
    expect(preview.items[0]).toMatchObject({ quantity: 1, beforeCents: 200, afterCents: 50 });
    for (const qty of ["1", "100"])
      await json("prices", "remove", sku, qty, "--group", "Resellers 2");
    expect(await priceOf(reseller)).toBe(3_000);
  });

  it("is what renewals cost, by hand and automatic", async () => {
    await json("prices", "set", "static-7", "1", "500000", "--group", "vip");
    await json("prices", "set", "port-europe-30", "1", "1000000", "--group", "vip");
    const vip = await member("vip");
    const plan = { kind: "port", region: "europe", quantity: 1, days: 30, method: "wallet" };
    const bought = await vip.get("orderUnlimit", plan);
    expect(bought.order.amountCents).toBe(100);
    const renewed = await vip.get("renewalUnlimit", {
      planId: bought.planId ?? "",
      days: 30,
      method: "wallet",
    });
    expect(renewed.order.amountCents).toBe(100);
    const prices = (await vip.get("staticPrices")) as { prices?: unknown };
    expect(JSON.stringify(prices)).toContain("500000");
    expect(await verifyAccounting(shop.db)).toMatchObject({ ok: true });
  });

  it("goes with a promo code: the percentage is of the customer's own price", async () => {
    await json("promo", "add", "HALF", "--percent", "50");
    const vip = await member("vip");
    const asked = { sku, quantity: 10, promoCode: "HALF" };
    expect(await vip.get("quote", asked)).toMatchObject({ listCents: 1_000, totalCents: 500 });
  });
});

describe("`groups` and `account group`", () => {
  it("list groups with their customers and own prices", async () => {
    const groups = await json("groups", "list");
    expect(groups.map(({ name }: { name: string }) => name)).toEqual(["Resellers 2", "vip"]);
    expect(groups[1].customers).toBeGreaterThan(0);
    expect(groups[1].prices).toContainEqual({ sku, fromQty: 10, unitMicros: 1_000_000 });
  });

  it.each([
    ["a name that exists in another case", ["groups", "add", "VIP"], "name"],
    ["a name that means no group", ["groups", "add", "None"], "name"],
    ["markup", ["groups", "add", "<b>x</b>"], "name"],
    ["a formula", ["groups", "add", "=1+1"], "name"],
    ["a right-to-left sign", ["groups", "add", "a\u202Eb"], "name"],
    ["prices of no group", ["prices", "set", sku, "1", "1", "--group", "nobody"], "nobody"],
    ["removing what it has not", ["prices", "remove", sku, "7", "--group", "vip"], "no price"],
  ])("refuse %s", async (_what, words, line) => {
    const { code, error } = await operate(shop.services, ...words);
    expect({ code, line: error.includes(line) }).toEqual({ code: 1, line: true });
  });

  it("refuse unknown groups and customers", async () => {
    const vip = await member("vip");
    expect((await operate(shop.services, "account", "group", vip.email, "nobody")).code).toBe(1);
    expect((await operate(shop.services, "account", "group", "no@body.org", "vip")).code).toBe(1);
    expect(await priceOf(vip)).toBe(1_000);
  });
});
