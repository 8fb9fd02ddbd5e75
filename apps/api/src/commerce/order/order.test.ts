import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { isFull } from "@turnpike/net/testing/full.ts";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { refundOf } from "../refund/testing.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

const GB = 1_000_000_000;
const traffic = (quantity: number) => ({ sku: "traffic-standard", quantity, method: "wallet" });

async function rich(cents = 1_000_000): Promise<Customer> {
  const customer = await shop.customer();
  await shop.fund(customer.id, cents);
  return customer;
}

function coupon(accountId: string, gift: Parameters<typeof grantCoupon>[2]["gift"], days = 30) {
  const input = { accountId, days, gift };
  return transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
}

describe("The price list (spec/money#prices)", () => {
  it("lists every SKU with its tiers to visitors, in their language", async () => {
    const { data } = await shop.ask("priceList", { lang: "de" });
    const skus = data.products.map((product) => product.sku);
    expect(skus).toEqual(
      expect.arrayContaining([
        "traffic-standard",
        "traffic-enterprise",
        "ip-standard",
        "ip-enterprise",
        "static-7",
        "static-30",
        "static-90",
        "short-1",
        "short-3",
        "short-7",
      ]),
    );
    expect(data.products[0]).toMatchObject({ name: "Residential-Traffic", unit: "GB", days: null });
  });

  it("charges less per unit for larger quantities, and least to enterprises", async () => {
    const { data } = await shop.ask("priceList");
    for (const { tiers, minQty } of data.products) {
      expect(tiers[0]?.fromQty).toBe(minQty);
      const prices = tiers.map((tier) => tier.unitMicros);
      expect(prices).toEqual(prices.toSorted((a, b) => b - a));
    }
    const first = (sku: string) => data.products.find((one) => one.sku === sku)?.tiers[0];
    const last = (sku: string) => data.products.find((one) => one.sku === sku)?.tiers.at(-1);
    const enterprise = first("traffic-enterprise")?.unitMicros;
    expect(enterprise).toBeLessThan(last("traffic-standard")?.unitMicros ?? 0);
  });
});

describe("A quote (spec/money#prices)", () => {
  it("prices the whole quantity at the tier that it reaches", async () => {
    const { get } = await rich(0);
    expect(await get("quote", traffic(9))).toMatchObject({ listCents: 3150, totalCents: 3150 });
    expect(await get("quote", traffic(10))).toMatchObject({ listCents: 3000, totalCents: 3000 });
  });

  it.each([
    [{ sku: "nothing" }, 400, "unknownSku"],
    [{ quantity: 0 }, 400, "badQuantity"],
    [{ quantity: 100_001 }, 400, "badQuantity"],
    [{ sku: "traffic-enterprise", quantity: 999 }, 400, "badQuantity"],
    [{ sku: "static-30", days: 7 }, 400, "badDays"],
    [{ couponId: "nothing" }, 404, "couponNotFound"],
  ])("refuses %j with %i %s", async (wrong, code, reason) => {
    const { ask } = await rich(0);
    const answer = await ask("quote", { sku: "traffic-standard", quantity: 1, ...wrong });
    expect(answer).toMatchObject({ code, refused: { reason } });
  });
});

