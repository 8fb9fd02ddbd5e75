/** Who pays, for invoices. */
import type { Db } from "../../platform/db/database.ts";
import { contactOf } from "./addresses.ts";
import { findInvoiceTitle, type InvoiceTitle } from "./store/invoice-title.ts";

/** Where the account is written to, in which language, and its invoice title where there is one. */
export async function payerOf(db: Db, accountId: string) {
  const [{ to, lang }, title] = await Promise.all([
    contactOf(db, accountId),
    findInvoiceTitle(db, accountId),
  ]);
  return { email: to, lang, title: title satisfies InvoiceTitle | null };
}
