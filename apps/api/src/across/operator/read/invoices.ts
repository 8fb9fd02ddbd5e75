/** Invoices and credit notes of all customers. */
import { sql } from "kysely";
import { findByNumber } from "../../../commerce/invoice-record/store/documents.ts";
import type { IssuedDocument } from "../../../commerce/invoice-record/snapshot.ts";
import { contentOf } from "../../../commerce/invoice/document.ts";
import { printed } from "../../../commerce/invoice/routes.ts";
import { ActRefused } from "../../../platform/act-refused.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Services } from "../../../platform/services.ts";
import { holderColumns, type Page, type Paged, readPage } from "./paging.ts";
import { accountsFound } from "./payments.ts";

export interface ListedInvoice {
  accountId: string;
  email: string | null;
  number: string;
  kind: "invoice" | "creditNote";
  at: Date;
  orderNo: string | null;
  /** The number of the document that it corrects. */
  corrects: string | null;
  netCents: number;
  taxCents: number;
  taxPercent: number;
  totalCents: number;
  currency: string;
  lang: string;
}

/** By number, order, or the account's e-mail; only indexed columns, as there may be millions. */
const documentsFound = (text: string) => sql`
  select id from invoice where number = ${text.toUpperCase()}
  union select i.id from invoice i join shop_order o on o.id = i.order_id
    where o.order_no = ${text.toUpperCase()}
  union select id from invoice where account_id in (${accountsFound(text)})`;

/** Returns a page of invoices and credit notes, newest first. */
export function listInvoices(
  db: Db,
  { search, kind, ...page }: Page & { search?: string | undefined; kind?: string | undefined },
): Promise<Paged<ListedInvoice>> {
  return readPage(db, {
    ...page,
    columns: sql`${holderColumns}, i.number, i.kind, i.issued_at as at, o.order_no as "orderNo",
      c.number as corrects, i.net_cents as "netCents", i.tax_cents as "taxCents",
      i.tax_percent::float8 as "taxPercent", i.total_cents as "totalCents", i.currency, i.lang`,
    from: sql`invoice i join account a on a.id = i.account_id
      left join shop_order o on o.id = i.order_id left join invoice c on c.id = i.corrects`,
    where: [
      sql`i.number is not null`,
      ...(kind === undefined ? [] : [sql`i.kind = ${kind}`]),
      ...(search === undefined ? [] : [sql`i.id in (${documentsFound(search.trim())})`]),
    ],
    order: sql`i.position desc`,
  });
}

/** An issued document by its number, in any case. @throws ActRefused */
export async function documentOf(db: Db, number: string): Promise<IssuedDocument> {
  const document = await findByNumber(db, number.trim().toUpperCase());
  if (!document) throw new ActRefused(`there is no invoice ${number}`, { reason: "notFound" });
  return document;
}

/** What a document says, and it printed. */
export async function printedDocument(services: Services, number: string) {
  const document = await documentOf(services.db, number);
  const content = await contentOf(services.db, document);
  return { document, content, file: await printed(services, content, "staff") };
}
