/**
 * Issues invoices and credit notes within the transaction of what they are about
 * (spec/money#invoices). The number is taken by the database when that commits.
 */
import type { Lang } from "@turnpike/contract/refusals.ts";
import { currency } from "@turnpike/locales/money.ts";
import { invoiceSentences } from "@turnpike/locales/invoice.ts";
import { productName, productUnit } from "@turnpike/locales/shop.ts";
import type { TaxTreatment } from "@turnpike/rules/tax/tax.ts";
import { lockedTitleOf } from "../../identity/account/account-lock.ts";
import { lockedContactOf } from "../../identity/account/addresses.ts";
import { addressOf } from "../../identity/account/invoice-title.ts";
import type { InvoiceTitle } from "../../identity/account/store/invoice-title.ts";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Tx } from "../../platform/db/database.ts";
import { countryNames } from "../../platform/geo/country-names.ts";
import type { Services } from "../../platform/services.ts";
import type { Order } from "../order/store.ts";
import type { Payment } from "../payment/store/payments.ts";
import { OWN_SELLER, sellerNow } from "./seller.ts";
import type { BuyerSnapshot, NewDocument } from "./snapshot.ts";
import { insertDocument } from "./store/documents.ts";

/** Kinds of products whose quantity has a unit. */
export const measured = ["traffic", "bandwidth"];
/** Maximum lines of an address. */
const ADDRESS_LINES = 6;

/** Issues a document; its amounts and its snapshot are final. */
export async function issueDocument(
  services: Services,
  tx: Tx,
  document: NewDocument,
  { withCommit = false } = {},
): Promise<string> {
  const sellerDigest = await sellerNow(services, tx);
  const id = services.world.id();
  const { orderPrefix: prefix } = brandOf(services);
  const own = { id, seller: OWN_SELLER, prefix, currency: currency(), sellerDigest };
  await insertDocument(tx, { ...document, ...own }, { withCommit });
  return id;
}

/**
 * Issues the invoice of an order that was just paid; what costs nothing has none. `withCommit`: nothing
 * reads it in this transaction (`insertDocument`).
 */
export async function issueInvoice(
  services: Services,
  tx: Tx,
  order: Order,
  { withCommit = false } = {},
): Promise<void> {
  if (order.amountCents === 0) return;
  const { accountId, paidAt, createdAt } = order;
  const { lang, email, buyer } = await buyerOf(tx, accountId);
  const issuedAt = paidAt ?? createdAt;
  const unit = measured.includes(order.kind) || order.unit !== null ? productUnit(lang, order) : "";
  const document: NewDocument = {
    ...taxOfSale(order),
    kind: "invoice",
    accountId,
    orderId: order.id,
    paymentId: null,
    refundId: null,
    corrects: null,
    issuedAt,
    lang,
    buyerEmail: email,
    snapshot: {
      buyer,
      line: {
        product: productName(lang, order),
        quantity: order.quantity,
        unit,
        cents: order.listCents,
      },
      discountCents: order.discountCents,
      method: order.method,
      reference: order.orderNo,
      orderedAt: createdAt.toISOString(),
      paidAt: issuedAt.toISOString(),
      taxNote: taxNote(lang, order.taxTreatment),
    },
  };
  await issueDocument(services, tx, document, { withCommit });
}

/**
 * Issues the invoice of money that a payment has just brought into the wallet, if tax is due then
 * (tax point recharge); `taxCents` is the tax within `cents`.
 */
export async function issueRecharge(
  services: Services,
  tx: Tx,
  arrival: { payment: Payment; cents: number; taxCents: number; at: number },
): Promise<void> {
  const { payment, cents, taxCents, at } = arrival;
  const { accountId, taxPercent, taxTreatment, taxCountry, taxOnTop, createdAt } = payment;
  if (taxCountry === null || cents === 0) return;
  const { lang, email, buyer } = await buyerOf(tx, accountId);
  const issuedAt = new Date(at);
  await issueDocument(services, tx, {
    netCents: cents - taxCents,
    taxCents,
    taxPercent,
    taxTreatment,
    taxCountry,
    kind: "invoice",
    accountId,
    orderId: null,
    paymentId: payment.id,
    refundId: null,
    corrects: null,
    issuedAt,
    lang,
    buyerEmail: email,
    snapshot: {
      buyer,
      line: {
        product: invoiceSentences(lang).recharge,
        quantity: null,
        unit: "",
        cents: taxOnTop ? cents - taxCents : cents,
      },
      discountCents: 0,
      method: payment.method,
      reference: payment.id,
      orderedAt: createdAt.toISOString(),
      paidAt: issuedAt.toISOString(),
      taxNote: taxNote(lang, taxTreatment),
    },
  });
}

/** The tax fields of a sale alone. */
export function taxOfSale({
  netCents,
  taxCents,
  taxPercent,
  taxTreatment,
  taxCountry,
}: Pick<NewDocument, "netCents" | "taxCents" | "taxPercent" | "taxTreatment" | "taxCountry">) {
  return { netCents, taxCents, taxPercent, taxTreatment, taxCountry };
}

/** The buyer as he is named now. */
async function buyerOf(
  tx: Tx,
  accountId: string,
): Promise<{ lang: Lang; email: string; buyer: BuyerSnapshot }> {
  const { to: email, lang } = await lockedContactOf(tx, accountId);
  const title = await lockedTitleOf(tx, accountId);
  return { lang, email, buyer: title ? titledBuyer(lang, title) : untitled };
}
const untitled: BuyerSnapshot = { name: null, lines: [], taxId: "" };

function titledBuyer(lang: Lang, title: InvoiceTitle): BuyerSnapshot {
  const country = title.country ? [countryNames(lang)(title.country)] : [];
  return {
    name: title.title,
    lines: [...addressLines(addressOf(title)), ...country],
    taxId: title.vatId ?? title.taxId ?? "",
  };
}

/** An address as entered, without empty lines; surplus lines are joined into the last one. */
export function addressLines(address: string): string[] {
  const lines = address
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length <= ADDRESS_LINES) return lines;
  return [...lines.slice(0, ADDRESS_LINES - 1), lines.slice(ADDRESS_LINES - 1).join(", ")];
}

function taxNote(lang: Lang, treatment: TaxTreatment): string | null {
  const { taxNotes } = invoiceSentences(lang);
  return treatment === "reverseCharge" || treatment === "outside" ? taxNotes[treatment] : null;
}