describe("An order paid from the wallet (spec/money#calls)", () => {
  it("charges the price, grants N × 10⁹ bytes at once, and mails a receipt", async () => {
    const { ask, get, email } = await rich(10_000);
    const { order } = await get("placeOrder", traffic(3));
    expect(order).toMatchObject({ status: "paid", amountCents: 1050, method: "wallet" });
    expect(order.orderNo).toMatch(/^TP\d{6}-[A-Z0-9]{8}$/);
    expect(await get("member")).toMatchObject({ walletCents: 8950, trafficBytes: 3 * GB });
    const { items } = await get("ledger");
    expect(items.slice(0, 2).map(({ asset, amount, kind }) => ({ asset, amount, kind }))).toEqual(
      expect.arrayContaining([
        { asset: "wallet", amount: -1050, kind: "order" },
        { asset: "traffic", amount: 3 * GB, kind: "order" },
      ]),
    );
    const mails = await (await fetch(`${shop.url}/lab/mails?to=${email}`)).text();
    expect(mails).toContain(order.orderNo);
    expect((await ask("orderList", { kind: "ip" })).data.total).toBe(0);
    expect((await ask("orderList", { status: "refunded" })).data.total).toBe(0);
    expect((await ask("orderList", { status: "won" })).refused.reason).toBe("badField");
    expect(await get("orderList", { kind: "traffic" })).toMatchObject({
      total: 1,
      items: [{ orderNo: order.orderNo, name: "Residential traffic", quantity: 3 }],
    });
  });

  it.each([
    ["ip-standard", 10, { ipBalance: 10 }],
    ["static-7", 2, { staticCredits: { 7: 2, 30: 0, 90: 0 } }],
    ["static-30", 1, { staticCredits: { 7: 0, 30: 1, 90: 0 } }],
    ["static-90", 1, { staticCredits: { 7: 0, 30: 0, 90: 1 } }],
    ["short-1", 4, { shortCredits: { 1: 4, 3: 0, 7: 0 } }],
    ["short-3", 1, { shortCredits: { 1: 0, 3: 1, 7: 0 } }],
    ["short-7", 1, { shortCredits: { 1: 0, 3: 0, 7: 1 } }],
  ])("%s × %i grants %j", async (sku, quantity, owned) => {
    const { get } = await rich();
    await get("placeOrder", { sku, quantity, method: "wallet" });
    expect(await get("indexInit")).toMatchObject(owned);
  });

  it("is refused if the balance is insufficient, and changes nothing", async () => {
    const { ask, get } = await rich(349);
    const answer = await ask("placeOrder", traffic(1));
    expect(answer).toMatchObject({
      code: 402,
      refused: { reason: "insufficientBalance", short: "wallet" },
    });
    expect(answer.msg).toMatch(/^Insufficient balance/);
    expect(await get("member")).toMatchObject({ walletCents: 349, trafficBytes: 0 });
    expect((await get("orderList")).total).toBe(0);
  });

  it.each([
    [{ method: "cash" }, "badMethod"],
    [{ sku: undefined }, "missingField"],
    [{ quantity: undefined }, "enterQuantity"],
    [{ quantity: "1.5" }, "badQuantity"],
    [{ quantity: -1 }, "badQuantity"],
    [{ sku: "port" }, "unknownSku"],
    [{ method: "coupon" }, "couponNeeded"],
  ])("refuses %j as %s", async (wrong, reason) => {
    const { ask } = await rich();
    const answer = await ask("placeOrder", { ...traffic(1), ...wrong });
    expect(answer).toMatchObject({ code: 400, refused: { reason } });
  });

  it.runIf(isFull)("sells what the wallet covers to 60 concurrent orders (L1)", async () => {
    const { ask, get } = await rich(20 * 350);
    const buy = () => ask("placeOrder", traffic(1));
    const answers = await Promise.all(Array.from({ length: 60 }, buy));
    const codes = answers.map((one) => one.code);
    expect(codes.filter((code) => code === 0)).toHaveLength(20);
    expect(codes.filter((code) => code === 402)).toHaveLength(40);
    expect(await get("member")).toMatchObject({ walletCents: 0, trafficBytes: 20 * GB });
    expect((await get("orderList")).total).toBe(20);
  });

  it("takes effect once for 50 concurrent calls with one requestId; other fields are 409 (L3)", async () => {
    const { ask, get } = await rich();
    const requestId = "order-request-1";
    const buy = () => ask("placeOrder", { ...traffic(1), requestId });
    const answers = await Promise.all(Array.from({ length: 50 }, buy));
    expect(new Set(answers.map((one) => JSON.stringify(one.data))).size).toBe(1);
    expect(answers[0]?.code).toBe(0);
    const other = await ask("placeOrder", { ...traffic(2), requestId });
    expect(other).toMatchObject({ code: 409, refused: { reason: "requestIdReused" } });
    expect((await get("orderList")).total).toBe(1);
  });

  it("makes the buyer an enterprise customer with the first enterprise order of a kind (spec/money#orders)", async () => {
    const { get } = await rich(10_000_000);
    await get("placeOrder", { sku: "traffic-enterprise", quantity: 1000, method: "wallet" });
    expect((await get("member")).enterprise).toEqual({ traffic: true, ip: false });
    await get("placeOrder", { sku: "ip-enterprise", quantity: 10_000, method: "wallet" });
    expect((await get("member")).enterprise).toEqual({ traffic: true, ip: true });
  });
});

