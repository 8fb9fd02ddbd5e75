/** Invoices of unlimited plans state kind, region and period; bandwidth is in Mbps. */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { describe, expect, it } from "vitest";
import { startShop } from "../../identity/session/testing.ts";
import { buyer, buyWithWallet } from "../../products/unlimited/buy-testing.ts";
import { invoiceContent } from "./document.ts";

const shop = forTests(startShop);

describe("the invoice of a plan", () => {
  it.each([
    [{ kind: "port", quantity: 3 }, "Unlimited port, Europe, 30 days", 3, "", 2700],
    [
      { kind: "bandwidth", quantity: 200, days: 7 },
      "Unlimited bandwidth, Europe, 7 days",
      200,
      "Mbps",
      9000,
    ],
  ])(
    "states product, quantity, unit and total: %o",
    async (fields, product, quantity, unit, totalCents) => {
      const customer = await buyer(shop);
      const { order } = await buyWithWallet(shop, customer, fields);
      expect(order.invoiceReady).toBe(true);
      const own = { accountId: customer.id, orderNo: order.orderNo };
      const expected = { product, quantity, unit, totalCents, method: "wallet", refunds: [] };
      expect(await invoiceContent(shop.services, own)).toMatchObject(expected);
    },
  );

  it("states the renewed period after a renewal", async () => {
    const customer = await buyer(shop);
    const { id } = await buyWithWallet(shop, customer);
    await shop.fund(customer.id, 2400);
    const fields = { planId: id, days: 90, method: "wallet" };
    const { order } = await customer.get("renewalUnlimit", fields);
    const own = { accountId: customer.id, orderNo: order.orderNo };
    expect(await invoiceContent(shop.services, own)).toMatchObject({
      product: "Unlimited port, Europe, 90 days",
      totalCents: 2400,
    });
  });
});
