/** Prices of renewals with their tax, as they are shown and then charged (spec/tax#orders). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { expect, it } from "vitest";
import { setScheme } from "../../commerce/tax/testing.ts";
import { startShop } from "../../identity/session/testing.ts";
import { autoRenew } from "./auto-renew.ts";
import { withStatics } from "./renew-testing.ts";

const shop = forTests(startShop);

it("The forecast and an IP's details show what auto-renew charges, with the buyer's tax on top of net prices", async () => {
  await setScheme(shop, { scheme: "oss", sellerCountry: "DE", prices: "net" });
  const auto = { num: 2, days: 7, cents: 700, auto: true } as const;
  const { customer, ids } = await withStatics(shop, auto);
  const shown = async () => {
    const { wallet } = await customer.get("forecast");
    const { renewalPrices } = await customer.get("staticInfo", { id: ids[0] });
    const week = renewalPrices.find(({ days }) => days === 7)?.walletCents ?? 0;
    return [week, wallet.renewalsCents / wallet.renewals, wallet.missingCents];
  };
  const { renewals } = (await customer.get("forecast")).wallet;
  // Who has named no country is taxed as at the seller's: 19 %.
  expect(await shown()).toEqual([298, 298, 298 * renewals - 700]);
  await customer.get("upInvoiceTitle", { name: "A Person", country: "FR" });
  expect(await shown()).toEqual([300, 300, 300 * renewals - 700]);
  await shop.advance(6 * 86_400 + 3_600);
  await autoRenew(shop.services);
  const { items } = await customer.get("orderList");
  const charged = { totalCents: 300, taxCents: 50, renewal: true };
  expect(items).toMatchObject([charged, charged]);
  expect((await customer.get("member")).walletCents).toBe(100);
});
