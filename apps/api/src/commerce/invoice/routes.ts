/**
 * GET /v1/invoice?ticket= (spec/money#invoices): an order's invoice as PDF, in the account's
 * language.
 */
import { fileName } from "@turnpike/rules/file-name.ts";
import type { FastifyInstance } from "fastify";
import { brandOf } from "../../platform/brand/brand.ts";
import type { Services } from "../../platform/services.ts";
import { downloadRoute } from "../../identity/ticket/download.ts";
import { invoiceContent } from "./content.ts";
import { printInvoice } from "./print.ts";

export function invoiceRoutes(app: FastifyInstance, services: Services): void {
  downloadRoute(app, services, {
    path: "/v1/invoice",
    purpose: "invoice",
    read: () => null,
    async make({ accountId, fields }) {
      const orderNo = String(fields.orderNo);
      const content = await invoiceContent(services, { accountId, orderNo });
      const body = await printInvoice(content);
      const name = fileName({
        brand: brandOf(services).ownName,
        contents: "invoice",
        when: orderNo,
        ending: "pdf",
      });
      return { name, type: "application/pdf", body };
    },
  });
}