describe("Coupons (spec/money#coupons)", () => {
  it("apply a discount once", async () => {
    const { id, ask, get } = await rich();
    const couponId = await coupon(id, { kind: "discount", percent: 15, minCents: 1000 });
    const below = await ask("quote", { ...traffic(2), couponId });
    expect(below).toMatchObject({ code: 409, refused: { reason: "couponBelowMinimum" } });
    const price = { listCents: 3000, discountCents: 450, totalCents: 2550 };
    expect(await get("quote", { ...traffic(10), couponId })).toMatchObject(price);
    const { order } = await get("placeOrder", { ...traffic(10), couponId });
    expect(order.amountCents).toBe(2550);
    const again = await ask("placeOrder", { ...traffic(10), couponId });
    expect(again).toMatchObject({ code: 409, refused: { reason: "couponUsed" } });
    expect((await get("coupons", { status: "used" })).items).toHaveLength(1);
    expect((await get("indexInit")).couponCount).toBe(0);
  });

  it("are used only once by 50 concurrent orders (L5)", async () => {
    const { id, ask, get } = await rich();
    const couponId = await coupon(id, { kind: "discount", percent: 50, minCents: 0 });
    const buy = () => ask("placeOrder", { ...traffic(1), couponId });
    const answers = await Promise.all(Array.from({ length: 50 }, buy));
    expect(answers.filter((one) => one.code === 0)).toHaveLength(1);
    const others = answers.filter((one) => one.code !== 0).map((one) => one.refused.reason);
    expect(new Set(others)).toEqual(new Set(["couponUsed"]));
    expect((await get("member")).trafficBytes).toBe(GB);
  });

  it("grant their gift for free, and require only couponId", async () => {
    const { id, ask, get } = await rich(0);
    const couponId = await coupon(id, { kind: "gift", sku: "traffic-standard", amount: 5 });
    expect((await get("coupons")).items[0]).toMatchObject({
      kind: "gift",
      giftSku: "traffic-standard",
      giftAmount: 5,
      title: "Gift: 5 GB of Residential traffic",
    });
    const other = await ask("placeOrder", { sku: "ip-standard", method: "coupon", couponId });
    expect(other.refused.reason).toBe("couponNotForThis");
    const { order } = await get("placeOrder", { method: "coupon", couponId });
    expect(order).toMatchObject({ amountCents: 0, quantity: 5, status: "paid" });
    expect((await get("member")).trafficBytes).toBe(5 * GB);
    expect((await ask("placeOrder", { method: "coupon", couponId })).code).toBe(409);
  });

  it("expire, and cannot be used by another account", async () => {
    const [owner, other] = [await rich(), await rich()];
    const couponId = await coupon(owner.id, { kind: "discount", percent: 10, minCents: 0 }, 1);
    const foreign = await other.ask("placeOrder", { ...traffic(1), couponId });
    expect(foreign).toMatchObject({ code: 404, refused: { reason: "couponNotFound" } });
    const past = sql`update coupon set expires_at = to_timestamp(0) where id = ${couponId}`;
    await past.execute(shop.db);
    const late = await owner.ask("placeOrder", { ...traffic(1), couponId });
    expect(late).toMatchObject({ code: 410, refused: { reason: "couponExpired" } });
  });
});

describe("An order paid by card (spec/money#payments, spec/lab#payments)", () => {
  it("grants nothing until it is paid, and grants once however often the payment is reported", async () => {
    const { get } = await rich(0);
    const bought = await get("placeOrder", { ...traffic(2), method: "card" });
    expect(bought.order.status).toBe("pending");
    expect((await get("member")).trafficBytes).toBe(0);
    const pay = () => shop.complete(bought.payUrl ?? "", "paid");
    expect(new Set(await Promise.all(Array.from({ length: 20 }, pay)))).toEqual(new Set(["paid"]));
    expect(await get("member")).toMatchObject({ trafficBytes: 2 * GB, walletCents: 0 });
    expect((await get("orderList")).items[0]).toMatchObject({ status: "paid", method: "card" });
  });

  it("frees its coupon when the payment fails, and is refunded to the payer", async () => {
    const { id, get } = await rich(0);
    const couponId = await coupon(id, { kind: "discount", percent: 10, minCents: 0 });
    const bought = await get("placeOrder", { ...traffic(2), method: "crypto", couponId });
    expect((await get("indexInit")).couponCount).toBe(0);
    expect(await shop.complete(bought.payUrl ?? "", "failed")).toBe("failed");
    expect((await get("indexInit")).couponCount).toBe(1);
    expect((await get("orderList")).items[0]?.status).toBe("failed");
    expect(await shop.complete(bought.payUrl ?? "", "late")).toBe("paid");
    expect((await get("indexInit")).couponCount).toBe(0);
    expect(await shop.refund(bought.payUrl ?? "")).toBe("refunded");
    expect(await get("member")).toMatchObject({ trafficBytes: 0, walletCents: 0 });
    const { order } = bought;
    expect((await get("orderList")).items[0]).toMatchObject({
      status: "refunded",
      refundedCents: order.amountCents,
    });
  });
});

describe("A refund (spec/money#refunds)", () => {
  it("takes back the remainder, including allotted traffic, and pays the price to the wallet", async () => {
    const { get } = await rich(10_000);
    const { order } = await get("placeOrder", traffic(4));
    await get("addSubUser", { account: "refund01", password: "secret01", trafficGb: 3 });
    const refund = () => refundOf(shop, order.orderNo);
    expect((await refund()).refund.cents).toBe(order.amountCents);
    await expect(refund()).rejects.toThrow(/nothing of it is left/);
    expect(await get("member")).toMatchObject({ walletCents: 10_000, trafficBytes: 0 });
    expect((await get("subUsers")).items[0]).toMatchObject({ allocatedBytes: 0 });
  });

  it("never takes the balance below 0 if the grant was used", async () => {
    const { id, get } = await rich(10_000);
    const { order } = await get("placeOrder", {
      sku: "ip-standard",
      quantity: 10,
      method: "wallet",
    });
    await transaction(shop.db, async (tx) => {
      const { post } = await import("../../ledger/post.ts");
      const line = (owner: string | null, bucket: string, amount: number) =>
        ({ owner, asset: "ip", bucket, amount }) as const;
      const lines = [line(id, "main", -7), line(null, "stock", 7)];
      await post(tx, { key: "used-7", kind: "usage", ref: "", at: Date.now(), lines });
    });
    await refundOf(shop, order.orderNo);
    expect(await get("member")).toMatchObject({ ipBalance: 0, walletCents: 10_000 });
  });
});
