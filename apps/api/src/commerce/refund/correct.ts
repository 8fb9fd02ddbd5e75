/** Corrects the invoices of a refunded sale (spec/money#invoices). */
import type { Tx } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { correctInvoices } from "../invoice-record/corrections.ts";
import { findRefundsOfSale } from "./store/booked.ts";

/**
 * Issues the documents that a sale's refunds need: called when one was booked, undone or became
 * final.
 */
export async function correctSale(
  services: Services,
  tx: Tx,
  { orderId, paymentId }: { orderId: string | null; paymentId: string | null },
): Promise<void> {
  const sale = { orderId, paymentId };
  await correctInvoices(services, tx, { ...sale, refunds: () => findRefundsOfSale(tx, sale) });
}
