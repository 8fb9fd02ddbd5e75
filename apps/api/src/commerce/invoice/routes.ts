/**
 * GET /v1/invoice?ticket= (spec/money#invoices): an invoice or a credit note as PDF, in the language
 * that it was issued in.
 */
import { fileName } from "@turnpike/rules/file-name.ts";
import type { FastifyInstance } from "fastify";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import type { InvoiceContent } from "./content.ts";
import { documentContent, invoiceContent } from "./document.ts";
import { printInvoice } from "./print.ts";

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: "/v1/invoice",
    purpose: "invoice",
    read: () => null,
    async make({ accountId, fields: { invoiceNo, orderNo } }) {
      const content = await (invoiceNo === undefined
        ? invoiceContent(services, { accountId, orderNo: String(orderNo) })
        : documentContent(services, { accountId, number: String(invoiceNo) }));
      return printed(services, content, accountId);
    },
  });
}

/** A printed document as a file; `of` is whose turn it takes. */
export async function printed(services: Services, content: InvoiceContent, of: string) {
  const body = await printInvoice(content, of);
  const name = fileName({
    brand: brandOf(services).ownName,
    contents: content.kind === "invoice" ? "invoice" : "credit-note",
    when: content.number,
    ending: "pdf",
  });
  return { name, type: "application/pdf", body };
}
