import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { sql } from "kysely";
import { perform } from "../../across/operator/acts/act.ts";
import { addPool } from "../../across/operator/acts/pools.ts";
import { addProduct, setProduct } from "../../across/operator/acts/products.ts";
import { startShop } from "../../identity/session/testing.ts";
import { commandLine } from "../../platform/audit/audit.ts";

const shop = forTests(startShop);

const two = { sku: "traffic-standard", quantity: 2 };
const rich = () => shop.customer({ cents: 1_000_000, lasting: true });
/** Doubles a product's prices while `work` runs. */
async function dearer<T>(sku: string, work: () => Promise<T>): Promise<T> {
  await sql`update price_tier set unit_micros = unit_micros * 2 where sku = ${sku}`.execute(
    shop.db,
  );
  try {
    return await work();
  } finally {
    await sql`update price_tier set unit_micros = unit_micros / 2 where sku = ${sku}`.execute(
      shop.db,
    );
  }
}

describe("A quote (spec/money#quotes)", () => {
  it("answers its tax, and keeps its price for 15 minutes and no longer", async () => {
    const { get, ask } = await rich();
    const { quoteId, validUntil, ...price } = await get("quote", two);
    expect(price).toEqual({
      listCents: 700,
      discountCents: 0,
      netCents: 700,
      taxCents: 0,
      taxPercent: 0,
      taxTreatment: "none",
      totalCents: 700,
      identityNeeded: false,
    });
    expect(Date.parse(validUntil) - shop.services.world.now()).toBeGreaterThan(14 * 60_000);
    await dearer(two.sku, async () => {
      const buy = { ...two, method: "wallet" };
      expect((await get("placeOrder", { ...buy, quoteId })).order.totalCents).toBe(700);
      expect((await get("placeOrder", buy)).order.totalCents).toBe(1_400);
      await shop.pass(15 * 60);
      expect(await ask("placeOrder", { ...buy, quoteId })).toMatchObject({
        code: 410,
        refused: { reason: "quoteExpired", field: "quoteId" },
      });
    });
  });

  it("of a trial is worth nothing once the product is none any more", async () => {
    const asked = { sku: "was-free", quantity: 1 };
    const file = { kind: "traffic", name: { en: "1 GB" }, unit: "GB", sort: 1 };
    const sizes = { min: 1, max: 1, step: 1 };
    const trial = { ...file, ...sizes, sku: asked.sku, trial: true };
    const actor = commandLine;
    await perform(shop.services, addProduct, { actor, input: { file: trial } });
    const { get, ask } = await rich();
    const { quoteId, totalCents } = await get("quote", asked);
    expect(totalCents).toBe(0);
    const sold = { trial: false, tiers: [{ fromQty: 1, unitMicros: 3_000_000 }] };
    await perform(shop.services, setProduct, { actor, input: { sku: asked.sku, file: sold } });
    const buy = { ...asked, method: "wallet" };
    expect(await ask("placeOrder", { ...buy, quoteId })).toMatchObject({
      code: 410,
      refused: { reason: "quoteExpired", field: "quoteId" },
    });
    expect((await get("placeOrder", buy)).order.totalCents).toBe(300);
  });

  it("is worth nothing once the product gives something else", async () => {
    const actor = commandLine;
    const title = { en: "Gold" };
    await perform(shop.services, addPool, { actor, input: { name: "gold", title } });
    const asked = { sku: "by-the-gb", quantity: 100 };
    const tiers = [{ fromQty: 1, unitMicros: 100_000 }];
    const sizes = { min: 1, max: 1_000, step: 1, sort: 1, validDays: 7 };
    const file = {
      sku: asked.sku,
      kind: "traffic",
      name: { en: "Bytes" },
      unit: "GB",
      ...sizes,
      tiers,
    };
    await perform(shop.services, addProduct, { actor, input: { file } });
    const { get, ask } = await rich();
    const set = (change: object) =>
      perform(shop.services, setProduct, { actor, input: { sku: asked.sku, file: change } });
    const dear = { tiers: [{ fromQty: 1, unitMicros: 10_000_000 }] };
    for (const change of [{ pool: "gold" }, { validDays: null }, { enterprise: true }]) {
      const { quoteId } = await get("quote", asked);
      await set({ ...change, ...dear });
      expect(await ask("placeOrder", { ...asked, method: "wallet", quoteId })).toMatchObject({
        code: 410,
        refused: { reason: "quoteExpired", field: "quoteId" },
      });
    }
    const { quoteId, totalCents } = await get("quote", asked);
    await set({ tiers, sort: 2, max: 50 });
    const kept = await get("placeOrder", { ...asked, method: "wallet", quoteId });
    expect(kept.order.totalCents).toBe(totalCents);
  });

  it("of a recharge buys no product of that name at a cent a unit", async () => {
    await sql`
      insert into product (sku, kind, min_qty, max_qty, asset, grant_per_unit, position, pool)
      select 'recharge', kind, min_qty, max_qty, asset, grant_per_unit, position, pool
      from product where sku = 'traffic-standard'`.execute(shop.db);
    await sql`
      insert into price_tier (sku, from_qty, unit_micros) values ('recharge', 1, 2000000)`.execute(
      shop.db,
    );
    const { get, ask } = await rich();
    const asked = { sku: "recharge", quantity: 1_000 };
    const { quoteId, totalCents } = await get("quote", asked);
    expect(totalCents).toBe(1_000);
    const buy = { ...asked, method: "wallet", quoteId };
    expect(await ask("placeOrder", buy)).toMatchObject({
      code: 400,
      refused: { field: "quoteId" },
    });
  });

  it("for something or somebody else, or that nobody gave, is refused", async () => {
    const [one, other] = [await rich(), await rich()];
    const { quoteId } = await one.get("quote", two);
    const buy = { ...two, method: "wallet", quoteId };
    const wrong = { code: 400, refused: { reason: "badField", field: "quoteId" } };
    expect(await one.ask("placeOrder", { ...buy, quantity: 3 })).toMatchObject(wrong);
    expect(
      await one.ask("placeOrder", { ...buy, sku: "ip-standard", quantity: 100 }),
    ).toMatchObject(wrong);
    expect(await other.ask("placeOrder", buy)).toMatchObject(wrong);
    expect(await one.ask("placeOrder", { ...buy, quoteId: "s1.AAAA" })).toMatchObject(wrong);
    const recharge = { amountCents: 700, method: "card", quoteId };
    expect(await one.ask("recharge", recharge)).toMatchObject(wrong);
    expect((await one.get("placeOrder", buy)).order.totalCents).toBe(700);
  });

  it("of a recharge, a plan and a plan's renewal is taken by them", async () => {
    const { get } = await rich();
    const money = await get("quote", { sku: "recharge", quantity: 60_000 });
    expect(money).toMatchObject({ totalCents: 60_000, bonusCents: 3_000 });
    const asked = { amountCents: 60_000, method: "card", quoteId: money.quoteId };
    expect(await get("recharge", asked)).toMatchObject({ totalCents: 60_000, taxCents: 0 });
    const plan = { region: "europe", days: 30, quantity: 1 };
    const quoted = await get("quote", { sku: "port", ...plan });
    await dearer("port-europe-30", async () => {
      const buy = { kind: "port", ...plan, method: "wallet", quoteId: quoted.quoteId };
      const { order, planId } = await get("orderUnlimit", buy);
      expect(order.totalCents).toBe(quoted.totalCents);
      const again = { planId: planId ?? "", days: 30, method: "wallet", quoteId: quoted.quoteId };
      expect((await get("renewalUnlimit", again)).order.totalCents).toBe(quoted.totalCents);
    });
  });
});
