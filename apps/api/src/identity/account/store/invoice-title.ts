/** The table of invoice titles: how accounts are named as payers on invoices. */
import type { Db, Tx } from "../../../platform/db/database.ts";

/** The account's invoice title; null if it set none. */
export async function findInvoiceTitle(db: Db, accountId: string) {
  const row = await db
    .selectFrom("invoice_title")
    .select(["title", "tax_id as taxId", "address", "country"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

export interface InvoiceTitle {
  title: string;
  taxId: string | null;
  address: string | null;
  country: string | null;
}

export async function saveInvoiceTitle(
  db: Db,
  accountId: string,
  { title, taxId, address, country }: InvoiceTitle,
): Promise<void> {
  const columns = { title, tax_id: taxId, address, country };
  await db
    .insertInto("invoice_title")
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet(columns))
    .execute();
}

/** Deletes the invoice titles of accounts. */
export async function deleteInvoiceTitles(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom("invoice_title").where("account_id", "in", accountIds).execute();
}
