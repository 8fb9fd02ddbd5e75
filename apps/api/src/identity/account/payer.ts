/** The payer of an account's invoices. */
import type { Db } from "../../platform/db/database.ts";
import { contactOf } from "./addresses.ts";
import { findInvoiceTitle, type InvoiceTitle } from "./store/invoice-title.ts";

/** The account's e-mail and language, and its invoice title if it has one. */
export async function payerOf(db: Db, accountId: string) {
  const [{ to, lang }, title] = await Promise.all([
    contactOf(db, accountId),
    findInvoiceTitle(db, accountId),
  ]);
  return { email: to, lang, title: title satisfies InvoiceTitle | null };
}
