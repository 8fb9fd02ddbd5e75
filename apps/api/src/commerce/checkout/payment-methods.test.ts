import { readEnvironment } from "@turnpike/contract/environment.ts";
import { describe, expect, it } from "vitest";
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { startShop } from "../../identity/session/testing.ts";
import { methodOf } from "../payment-method/registry.ts";

const stripe = { STRIPE_SECRET_KEY: "sk_test_x", STRIPE_WEBHOOK_SECRET: "whsec_x" };

describe("/v1/paymentMethods (spec/money#payment-methods)", () => {
  const shop = forTests(() => startShop(stripe));

  it("lists what can be paid with beside the wallet", async () => {
    const customer = await shop.customer();
    const { items } = await customer.get("paymentMethods");
    expect(items.slice(0, 2)).toEqual([
      { id: "card", kind: "card", title: "Card", minCents: 50, reversible: true },
      { id: "crypto", kind: "crypto", title: "Cryptocurrency", minCents: 1, reversible: false },
    ]);
    const { paymentMethods } = await customer.get("headerInit");
    expect(paymentMethods).toEqual(items.map(({ id }) => id));
  });

  it("has no cards in a currency that Stripe counts without decimals", () => {
    const opened = (currency: string) =>
      methodOf("card").open(readEnvironment({ ...stripe, CURRENCY: currency })) !== null;
    expect(["EUR", "MGA"].map(opened)).toEqual([true, false]);
  });
});
