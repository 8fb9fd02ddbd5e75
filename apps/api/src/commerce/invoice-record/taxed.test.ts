/** Invoices and credit notes of sales that bear tax, over HTTP (spec/money#invoices). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { refundOf } from "../refund/testing.ts";
import { buyerIn, setScheme } from "../tax/testing.ts";

const shop = forTests(startShop);
verifyAfterEach(shop);

const oss = { scheme: "oss", sellerCountry: "DE" } as const;
async function documentsOf(accountId: string) {
  const { rows } = await sql<{
    kind: string;
    net: number;
    tax: number;
    percent: string;
    treatment: string;
    country: string;
  }>`
    select kind, net_cents as net, tax_cents as tax, tax_percent as percent,
      tax_treatment as treatment, tax_country as country
    from invoice where account_id = ${accountId} order by position`.execute(shop.db);
  return rows.map(({ kind, net, tax, percent, treatment, country }) =>
    [kind, net, tax, Number(percent), treatment, country].join(" "),
  );
}

test("An order's invoice has its net amount, tax and treatment, and a partial refund's credit note its part", async () => {
  await setScheme(shop, oss);
  const buyer = await buyerIn(shop, "FR");
  const ordered = { sku: "traffic-standard", quantity: 2, method: "wallet" };
  const { order } = await buyer.get("placeOrder", ordered);
  await refundOf(shop, order.orderNo, 350);
  expect(await documentsOf(buyer.id)).toEqual([
    "invoice 583 117 20 oss FR",
    "creditNote 291 59 20 oss FR",
  ]);
});

test("A recharge has an invoice only if tax is due then", async () => {
  await setScheme(shop, oss);
  const untaxed = await buyerIn(shop, "FR", { cents: 0 });
  const recharge = { amountCents: 1_200, method: "card" };
  await shop.complete((await untaxed.get("recharge", recharge)).payUrl, "paid");
  expect(await documentsOf(untaxed.id)).toEqual([]);

  await setScheme(shop, { ...oss, point: "recharge", prices: "net" });
  const buyer = await buyerIn(shop, "FR", { cents: 0 });
  await shop.complete((await buyer.get("recharge", recharge)).payUrl, "paid");
  expect(await documentsOf(buyer.id)).toEqual(["invoice 1200 240 20 oss FR"]);
  expect((await buyer.get("member")).walletCents).toBe(1_200);
});
