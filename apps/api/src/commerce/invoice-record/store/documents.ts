/** The table of issued documents. */
import { asLang } from "@turnpike/contract/refusals.ts";
import { sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";
import { pipelineStatement, sendWithCommit } from "../../../platform/db/pipeline.ts";
import { saleTaxOf, taxColumns } from "../../tax/sale-tax.ts";
import type { IssuedDocument, NewDocument, Snapshot } from "../snapshot.ts";

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
  const number = sql<number>`invoice_next(${document.seller}, ${year}::int, ${document.kind})`;
  const row = tx.insertInto("invoice").values({
    id: document.id,
    kind: document.kind,
    seller: document.seller,
    prefix: document.prefix,
    year,
    ...(withCommit ? { seq: number } : {}),
    account_id: document.accountId,
    order_id: document.orderId,
    payment_id: document.paymentId,
    refund_id: document.refundId,
    corrects: document.corrects,
    issued_at: document.issuedAt,
    lang: document.lang,
    currency: document.currency,
    net_cents: document.netCents,
    total_cents: document.netCents + document.taxCents,
    ...taxColumns(document),
    seller_digest: document.sellerDigest,
    buyer_email: document.buyerEmail,
    snapshot: JSON.stringify(document.snapshot),
  });
  await (withCommit ? sendWithCommit(tx, row) : pipelineStatement(tx, row));
}

function query(db: Db) {
  return db.selectFrom("invoice").selectAll("invoice");
}
type Row = Awaited<ReturnType<ReturnType<typeof query>["executeTakeFirstOrThrow"]>>;

function toDocument(row: Row): IssuedDocument {
  return {
    ...saleTaxOf(row),
    id: row.id,
    kind: row.kind as IssuedDocument["kind"],
    number: row.number ?? "",
    accountId: row.account_id,
    orderId: row.order_id,
    paymentId: row.payment_id,
    refundId: row.refund_id,
    corrects: row.corrects,
    issuedAt: row.issued_at,
    lang: asLang(row.lang),
    currency: row.currency,
    sellerDigest: row.seller_digest,
    buyerEmail: row.buyer_email,
    snapshot: row.snapshot as unknown as Snapshot,
  };
}

export async function findDocument(db: Db, id: string): Promise<IssuedDocument | null> {
  const row = await query(db).where("id", "=", id).executeTakeFirst();
  return row ? toDocument(row) : null;
}

export async function findByNumber(db: Db, number: string): Promise<IssuedDocument | null> {
  const row = await query(db).where("number", "=", number).executeTakeFirst();
  return row ? toDocument(row) : null;
}

/** The invoice of an order; null if it was paid before invoices were kept. */
export async function findInvoiceOf(db: Db, orderId: string): Promise<IssuedDocument | null> {
  const row = await query(db)
    .where("order_id", "=", orderId)
    .where("corrects", "is", null)
    .executeTakeFirst();
  return row ? toDocument(row) : null;
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
  const rows = await query(tx)
    .where(sql<boolean>`(order_id = ${of.orderId} or payment_id = ${of.paymentId})`)
    .orderBy("position")
    .execute();
  return rows.map(toDocument);
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
