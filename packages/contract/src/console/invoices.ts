/** Invoices and credit notes (spec/console#money). */
import { z } from "zod";
import { at, cents, neededRequestId, optional, paged, paging, requiredText } from "../fields.ts";
import { consoleAct, consoleCall } from "./call.ts";
import { holder, reason, search } from "./fields.ts";

const number = requiredText(40).describe("The document's number.");

export const invoiceList = consoleCall({
  path: "/console/v1/invoiceList",
  access: "money.read",
  summary: "Lists invoices and credit notes of all customers, the newest first.",
  request: {
    ...paging,
    search: search.describe(
      "Only the document with this number, those of the order with this number, or of customers whose e-mail address contains it.",
    ),
    kind: optional(z.enum(["invoice", "creditNote"], "badField")).describe("Only this kind."),
  },
  response: paged(
    z
      .object({
        ...holder,
        number: z.string().describe("The document's number."),
        kind: z.enum(["invoice", "creditNote"]).describe("The kind of document."),
        at: at.describe("The time it was issued."),
        orderNo: z.string().nullable().describe("The order; null for a recharge."),
        corrects: z.string().nullable().describe("The number of the document that it corrects."),
        netCents: cents.describe("The sum without tax."),
        taxCents: cents.describe("The tax."),
        taxPercent: z.number().describe("The rate of the tax."),
        totalCents: cents.describe("The sum with tax."),
        currency: z.string().describe("The currency, such as `USD`."),
        lang: z.string().describe("The language that it is in."),
      })
      .meta({ id: "ListedInvoice" }),
  ),
});

export const invoiceFile = consoleAct({
  path: "/console/v1/invoiceFile",
  access: "money.read",
  summary:
    "Returns an invoice or credit note as PDF. Changes nothing, and is recorded in the audit log.",
  request: { number },
  response: {
    fileName: z.string().describe("A name for the file."),
    base64: z.string().describe("The file, in base64."),
  },
  refusals: ["notFound", "notReady"],
});

export const invoiceSend = consoleAct({
  path: "/console/v1/invoiceSend",
  access: "refunds.write",
  summary: "Mails the customer where to download an invoice or credit note.",
  request: { number, reason, requestId: neededRequestId },
  response: {
    number: z.string().describe("The document's number."),
    to: z.string().describe("The address that it was mailed to."),
  },
  refusals: ["notFound", "actRefused"],
});

export const consoleInvoiceCalls = { invoiceList, invoiceFile, invoiceSend };
