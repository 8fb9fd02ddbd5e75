/** Checks who may have a ticket for an invoice (spec/api#tickets). */
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { TicketCheck } from "../../platform/module.ts";
import { invoicedOrder } from "../order/invoiced.ts";

/** @throws Refusal missingField, orderNotFound, invoiceNotReady */
export const invoiceTicket: TicketCheck = async ({ db }, { orderNo }, { accountId }) => {
  if (!orderNo) throw new Refusal("missingField", { field: "orderNo" });
  const order = await invoicedOrder(db, { accountId, orderNo });
  return { orderNo: order.orderNo };
};
