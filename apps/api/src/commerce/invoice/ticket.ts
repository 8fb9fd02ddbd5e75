/** Checks who may have a ticket for an invoice (spec/api#tickets). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { TicketCheck } from "../../platform/module.ts";
import { findByNumber } from "../invoice-record/store/documents.ts";
import { invoicedOrder } from "../order/invoiced.ts";

/**
 * Stores the number of the document, or of the order: which order has which document does not
 * change.
 * @throws Refusal missingField, orderNotFound, invoiceNotReady
 */
export const invoiceTicket: TicketCheck = async ({ db }, question, { accountId }) => {
  const { invoiceNo, orderNo = invoiceNo } = question;
  if (!orderNo) throw new Refusal("missingField", { field: "orderNo" });
  if (invoiceNo) {
    const document = await findByNumber(db, invoiceNo);
    if (document?.accountId === accountId) return { invoiceNo };
    // The invoices of old orders have the orders' numbers.
    if (orderNo !== invoiceNo) throw new Refusal("orderNotFound", { field: "invoiceNo" });
  }
  const order = await invoicedOrder(
    db,
    { accountId, orderNo },
    question.orderNo ? "orderNo" : "invoiceNo",
  );
  return { orderNo: order.orderNo };
};
