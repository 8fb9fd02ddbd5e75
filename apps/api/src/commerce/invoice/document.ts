/** An issued document as it is printed: from its snapshot alone (spec/money#invoices). */
import { invoiceSentences } from "@turnpike/locales/invoice.ts";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import type { IssuedDocument } from "../invoice-record/snapshot.ts";
import { findByNumber, findDocument, findInvoiceOf } from "../invoice-record/store/documents.ts";
import { findSeller } from "../invoice-record/store/sellers.ts";
import { invoicedOrder } from "../order/invoiced.ts";
import type { InvoiceContent } from "./content.ts";
import { oldInvoiceContent } from "./old-content.ts";

/**
 * The invoice of one of the account's own orders.
 * @throws Refusal orderNotFound, invoiceNotReady
 */
export async function invoiceContent(
  services: Services,
  own: { accountId: string; orderNo: string },
): Promise<InvoiceContent> {
  const order = await invoicedOrder(services.db, own);
  const document = await findInvoiceOf(services.db, order.id);
  return document ? contentOf(services.db, document) : oldInvoiceContent(services, order);
}

/** One of the account's own documents by its number, which its ticket has checked. */
export async function documentContent(
  { db }: Pick<Services, "db">,
  own: { accountId: string; number: string },
): Promise<InvoiceContent> {
  const document = await findByNumber(db, own.number);
  if (document?.accountId !== own.accountId)
    throw new Error(`a ticket was given for another account's document ${own.number}`);
  return contentOf(db, document);
}

/** What a document says. */
export async function contentOf(db: Db, document: IssuedDocument): Promise<InvoiceContent> {
  const { lang, buyerEmail, snapshot, corrects, netCents, taxCents, taxPercent } = document;
  const { buyer, line, discountCents, method, orderedAt, paidAt, taxNote } = snapshot;
  const [seller, corrected] = await Promise.all([
    findSeller(db, document.sellerDigest),
    corrects === null ? null : findDocument(db, corrects),
  ]);
  const { name, lines, taxId, ...look } = seller;
  const known = buyer.name !== null && buyerEmail !== "" ? [buyerEmail] : [];
  return {
    ...look,
    kind: document.kind,
    lang,
    number: document.number,
    reference: { of: document.orderId === null ? "payment" : "order", number: snapshot.reference },
    corrects: corrected && {
      number: corrected.number,
      at: corrected.issuedAt.toISOString(),
    },
    issuedAt: document.issuedAt.toISOString(),
    orderedAt,
    paidAt,
    seller: { name, lines, taxId },
    payer: {
      name: buyer.name ?? (buyerEmail || invoiceSentences(lang).closedBuyer),
      lines: [...buyer.lines, ...known],
      taxId: buyer.taxId,
    },
    product: line.product,
    quantity: line.quantity,
    unit: line.unit,
    listCents: line.cents,
    discountCents,
    netCents,
    taxCents,
    taxPercent,
    taxed: document.taxTreatment !== "none",
    taxNote,
    totalCents: netCents + taxCents,
    currency: document.currency,
    method,
    refunds: [],
  };
}
