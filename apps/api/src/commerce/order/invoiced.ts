/** Which orders have an invoice. */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Db } from "../../platform/db/database.ts";
import { findOwnOrder, type Order } from "./store.ts";

/** Paid orders have an invoice, also once refunded; free ones have none. */
export function hasInvoice({ status, amountCents }: Pick<Order, "status" | "amountCents">) {
  return (status === "paid" || status === "refunded") && amountCents > 0;
}

/**
 * One of the account's own orders that has an invoice; `field` is where its number was given.
 * @throws Refusal orderNotFound, invoiceNotReady
 */
export async function invoicedOrder(
  db: Db,
  own: { accountId: string; orderNo: string },
  field: "orderNo" | "invoiceNo" = "orderNo",
): Promise<Order> {
  const order = await findOwnOrder(db, own);
  if (!order) throw new Refusal("orderNotFound", { field });
  if (!hasInvoice(order)) throw new Refusal("invoiceNotReady", { field });
  return order;
}
