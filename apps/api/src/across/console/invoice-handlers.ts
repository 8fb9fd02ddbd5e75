/** Handlers for invoices and credit notes. */
import type { Services } from "../../platform/services.ts";
import { perform } from "../operator/acts/act.ts";
import { readInvoice, sendInvoice } from "../operator/acts/invoices.ts";
import { listInvoices, printedDocument } from "../operator/read/invoices.ts";
import { serialized } from "../operator/read/paging.ts";
import type { ConsoleHandlers } from "./caller.ts";

type Names = "invoiceList" | "invoiceFile" | "invoiceSend";

export function invoiceHandlers(services: Services): Pick<ConsoleHandlers, Names> {
  return {
    invoiceList: async (query) => serialized(await listInvoices(services.db, query)),

    async invoiceFile({ number }, { actor }) {
      const { document, file } = await printedDocument(services, number);
      await perform(services, readInvoice, { actor, input: { document } });
      return { fileName: file.name, base64: file.body.toString("base64") };
    },

    invoiceSend: ({ reason, requestId, ...input }, { actor }) =>
      perform(services, sendInvoice, { actor, input, reason, requestId }),
  };
}
