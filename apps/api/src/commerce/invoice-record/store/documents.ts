/** The table of issued documents. */
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { pipelineStatement, sendWithCommit } from "../../../platform/db/pipeline.ts";
import { saleTax, taxColumns, taxValues } from "../../tax/sale-tax.ts";
import type { IssuedDocument, NewDocument } from "../snapshot.ts";

/**
 * Inserts a document; it takes its number when the transaction commits, after all that the transaction
 * locks. `withCommit` inserts it only then, which costs half: nothing in the transaction may read it.
 */
export async function insertDocument(
  tx: Tx,
  document: NewDocument & {
    id: string;
    seller: string;
    prefix: string;
    currency: string;
    sellerDigest: string;
  },
  { withCommit }: { withCommit: boolean },
): Promise<void> {
  const year = document.issuedAt.getUTCFullYear();
  const number = sql`invoice_next(${document.seller}, ${year}::int, ${document.kind})`;
  const row = sql`
    insert into invoice (id, kind, seller, prefix, year, seq, account_id, order_id, payment_id,
      refund_id, corrects, issued_at, lang, currency, net_cents, total_cents, ${taxColumns},
      seller_digest, buyer_email, snapshot)
    values (${document.id}, ${document.kind}, ${document.seller}, ${document.prefix}, ${year},
      ${withCommit ? number : sql`null`}, ${document.accountId}, ${document.orderId},
      ${document.paymentId}, ${document.refundId}, ${document.corrects}, ${document.issuedAt},
      ${document.lang}, ${document.currency}, ${document.netCents},
      ${document.netCents + document.taxCents}, ${taxValues(document)}, ${document.sellerDigest},
      ${document.buyerEmail}, ${JSON.stringify(document.snapshot)}::jsonb)`;
  await (withCommit ? sendWithCommit(tx, row) : pipelineStatement(tx, row));
}

/** A document has no number before its transaction commits. */
const columns = sql`
  ${saleTax}, id, kind, coalesce(number, '') as number, account_id as "accountId",
  order_id as "orderId", payment_id as "paymentId", refund_id as "refundId", corrects,
  issued_at as "issuedAt", lang, currency, seller_digest as "sellerDigest",
  buyer_email as "buyerEmail", snapshot`;

export async function findDocument(db: Db, id: string): Promise<IssuedDocument | null> {
  const { rows } = await sql<IssuedDocument>`
    select ${columns} from invoice where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function findByNumber(db: Db, number: string): Promise<IssuedDocument | null> {
  const { rows } = await sql<IssuedDocument>`
    select ${columns} from invoice where number = ${number}`.execute(db);
  return rows[0] ?? null;
}

/** The invoice of an order; null if it was paid before invoices were kept. */
export async function findInvoiceOf(db: Db, orderId: string): Promise<IssuedDocument | null> {
  const { rows } = await sql<IssuedDocument>`
    select ${columns} from invoice where order_id = ${orderId} and corrects is null`.execute(db);
  return rows[0] ?? null;
}

/** Orders paid since an instant that should have an invoice and have none, oldest first. */
export async function findUninvoiced(
  db: Db,
  { since, except, limit }: { since: Date; except: string[]; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders_without_invoice(${since}, ${except}::uuid[], ${limit}) as missing(id)`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** All documents of an order and its payment, in the order of their issue. */
export async function findDocumentsOf(
  tx: Tx,
  of: { orderId: string | null; paymentId: string | null },
): Promise<IssuedDocument[]> {
  const { rows } = await sql<IssuedDocument>`
    select ${columns} from invoice
    where order_id = ${of.orderId} or payment_id = ${of.paymentId} order by position`.execute(tx);
  return rows;
}

/** The numbers of each order's invoice and credit notes; orders without an invoice are absent. */
export async function numbersOf(
  db: Db,
  orderIds: string[],
): Promise<Map<string, { invoiceNo: string; creditNotes: string[] }>> {
  if (orderIds.length === 0) return new Map();
  const { rows } = await sql<{ orderId: string; invoiceNo: string; creditNotes: string[] }>`
    select order_id as "orderId", min(number) filter (where corrects is null) as "invoiceNo",
      coalesce(array_agg(number order by position) filter (where kind = 'creditNote'), '{}')
        as "creditNotes"
    from invoice where order_id = any(${orderIds}::uuid[]) group by order_id`.execute(db);
  return new Map(rows.map(({ orderId, ...numbers }) => [orderId, numbers]));
}

/** Erases the e-mail of closed accounts from their documents; false if some are left. */
export async function eraseEmails(
  tx: Tx,
  accountIds: string[],
  { limit }: { limit: number },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update invoice set buyer_email = '' where id in (select id from invoice
      where account_id = any(${accountIds}::uuid[]) and buyer_email <> '' limit ${limit})`.execute(
    tx,
  );
  return numAffectedRows < BigInt(limit);
}
