/** The table of invoice titles: how accounts are named as payers on invoices. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../../../platform/db/database.ts";

export interface InvoiceTitle {
  title: string;
  name: string | null;
  company: string | null;
  taxId: string | null;
  vatId: string | null;
  /** As it was typed; else in parts. */
  address: string | null;
  street: string | null;
  postal: string | null;
  city: string | null;
  country: string | null;
}

/** The columns of an invoice title. */
export const titleColumns = sql`title, name, company, tax_id as "taxId", vat_id as "vatId", address,
  street, postal, city, country`;

/** The account's invoice title; null if it set none. */
export async function findInvoiceTitle(db: Db, accountId: string): Promise<InvoiceTitle | null> {
  const { rows } = await sql<InvoiceTitle>`
    select ${titleColumns} from invoice_title where account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** The invoice title of an account as a column of another query; null if it set none. */
export const invoiceTitleOf = (accountId: RawBuilder<unknown>) => sql<InvoiceTitle | null>`(
  select jsonb_build_object('title', title, 'name', name, 'company', company, 'taxId', tax_id,
    'vatId', vat_id, 'address', address, 'street', street, 'postal', postal, 'city', city,
    'country', country)
  from invoice_title where account_id = ${accountId})`;

export async function saveInvoiceTitle(
  db: Db,
  accountId: string,
  title: InvoiceTitle,
): Promise<void> {
  await sql`
    insert into invoice_title (account_id, title, name, company, tax_id, vat_id, address, street,
      postal, city, country)
    values (${accountId}, ${title.title}, ${title.name}, ${title.company}, ${title.taxId},
      ${title.vatId}, ${title.address}, ${title.street}, ${title.postal}, ${title.city},
      ${title.country})
    on conflict (account_id) do update set title = excluded.title, name = excluded.name,
      company = excluded.company, tax_id = excluded.tax_id, vat_id = excluded.vat_id,
      address = excluded.address, street = excluded.street, postal = excluded.postal,
      city = excluded.city, country = excluded.country`.execute(db);
}

/** Deletes the invoice titles of accounts. */
export async function deleteInvoiceTitles(tx: Tx, accountIds: string[]): Promise<void> {
  await sql`delete from invoice_title where account_id = any(${accountIds}::uuid[])`.execute(tx);
}
