/** Invoices and credit notes as they are issued, over HTTP (spec/money#invoices). */
import { forTests } from "@turnpike/net/testing/for-tests.ts";
import { sized } from "@turnpike/net/testing/full.ts";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { StoredBrand } from "@turnpike/contract/brand.ts";
import { brandSetting } from "../../platform/brand/brand.ts";
import { transaction } from "../../platform/db/database.ts";
import { writeSetting } from "../../platform/setting/setting.ts";
import { verifyAfterEach } from "../../../testing/verify-accounting.ts";
import { type Customer, startShop } from "../../identity/session/testing.ts";
import { mailedCode } from "../../identity/mfa/testing.ts";
import { download, refusalOf, ticketOf } from "../../identity/ticket/testing.ts";
import { canReadPdf, pdfText } from "../invoice/testing.ts";
import { placeOrder } from "../order/place-order.ts";
import { cardOrder, drivenPayment, refundOf, settled } from "../refund/testing.ts";

const shop = forTests(() => startShop({ SELLER_NAME: "Pike Networks Ltd" }));
verifyAfterEach(shop);

const traffic = { sku: "traffic-standard", quantity: 10, method: "wallet" };
const rich = () => shop.customer({ cents: 1_000_000 });
async function numbersOf(customer: Customer) {
  const [item] = (await customer.get("orderList")).items;
  return { invoiceNo: item?.invoiceNo ?? null, creditNotes: item?.creditNotes ?? [] };
}
const numberOf = async (customer: Customer) => (await numbersOf(customer)).invoiceNo ?? "";
async function pdfOf(customer: Customer, invoiceNo: string): Promise<Buffer> {
  const ticket = await ticketOf(customer, { what: "invoice", invoiceNo });
  const answer = await download(shop, "/v1/invoice", ticket);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return Buffer.from(await answer.arrayBuffer());
}
async function setBrand(own: StoredBrand): Promise<void> {
  await transaction(shop.db, (tx) => writeSetting(tx, brandSetting, own));
  await shop.services.settings.refresh();
}

describe("An invoice", () => {
  it("is numbered from 000001 by seller and year, and listed with its order", async () => {
    const first = await rich();
    await first.get("placeOrder", traffic);
    const second = await rich();
    await second.get("placeOrder", traffic);
    const year = new Date(shop.services.world.now()).getUTCFullYear();
    expect(await numbersOf(first)).toEqual({ invoiceNo: `TP-${year}-000001`, creditNotes: [] });
    expect((await numbersOf(second)).invoiceNo).toBe(`TP-${year}-000002`);
  });

  it("has the next number however many buy at once, are refused, or die before their commit", async () => {
    const { services } = shop;
    const issued = async () => {
      const { rows } = await sql<{ last: number }>`
        select invoices as last from invoice_counter`.execute(services.db);
      return rows[0]?.last ?? 0;
    };
    const before = await issued();
    const buyers = await Promise.all(Array.from({ length: sized(6, 64) }, rich));
    const poor = await shop.customer();
    const dying = buyers.map(({ id }) =>
      transaction(services.db, async (tx) => {
        await placeOrder(services, tx, id, { ...traffic, method: "wallet" });
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      }).catch(() => "died"),
    );
    const bought = [...buyers, ...buyers].map(({ get }) => get("placeOrder", traffic));
    const refused = await poor.ask("placeOrder", traffic);
    expect(refused.code).toBe(402);
    expect(await Promise.all(dying)).toEqual(buyers.map(() => "died"));
    expect(await Promise.all(bought)).toHaveLength(2 * buyers.length);
    expect((await issued()) - before).toBe(2 * buyers.length);
  }, 120_000);

  it("is not issued for what costs nothing or is not paid yet", async () => {
    const customer = await shop.customer();
    await cardOrder(shop, customer, 200);
    expect(await numbersOf(customer)).toEqual({ invoiceNo: null, creditNotes: [] });
  });

  it("is issued when a payment from outside arrives", async () => {
    const customer = await shop.customer();
    const { tell, order } = await cardOrder(shop, customer, 200);
    await tell(settled(order.amountCents));
    expect((await numbersOf(customer)).invoiceNo).toMatch(/^TP-\d{4}-\d{6}$/);
  });

  it("is refused to others, by its number too", async () => {
    const customer = await rich();
    await customer.get("placeOrder", traffic);
    const invoiceNo = await numberOf(customer);
    const other = await shop.customer();
    expect(await other.ask("ticket", { what: "invoice", invoiceNo })).toMatchObject({
      code: 404,
      refused: { reason: "orderNotFound", field: "invoiceNo" },
    });
    expect(await customer.ask("ticket", { what: "invoice" })).toMatchObject({ code: 400 });
    const ticket = await ticketOf(customer, { what: "invoice", invoiceNo });
    await (await download(shop, "/v1/invoice", ticket)).arrayBuffer();
    const again = await refusalOf(await download(shop, "/v1/invoice", ticket));
    expect(again).toEqual([403, 410, "ticketExpired"]);
  });

  it("never changes, neither by hand nor by a later brand, title or language", async () => {
    const customer = await rich();
    await customer.get("upInvoiceTitle", { title: "Ada & Co", country: "gb" });
    await customer.get("placeOrder", traffic);
    const invoiceNo = await numberOf(customer);
    const before = await pdfOf(customer, invoiceNo);
    await customer.get("upInvoiceTitle", { title: "Another name" });
    await customer.get("upLang", { language: "de" });
    await setBrand({
      name: "Quick",
      legalName: "Quick GmbH",
      accent: "#7a1f5c",
      orderPrefix: "QK",
    });
    expect(Buffer.compare(await pdfOf(customer, invoiceNo), before)).toBe(0);
    await customer.get("placeOrder", traffic);
    const next = await numbersOf(customer);
    expect(next.invoiceNo).toMatch(/^QK-/);
    expect(Number(next.invoiceNo?.slice(-6))).toBe(Number(invoiceNo?.slice(-6)) + 1);
    await setBrand({});
    const change = sql`update invoice set total_cents = 1, net_cents = 1 where number = ${invoiceNo}`;
    await expect(change.execute(shop.db)).rejects.toThrow("do not change");
    const removal = sql`delete from invoice where number = ${invoiceNo}`;
    await expect(removal.execute(shop.db)).rejects.toThrow("do not change");
  });
});

