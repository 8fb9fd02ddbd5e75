/** The worker thread that prints invoices. */
import { buffer } from "node:stream/consumers";
import { answerInThread } from "../../platform/answer-in-thread.ts";
import type { InvoiceContent } from "./content.ts";
import { drawInvoice } from "./draw.ts";

answerInThread((content: InvoiceContent) => buffer(drawInvoice(content)));
