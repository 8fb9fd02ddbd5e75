import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startShop, type TestShop } from "../../identity/session/testing.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop?.stop());

describe("An order without a tax scheme (spec/tax#orders)", () => {
  it("says that it bears none, when it is placed and in the list", async () => {
    const { id, get } = await shop.customer();
    await shop.fund(id, 10_000);
    const none = {
      netCents: 700,
      taxCents: 0,
      taxPercent: 0,
      taxTreatment: "none",
      totalCents: 700,
    };
    const bought = { sku: "traffic-standard", quantity: 2, method: "wallet" };
    expect((await get("placeOrder", bought)).order).toMatchObject({ amountCents: 700, ...none });
    expect((await get("orderList")).items[0]).toMatchObject(none);
  });
});
