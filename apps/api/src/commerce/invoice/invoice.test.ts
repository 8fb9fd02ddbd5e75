import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { grantCoupon } from "../coupon/grant.ts";
import { transaction } from "../../platform/db/database.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { download, refusalOf, ticketOf } from "../../identity/ticket/testing.ts";
import { canReadPdf, pdfText } from "./testing.ts";

const shop = forTests(() =>
  startShop({
    SELLER_NAME: "Pike Networks Ltd",
    SELLER_ADDRESS: "12 Harbour Road, Dublin",
    SELLER_TAX_ID: "IE1234567X",
    SUPPORT_EMAIL: "help@pike.example",
  }),
);

const traffic = { sku: "traffic-standard", quantity: 10, method: "wallet" };
const rich = () => shop.customer({ cents: 1_000_000 });
/** Orders from before invoices were kept have none. */
async function forgetInvoices(): Promise<void> {
  await transaction(shop.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from invoice`.execute(tx);
  });
}
async function invoiceOf(customer: Customer, orderNo: string): Promise<Buffer> {
  const { items } = await customer.get("orderList");
  const { invoiceNo } = items.find((one) => one.orderNo === orderNo) ?? {};
  const ticket = await ticketOf(customer, { what: "invoice", orderNo });
  const answer = await download(shop, "/v1/invoice", ticket);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const named = `attachment; filename="invoice-${invoiceNo}.pdf"`;
  expect(answer.headers.get("content-disposition")).toBe(named);
  return Buffer.from(await answer.arrayBuffer());
}

describe("GET /v1/invoice (spec/money#invoices)", () => {
  it("returns a one-page PDF for a paid order", async () => {
    const customer = await rich();
    const { order } = await customer.get("placeOrder", traffic);
    expect(order.invoiceReady).toBe(true);
    const pdf = (await invoiceOf(customer, order.orderNo)).toString("latin1");
    expect(pdf.slice(0, 5)).toBe("%PDF-");
    expect(pdf.trimEnd().slice(-5)).toBe("%%EOF");
    expect(pdf).toContain("/Count 1");
    expect(pdf).toContain("/Lang (en)");
  });

  it("has no invoice for a free order", async () => {
    const customer = await rich();
    const gift = { kind: "gift", sku: "traffic-standard", amount: 5 } as const;
    const input = { accountId: customer.id, days: 3, gift };
    const couponId = await transaction(shop.db, (tx) => grantCoupon(shop.services, tx, input));
    const { order } = await customer.get("placeOrder", { method: "coupon", couponId });
    expect(order.invoiceReady).toBe(false);
    const answer = await customer.ask("ticket", { what: "invoice", orderNo: order.orderNo });
    expect(answer).toMatchObject({ code: 409, refused: { reason: "invoiceNotReady" } });
  });

  it("refuses a ticket that was already used", async () => {
    const customer = await rich();
    const { order } = await customer.get("placeOrder", traffic);
    const ticket = await ticketOf(customer, { what: "invoice", orderNo: order.orderNo });
    const used = await download(shop, "/v1/invoice", ticket);
    expect(used.status).toBe(200);
    await used.arrayBuffer();
    const again = await refusalOf(await download(shop, "/v1/invoice", ticket));
    expect(again).toEqual([403, 410, "ticketExpired"]);
  });
});

describe.skipIf(!canReadPdf)("The content of an invoice", () => {
  it("lists the seller, buyer, product, discount, total and payment method", async () => {
    const customer = await rich();
    const title = { title: "Ada & Co", taxId: "GB 99", address: "1 Main Street\n\nLondon" };
    await customer.get("upInvoiceTitle", { ...title, country: "gb" });
    const gift = { kind: "discount", percent: 15, minCents: 0 } as const;
    const couponId = await transaction(shop.db, (tx) =>
      grantCoupon(shop.services, tx, { accountId: customer.id, days: 3, gift }),
    );
    const { order } = await customer.get("placeOrder", { ...traffic, couponId });
    const text = pdfText(await invoiceOf(customer, order.orderNo));
    for (const said of [
      `Order ${order.orderNo}`,
      "Pike Networks Ltd",
      "12 Harbour Road",
      "Tax ID: IE1234567X",
      "Ada & Co",
      "1 Main Street",
      "United Kingdom",
      customer.email,
      "Tax ID: GB 99",
      "Residential traffic 10 GB $3.00 $30.00",
      "Subtotal $30.00",
      "Coupon discount -$4.50",
      "Total $25.50",
      "Wallet",
      "Paid",
      "Write to help@pike.example",
      "Page 1 of 1",
    ]) {
      expect(text).toContain(said);
    }
  });

  it("of an order from before invoices were kept has the order's number, today's brand and title, and its refunds", async () => {
    const customer = await rich();
    const { order } = await customer.get("placeOrder", traffic);
    await forgetInvoices();
    await customer.get("upInvoiceTitle", { title: "A later title" });
    const refund = (cents: number, at: string, undone: boolean) =>
      sql`insert into refund (id, account_id, order_id, kind, cents, created_at, booked_at, undone_at)
        values (gen_random_uuid(), ${customer.id}, ${order.id}, 'refund', ${cents}, ${at}, ${at},
        ${undone ? at : null})`.execute(shop.db);
    await refund(1000, "2027-01-02T10:00:00Z", false);
    await refund(500, "2027-01-03T10:00:00Z", true);
    await sql`update shop_order set refunded_cents = 1000 where id = ${order.id}`.execute(shop.db);
    const text = pdfText(await invoiceOf(customer, order.orderNo));
    expect(text).toContain(`Invoice number ${order.orderNo}`);
    expect(text).toContain("A later title");
    expect(text).toContain("Refund of January 2, 2027 -$10.00");
    expect(text).not.toContain("January 3");
    expect(text).toContain("Remaining amount $20.00");
    expect(text).toContain("Partly refunded");
  });

  it("shows no unit for products counted by the piece", async () => {
    const customer = await rich();
    const { order } = await customer.get("placeOrder", { ...traffic, sku: "static-30" });
    const text = pdfText(await invoiceOf(customer, order.orderNo));
    expect(text).toContain("Static ISP proxy, 30 days 10 $5.00 $50.00");
  });

  it.each([
    ["de", "Rechnungsnummer", "Gesamtbetrag 30,00 $", "Guthaben"],
    ["fr", "Numéro de facture", "Total 30,00 $US", "Portefeuille"],
    ["ru", "Номер счёта", "Итого 30,00 $", "Кошелёк"],
    ["vi", "Số hóa đơn", "Tổng cộng 30,00 US$", "Ví"],
    ["zh", "發票號碼", "總計 US$30.00", "錢包"],
  ])("is in the account's language: %s", async (language, ...said) => {
    const customer = await rich();
    await customer.get("upLang", { language });
    await customer.get("upInvoiceTitle", { title: "臺北 Щукин Đức" });
    const { order } = await customer.get("placeOrder", traffic);
    const text = pdfText(await invoiceOf(customer, order.orderNo));
    for (const words of [...said, "臺北 Щукин Đức"]) expect(text).toContain(words);
  });
});