describe("A credit note", () => {
  it("is issued for each partial refund, and names the invoice that it corrects", async () => {
    const customer = await rich();
    const { order } = await customer.get("placeOrder", traffic);
    await refundOf(shop, order.orderNo, 900);
    await refundOf(shop, order.orderNo);
    const { invoiceNo, creditNotes } = await numbersOf(customer);
    const numbers = creditNotes.map((number) => Number(/^TP-\d{4}-C(\d{5})$/.exec(number)?.[1]));
    expect(numbers).toEqual([1, 2]);
    const text = canReadPdf ? pdfText(await pdfOf(customer, creditNotes[0] ?? "")) : null;
    expect(text ?? `Credit note number ${creditNotes[0]} ${invoiceNo} $9.00`).toContain("$9.00");
    expect(text ?? `${invoiceNo}`).toContain(`${invoiceNo}`);
    const { rows } = await sql`select total_cents as cents from invoice
      where order_id = ${order.id} and kind = 'creditNote' order by seq`.execute(shop.db);
    expect(rows).toEqual([{ cents: 900 }, { cents: 2100 }]);
  });

  it("is issued for a dispute once that is lost, and not while its bank decides", async () => {
    const customer = await shop.customer();
    const { paymentId, tell, order, giveBack } = await cardOrder(shop, customer, 200);
    await tell(settled(order.amountCents));
    const ref = await giveBack(null, { kind: "dispute" });
    expect((await numbersOf(customer)).creditNotes).toEqual([]);
    const lost = {
      ref,
      state: "lost",
      cents: null,
      withdrawnCents: null,
      reason: "general",
    } as const;
    await drivenPayment(shop, paymentId).tell({
      what: "disputed",
      dispute: { ...lost, dueAt: null },
    });
    expect((await numbersOf(customer)).creditNotes).toHaveLength(1);
    const won = { ...lost, state: "won", dueAt: null } as const;
    await tell({ what: "disputed", dispute: { ...lost, state: "underReview", dueAt: null } });
    await tell({ what: "disputed", dispute: won });
    const { rows } = await sql`select kind, number like '%-C%' as note from invoice
      where order_id = ${order.id} order by position`.execute(shop.db);
    expect(rows).toEqual([
      { kind: "invoice", note: false },
      { kind: "creditNote", note: true },
      { kind: "invoice", note: false },
    ]);
  });

  it("is cancelled by an invoice when its refund could not be sent", async () => {
    const customer = await shop.customer();
    const { tell, order, giveBack } = await cardOrder(shop, customer, 200);
    await tell(settled(order.amountCents));
    const ref = await giveBack(500);
    await tell({ what: "refundUndone", ref });
    const { rows } = await sql`select i.kind, c.kind as corrects from invoice i
      left join invoice c on c.id = i.corrects
      where i.order_id = ${order.id} order by i.position`.execute(shop.db);
    expect(rows).toEqual([
      { kind: "invoice", corrects: null },
      { kind: "creditNote", corrects: "invoice" },
      { kind: "invoice", corrects: "creditNote" },
    ]);
  });
});

it("The e-mail on documents of a closed account is erased, and the rest stays", async () => {
  const customer = await rich();
  await customer.get("upInvoiceTitle", { title: "Kept Inc" });
  await customer.get("placeOrder", traffic);
  await customer.get("mailCode", { scene: "cancel" });
  const code = await mailedCode(shop, customer.email);
  await customer.get("cancel", { password: customer.password, code, confirm: 1 });
  const { rows } = await sql<{ buyer_email: string; snapshot: { buyer: { name: string } } }>`
      select buyer_email, snapshot from invoice where account_id = ${customer.id}`.execute(shop.db);
  expect(rows).toMatchObject([{ buyer_email: "", snapshot: { buyer: { name: "Kept Inc" } } }]);
  expect(JSON.stringify(rows)).not.toContain(customer.email);
});
