/**
 * Credit notes for refunds and lost disputes, and the invoices that cancel them when a refund is
 * undone (spec/money#invoices). Compares the refunds of a sale with the documents that it has and
 * issues what is missing, so it may be called at any time; the sale is locked.
 */
import { taxBack } from "@turnpike/rules/tax/amounts.ts";
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { issueDocument, taxOfSale } from "./issue.ts";
import type { IssuedDocument } from "./snapshot.ts";
import { findDocumentsOf } from "./store/documents.ts";

/** A refund that was booked, as far as documents are about it. */
export interface BookedRefund {
  id: string;
  /** Of an order, or of a payment alone, also that of an order which failed. */
  ofOrder: boolean;
  /** Of an order's price, or of a recharge; with the tax in it. */
  soldCents: number;
  taxCents: number;
  /** Of what went to the wallet in addition; with the tax in it. */
  surplusCents: number;
  surplusTaxCents: number;
  undone: boolean;
  /** Whether it stands: a dispute's money may still return while its bank decides. */
  final: boolean;
}

/** Issues the credit notes and cancellations that the refunds of a sale still need. */
export async function correctInvoices(
  services: Services,
  tx: Tx,
  sale: {
    orderId: string | null;
    paymentId: string | null;
    refunds: () => Promise<BookedRefund[]>;
  },
): Promise<void> {
  const documents = await findDocumentsOf(tx, sale);
  if (documents.length === 0) return;
  for (const refund of await sale.refunds()) {
    const notes = documents.filter(({ refundId }) => refundId === refund.id);
    if (refund.undone) await cancelNotes(services, tx, { notes, documents });
    else if (refund.final && notes.length === 0)
      documents.push(...(await issueNotes(services, tx, { refund, documents })));
  }
}

/** A part of a refund: how much of it, and the invoices that it can correct. */
interface Part {
  cents: number;
  taxCents: number;
  invoices: IssuedDocument[];
}

function partsOf(refund: BookedRefund, documents: IssuedDocument[]): Part[] {
  const invoices = documents.filter(({ kind, corrects }) => kind === "invoice" && !corrects);
  const ofOrder = invoices.filter((one) => one.orderId !== null);
  const ofWallet = invoices.filter((one) => one.orderId === null);
  const { soldCents, taxCents, surplusCents, surplusTaxCents } = refund;
  if (!refund.ofOrder) {
    const [cents, tax] = [soldCents + surplusCents, taxCents + surplusTaxCents];
    return [{ cents, taxCents: tax, invoices: ofWallet }];
  }
  return [
    { cents: soldCents, taxCents, invoices: ofOrder },
    { cents: surplusCents, taxCents: surplusTaxCents, invoices: ofWallet },
  ];
}

const totalOf = ({ netCents, taxCents }: IssuedDocument) => netCents + taxCents;

/** What is left of an invoice after its credit notes, without cancelled ones. */
function leftOf(invoice: IssuedDocument, documents: IssuedDocument[]): number {
  const cancelled = new Set(documents.map(({ kind, corrects }) => kind === "invoice" && corrects));
  return documents
    .filter(({ id, corrects }) => corrects === invoice.id && !cancelled.has(id))
    .reduce((left, note) => left - totalOf(note), totalOf(invoice));
}

async function issueNotes(
  services: Services,
  tx: Tx,
  { refund, documents }: { refund: BookedRefund; documents: IssuedDocument[] },
): Promise<IssuedDocument[]> {
  const issued: IssuedDocument[] = [];
  for (const part of partsOf(refund, documents)) {
    let { cents, taxCents } = part;
    // A recharge that came in several parts has an invoice of each.
    for (const invoice of part.invoices) {
      const now = Math.min(cents, leftOf(invoice, [...documents, ...issued]));
      if (now <= 0) continue;
      const tax = taxBack({ totalCents: cents, taxCents, refundedCents: 0 }, now);
      issued.push(await issueNote(services, tx, { invoice, refund, cents: now, taxCents: tax }));
      cents -= now;
      taxCents -= tax;
    }
  }
  return issued;
}

async function issueNote(
  services: Services,
  tx: Tx,
  of: { invoice: IssuedDocument; refund: BookedRefund; cents: number; taxCents: number },
): Promise<IssuedDocument> {
  const { invoice, refund, cents, taxCents } = of;
  const amounts = { ...taxOfSale(invoice), netCents: cents - taxCents, taxCents };
  return issueCorrection(services, tx, invoice, {
    kind: "creditNote",
    refundId: refund.id,
    amounts,
  });
}

async function cancelNotes(
  services: Services,
  tx: Tx,
  { notes, documents }: { notes: IssuedDocument[]; documents: IssuedDocument[] },
): Promise<void> {
  for (const note of notes.filter(({ kind }) => kind === "creditNote")) {
    if (documents.some(({ corrects }) => corrects === note.id)) continue;
    const { refundId } = note;
    const amounts = taxOfSale(note);
    documents.push(
      await issueCorrection(services, tx, note, { kind: "invoice", refundId, amounts }),
    );
  }
}

/** Issues a document about another one: to the same buyer, in the same language. */
async function issueCorrection(
  services: Services,
  tx: Tx,
  corrected: IssuedDocument,
  by: Pick<IssuedDocument, "kind" | "refundId"> & { amounts: ReturnType<typeof taxOfSale> },
): Promise<IssuedDocument> {
  const { accountId, orderId, paymentId, lang, buyerEmail, snapshot } = corrected;
  const { kind, refundId, amounts } = by;
  const issuedAt = new Date(services.world.now());
  const { line, taxNote, ...same } = snapshot;
  const cents = amounts.netCents + amounts.taxCents;
  const document = {
    ...amounts,
    kind,
    accountId,
    orderId,
    paymentId,
    refundId,
    corrects: corrected.id,
    issuedAt,
    lang,
    buyerEmail,
    snapshot: {
      ...same,
      line: { product: line.product, quantity: null, unit: "", cents },
      discountCents: 0,
      taxNote,
    },
  };
  const id = await issueDocument(services, tx, document);
  return { ...document, id, number: "", currency: corrected.currency, sellerDigest: "" };
}
