import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { drivenPayment, refundOf, settled } from "../refund/testing.ts";
import { buyerIn, setScheme, taxOwed } from "./testing.ts";

const shop = forTests(startShop);

const oss = { scheme: "oss", sellerCountry: "DE" } as const;
const two = { sku: "traffic-standard", quantity: 2, method: "wallet" };
const none = {
  netCents: 700,
  taxCents: 0,
  taxPercent: 0,
  taxTreatment: "none",
  totalCents: 700,
};
const balance = async ({ get }: { get: Awaited<ReturnType<typeof buyerIn>>["get"] }) =>
  (await get("member")).walletCents;

describe("An order (spec/tax#orders)", () => {
  it("bears no tax without a scheme, and says so when it is placed and in the list", async () => {
    await setScheme(shop, { scheme: "none" });
    const { get } = await shop.customer({ cents: 10_000 });
    expect((await get("placeOrder", two)).order).toMatchObject({ amountCents: 700, ...none });
    expect((await get("orderList")).items[0]).toMatchObject(none);
  });

  it("has the tax within gross prices, and the ledger owes it to the buyer's country", async () => {
    await setScheme(shop, oss);
    const buyer = await buyerIn(shop, "FR");
    const before = (await taxOwed(shop)).FR ?? 0;
    const { order } = await buyer.get("placeOrder", two);
    expect(order).toMatchObject({
      amountCents: 700,
      netCents: 583,
      taxCents: 117,
      taxPercent: 20,
      taxTreatment: "oss",
      totalCents: 700,
    });
    expect(await balance(buyer)).toBe(999_300);
    expect((await taxOwed(shop)).FR).toBe(before + 117);
    // Monaco is France for this tax.
    const neighbour = await buyerIn(shop, "MC");
    expect((await neighbour.get("placeOrder", two)).order.taxPercent).toBe(20);
    expect((await taxOwed(shop)).FR).toBe(before + 2 * 117);
  });

  it("has it on top of net prices, and a card pays the total", async () => {
    await setScheme(shop, { ...oss, prices: "net" });
    const buyer = await buyerIn(shop, "DE", { cents: 0 });
    const {
      order,
      payUrl = "",
      paymentId = "",
    } = await buyer.get("placeOrder", {
      ...two,
      method: "card",
    });
    expect(order).toMatchObject({ netCents: 700, taxCents: 133, totalCents: 833 });
    expect((await buyer.get("payment", { paymentId })).amountCents).toBe(833);
    await shop.complete(payUrl, "paid");
    expect((await taxOwed(shop)).DE).toBe(133);
    expect((await buyer.get("orderList")).items[0]).toMatchObject({
      status: "paid",
      taxCents: 133,
    });
  });

  it("of a company elsewhere in the EU is reverse charge, of a third country outside", async () => {
    await setScheme(shop, oss);
    const company = await buyerIn(shop, "FR", { vatId: "FRXX999999999" });
    await sql`update vat_id set valid = true, answered_at = ${new Date(shop.services.world.now())}
      where id = 'FRXX999999999'`.execute(shop.db);
    expect((await company.get("placeOrder", two)).order).toMatchObject({
      taxTreatment: "reverseCharge",
      netCents: 700,
      taxCents: 0,
    });
    const abroad = await buyerIn(shop, "US");
    expect((await abroad.get("placeOrder", two)).order).toMatchObject({
      taxTreatment: "outside",
      taxPercent: 0,
    });
  });

  it("needs the buyer's country under a scheme, but a gift and an untaxed wallet order do not", async () => {
    await setScheme(shop, oss);
    const { ask, get } = await shop.customer({ cents: 10_000 });
    const refused = { reason: "missingField", field: "country" };
    expect(await ask("placeOrder", two)).toMatchObject({ code: 400, refused });
    expect(await ask("quote", two)).toMatchObject({ code: 400, refused });
    await setScheme(shop, { ...oss, point: "recharge" });
    expect((await get("placeOrder", two)).order).toMatchObject(none);
    const card = { ...two, method: "card" };
    expect(await ask("placeOrder", card)).toMatchObject({ code: 400, refused });
    const recharge = { amountCents: 1_000, method: "card" };
    expect(await ask("recharge", recharge)).toMatchObject({ code: 400, refused });
  });
});

it.each(["gross", "net"] as const)(
  "A refund (spec/tax#amounts) gives tax of %s prices back in proportion",
  async (prices) => {
    await setScheme(shop, { ...oss, prices });
    const buyer = await buyerIn(shop, "IT");
    const before = (await taxOwed(shop)).IT ?? 0;
    const { order } = await buyer.get("placeOrder", { ...two, quantity: 9 });
    for (const cents of [1_111, 7, null]) await refundOf(shop, order.orderNo, cents);
    expect(await balance(buyer)).toBe(1_000_000);
    expect((await taxOwed(shop)).IT).toBe(before);
  },
);

it.each([
  ["gross", 11_900, 11_900],
  ["net", 14_161, 11_900],
] as const)(
  "A recharge where tax is due with it (spec/tax#recharges) bears the tax of %s amounts",
  async (prices, paid, credited) => {
    await setScheme(shop, { ...oss, prices, point: "recharge" });
    const buyer = await buyerIn(shop, "DE", { cents: 0 });
    const before = (await taxOwed(shop)).DE ?? 0;
    const asked = { amountCents: 11_900, method: "card" };
    const { paymentId, payUrl: _, ...said } = await buyer.get("recharge", asked);
    expect(said).toMatchObject({ totalCents: paid, taxPercent: 19, taxTreatment: "domestic" });
    const surplusCents = 2_345;
    await drivenPayment(shop, paymentId).tell(settled(paid + surplusCents));
    const withinSurplus = Math.round((surplusCents * 19) / 119);
    expect((await taxOwed(shop)).DE).toBe(before + said.taxCents + withinSurplus);
    const inWallet = credited + surplusCents - (prices === "net" ? withinSurplus : 0);
    expect(await balance(buyer)).toBe(inWallet);
    expect((await buyer.get("placeOrder", two)).order).toMatchObject({ taxTreatment: "none" });
    await refundOf(shop, (await buyer.get("orderList")).items[0]?.orderNo ?? "", null);
    for (const cents of [500, 3_333, null]) await refundOf(shop, paymentId, cents);
    expect(await balance(buyer)).toBe(0);
    expect((await taxOwed(shop)).DE).toBe(before);
  },
);

it("After all of them, verify finds the tax of sales in the ledger", async () => {
  const { db } = shop.services;
  expect((await verifyAccounting(db)).difference).toBeNull();
  await sql`update shop_order set tax_cents = tax_cents - 1 where tax_cents = 117`.execute(db);
  expect((await verifyAccounting(db)).difference).toContain("a paid order has no ledger entry");
  await sql`update shop_order set tax_cents = tax_cents + 1 where tax_cents = 116`.execute(db);
  await sql`update refund set tax_cents = tax_cents + 1
      where id = (select id from refund where tax_cents > 0 limit 1)`.execute(db);
  expect((await verifyAccounting(db)).difference).toMatch(
    /a country's tax differs from its ledger/,
  );
});
