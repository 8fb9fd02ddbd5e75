/** Gates through the calls that customers make: no purchase gets past them (spec/identity#gates). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { afterEach, describe, expect, it } from "vitest";
import { keyOf } from "../../identity/api-key/testing.ts";
import { mailsTo } from "../../identity/mfa/testing.ts";
import { type Customer, type Fields, startShop } from "../../identity/session/testing.ts";
import { operate, operateJson } from "../../across/operator/testing.ts";
import { enterpriseCustomer } from "../../products/cdkey/testing.ts";
import { withStatics } from "../../products/static/renew-testing.ts";
import { transaction } from "../../platform/db/database.ts";
import { resetSetting } from "../../platform/setting/setting.ts";
import { drivenPayment, settled } from "../refund/testing.ts";
import { gatesSetting } from "./gates.ts";

const shop = forTests(startShop);

async function operated(...words: string[]) {
  const { code, error, said } = await operateJson(shop.services, ...words);
  if (code !== 0) throw new Error(error);
  await shop.services.settings.refresh();
  return said;
}
const gate = (sku: string, ...more: string[]) =>
  operated("gates", "set", sku, "--identity", ...more);
const approve = ({ email }: Customer) => operated("identity", "approve", email);
afterEach(async () => {
  await transaction(shop.db, (tx) => resetSetting(tx, gatesSetting));
  await shop.services.settings.refresh();
});

const rich = () => shop.customer({ cents: 10_000_000, lasting: true });
const traffic = (quantity = 1, more: Fields = {}) => ({
  sku: "traffic-standard",
  quantity,
  method: "wallet",
  ...more,
});
const needed = {
  code: 403,
  refused: { reason: "identityNeeded", identity: "none", overGb: null },
};

describe("A gate (spec/identity#gates)", () => {
  it("is told before buying, by price list and quote, and refuses with what to do", async () => {
    const buyer = await rich();
    expect(await gate("traffic-standard")).toMatchObject({
      sku: "traffic-standard",
      identity: true,
      overGb: null,
    });
    const { products } = await buyer.get("priceList");
    const gated = products.filter(({ identity }) => identity !== null);
    expect(gated.map(({ sku, identity }) => [sku, identity])).toEqual([
      ["traffic-standard", { overGb: null }],
    ]);
    const { sku, quantity } = traffic();
    expect((await buyer.get("quote", { sku, quantity })).identityNeeded).toBe(true);
    const refused = await buyer.ask("placeOrder", traffic());
    expect(refused).toMatchObject(needed);
    expect(refused.data).toMatchObject({ url: `${shop.services.env.publicUrl}/cli/identity` });
    expect((await buyer.get("member")).identity).toBe("none");
    await approve(buyer);
    expect((await buyer.get("member")).identity).toBe("approved");
    expect((await buyer.get("quote", { sku, quantity })).identityNeeded).toBe(false);
    await buyer.get("placeOrder", traffic());
    await operated("identity", "reject", buyer.email, "--reason", "mismatch");
    expect((await buyer.ask("placeOrder", traffic())).refused).toMatchObject({
      reason: "identityNeeded",
      identity: "rejected",
    });
  });

  it("has no second door: keys, other methods, coupons, promo gifts, kept quotes", async () => {
    const buyer = await rich();
    await operated("promo", "add", "GATEGIFT", "--gift", "traffic-standard:1");
    const { quoteId } = await buyer.get("quote", { sku: "traffic-standard", quantity: 1 });
    const { couponId } = await buyer.get("promo", { code: "GATEGIFT" });
    const { key } = await keyOf(buyer, "buy");
    await gate("traffic-standard");
    const byKey = { key, ...traffic(), requestId: "gate-by-key-01" };
    const tries = [
      buyer.ask("placeOrder", traffic(1, { quoteId })),
      buyer.ask("placeOrder", traffic(1, { method: "card" })),
      buyer.ask("placeOrder", { method: "coupon", couponId }),
      buyer.ask("placeOrder", { method: "coupon", promoCode: "GATEGIFT" }),
      shop.ask("placeOrder", byKey),
    ];
    for (const tried of await Promise.all(tries)) expect(tried).toMatchObject(needed);
    expect((await buyer.get("orderList")).total).toBe(0);
    expect((await buyer.get("coupons", { status: "usable" })).items).toHaveLength(1);
    await approve(buyer);
    expect((await shop.ask("placeOrder", byKey)).code).toBe(0);
  });

  it("holds for plans, their renewals and credits of static IPs", async () => {
    const buyer = await rich();
    const plan = { kind: "port", region: "europe", quantity: 1, days: 30, method: "wallet" };
    const { plan: bought } = await buyer.get("orderUnlimit", plan);
    await gate("port-europe-30");
    await gate("static-30");
    expect(await buyer.ask("orderUnlimit", plan)).toMatchObject(needed);
    const renewal = { planId: bought?.id, days: 30, method: "wallet" };
    expect(await buyer.ask("renewalUnlimit", renewal)).toMatchObject(needed);
    const place = { country: "US", city: "New York", num: 1, days: 30, pay: "wallet" };
    expect(await buyer.ask("staticUse", place)).toMatchObject(needed);
    await operated("gates", "remove", "static-30");
    const { items } = await buyer.get("staticUse", place);
    const renewal30 = { ids: items[0]?.id, days: 30 };
    expect((await buyer.get("staticMoreInfo", renewal30)).identityNeeded).toBe(false);
    await gate("static-30");
    expect((await buyer.get("staticMoreInfo", renewal30)).identityNeeded).toBe(true);
    await approve(buyer);
    expect((await buyer.get("staticMoreInfo", renewal30)).identityNeeded).toBe(false);
  });

  it("stops CDKeys of what nothing sells without it, and leaves them unused", async () => {
    const maker = await enterpriseCustomer(shop);
    const [cdkey] = (await maker.get("cdkeyMake", { kind: "traffic", amount: 1, count: 1 })).items;
    const buyer = await shop.customer();
    const redeem = (requestId: string) => buyer.ask("cdkeyUse", { code: cdkey?.code, requestId });
    const { products } = await buyer.get("priceList");
    const kinds = products.filter(({ kind }) => kind === "traffic").map(({ sku }) => sku);
    for (const sku of kinds) await gate(sku);
    expect(await redeem("gate-redeem-1")).toMatchObject(needed);
    expect(await operated("gates", "list")).toHaveLength(kinds.length);
    await operated("gates", "remove", kinds[0] ?? "");
    expect((await redeem("gate-redeem-2")).code).toBe(0);
  });
});

describe("A gate over a volume (spec/identity#gates)", () => {
  const over = { reason: "identityNeeded", overGb: 100 };

  it("counts what was bought in 30 days, also unpaid orders and CDKeys", async () => {
    const buyer = await rich();
    await gate("traffic-standard", "--over-gb", "100");
    await buyer.get("placeOrder", traffic(60));
    const { paymentId = "" } = await buyer.get("placeOrder", traffic(30, { method: "card" }));
    expect((await buyer.ask("placeOrder", traffic(11))).refused).toMatchObject(over);
    await buyer.get("placeOrder", traffic(10));
    expect((await buyer.ask("placeOrder", traffic(1))).refused).toMatchObject(over);
    const quoted = { sku: "traffic-standard", quantity: 1 };
    expect((await buyer.get("quote", quoted)).identityNeeded).toBe(true);
    await drivenPayment(shop, paymentId).tell(settled(9_999_999));
    await shop.pass(31 * 86_400);
    expect((await buyer.get("quote", quoted)).identityNeeded).toBe(false);
    await buyer.get("placeOrder", traffic(100));
  });

  it("holds for 30 orders at once: none sees room that another took", async () => {
    const buyer = await rich();
    await gate("traffic-standard", "--over-gb", "100");
    const at = Array.from({ length: 30 }, () => buyer.ask("placeOrder", traffic(10)));
    const codes = (await Promise.all(at)).map(({ code }) => code);
    expect(codes.filter((code) => code === 0)).toHaveLength(10);
    expect(codes.filter((code) => code === 403)).toHaveLength(20);
  });

  it("is for traffic alone, of products that exist", async () => {
    const of = (...words: string[]) => operate(shop.services, "gates", "set", ...words);
    const wrong = await of("static-30", "--identity", "--over-gb", "5");
    expect([wrong.code, wrong.error]).toEqual([1, "overGb: only traffic has a volume"]);
    expect(await of("nothing", "--identity")).toMatchObject({ code: 1 });
    expect(await of("traffic-standard")).toMatchObject({ code: 2 });
    expect(await operated("gates", "list")).toEqual([]);
  });
});

it("Automatic renewals go on for 30 days after a gate was set, then wait for the identity, with one mail (spec/identity#gates)", async () => {
  const set = await withStatics(shop, { num: 1, days: 7, cents: 99_999, auto: true });
  const { customer } = set;
  const end = async () => (await customer.get("staticUseList", {})).items[0]?.expiresAt;
  const [first] = set.items;
  await gate("static-7");
  await shop.advance(6 * 86_400 + 3_600);
  const renewed = await end();
  expect(renewed).not.toBe(first?.expiresAt);
  for (const _week of [1, 2, 3, 4]) await shop.advance(7 * 86_400);
  const last = await end();
  const mails = async () =>
    (await mailsTo(shop, customer.email)).filter(({ subject }) =>
      subject.startsWith("Auto-renew is paused: please verify"),
    );
  expect(await mails()).toHaveLength(1);
  const left = Date.parse(last ?? "") - shop.services.world.now();
  expect(left).toBeLessThan(86_400_000);
  await approve(customer);
  await shop.advance(60);
  expect(await end()).not.toBe(last);
});
