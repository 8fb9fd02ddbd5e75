/** Invoices of orders that an API of the previous release sold (spec/money#invoices). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { verifyAccounting } from "../../../testing/verify-accounting.ts";
import { startShop } from "../../identity/session/testing.ts";
import { buyerIn, setScheme } from "../tax/testing.ts";
import { issueMissingInvoices } from "./missing-invoices.ts";
import { refundOf, traffic } from "./testing.ts";

const shop = forTests(startShop);

/** What runs inside inserts orders and no invoices, and takes no numbers, as the previous release does. */
async function asPreviousRelease<T>(run: () => Promise<T>): Promise<T> {
  const { db } = shop.services;
  await sql`create function nothing() returns trigger language plpgsql as
    'begin
       update invoice_counter set invoices = invoices - 1 where new.seq is not null;
       return null;
     end'`.execute(db);
  await sql`create trigger previous_release before insert on invoice
    for each row execute function nothing()`.execute(db);
  const result = await run();
  await sql`drop trigger previous_release on invoice`.execute(db);
  return result;
}

const numbers = async (customer: Awaited<ReturnType<typeof buyerIn>>) =>
  (await customer.get("orderList")).items.map(({ invoiceNo, creditNotes }) => [
    invoiceNo,
    creditNotes,
  ]);
const difference = async () => (await verifyAccounting(shop.db)).difference;

it("are issued once by a job, with credit notes of what was refunded since, and without a gap", async () => {
  const { services } = shop;
  await setScheme(shop, { scheme: "oss", sellerCountry: "DE" });
  const buyer = await buyerIn(shop, "FR");
  await buyer.get("placeOrder", traffic(10));
  await asPreviousRelease(async () => {
    for (const quantity of [2, 3]) {
      const { order } = await buyer.get("placeOrder", traffic(quantity));
      if (quantity === 3) await refundOf(shop, order.orderNo, 100);
    }
  });
  expect(await difference()).toMatch(/a paid order has no invoice/);
  await Promise.all([issueMissingInvoices(services), issueMissingInvoices(services)]);
  expect(await difference()).toBeNull();
  const year = new Date(services.world.now()).getUTCFullYear();
  const of = (number: string) => `TP-${year}-${number}`;
  expect(new Set((await numbers(buyer)).map(([invoiceNo]) => invoiceNo))).toEqual(
    new Set(["000001", "000002", "000003"].map(of)),
  );
  expect((await numbers(buyer))[0]?.[1]).toEqual([of("C00001")]);
  await issueMissingInvoices(services);
  expect(await numbers(buyer)).toHaveLength(3);
  expect(await difference()).toBeNull();
});
