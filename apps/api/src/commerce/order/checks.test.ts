import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";

const shop = forTests(startShop);

const traffic = { sku: "traffic-standard", quantity: 1, method: "wallet" };

describe("Precedence of an order's refusals (spec/api#refusal-order)", () => {
  it("a missing field (400) takes precedence over a reused requestId (409)", async () => {
    const { ask } = await shop.customer({ cents: 10_000 });
    const fields = { ...traffic, requestId: "order-request-1" };
    expect((await ask("placeOrder", fields)).code).toBe(0);
    const codes = [];
    for (const wrong of [{ sku: "" }, { quantity: "" }, { method: "coupon" }, { quantity: 2 }])
      codes.push((await ask("placeOrder", { ...fields, ...wrong })).code);
    expect(codes).toEqual([400, 400, 400, 409]);
  });

  it("an unknown SKU (400) takes precedence over the gift coupon (404)", async () => {
    const { ask } = await shop.customer();
    const answer = await ask("placeOrder", { sku: "gold", method: "coupon", couponId: "none" });
    expect(answer).toMatchObject({ code: 400, refused: { reason: "unknownSku", field: "sku" } });
  });

  it("an unconfigured payment method (403) comes after invalid fields and before the coupon", async () => {
    const real = await startShop({ NODE_ENV: "production" });
    try {
      const { ask } = await real.customer();
      const wanted = { ...traffic, method: "card", couponId: "none" };
      const reasons = [];
      for (const more of [{ sku: "gold" }, { quantity: 100_001 }, {}, { method: "wallet" }])
        reasons.push((await ask("placeOrder", { ...wanted, ...more })).refused.reason);
      const fields = ["unknownSku", "badQuantity"];
      expect(reasons).toEqual([...fields, "paymentMethodUnavailable", "couponNotFound"]);
    } finally {
      await real.stop();
    }
  });
});

it("Order records (spec/money#calls) filtered by a date without a time cover the whole day (UTC), as start and as end", async () => {
  const { get, ask } = await shop.customer({ cents: 10_000 });
  await get("placeOrder", traffic);
  const day = (days: number) =>
    new Date(shop.services.world.now() + days * 86_400_000).toISOString().slice(0, 10);
  const count = async (from: string, to: string) => (await get("orderList", { from, to })).total;
  expect(await count(day(0), day(0))).toBe(1);
  expect(await count(day(-1), day(-1))).toBe(0);
  expect(await count(day(1), day(1))).toBe(0);
  expect(await count(day(0), `${day(0)}T00:00:00Z`)).toBe(0);
  const wrong = await ask("orderList", { to: "2026-02-30" });
  expect(wrong).toMatchObject({ code: 400, refused: { reason: "badField", field: "to" } });
});
