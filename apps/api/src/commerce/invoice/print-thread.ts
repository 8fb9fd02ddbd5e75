/** The worker thread that prints invoices, one at a time, in request order. */
import { parentPort } from "node:worker_threads";
import { buffer } from "node:stream/consumers";
import { drawInvoice } from "./draw.ts";
import type { InvoiceContent } from "./content.ts";

/** The result carries the same number. */
export interface PrintRequest {
  number: number;
  content: InvoiceContent;
}
export type PrintResult = { number: number; pdf: Uint8Array } | { number: number; fault: string };

let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (request: PrintRequest) => {
  last = last.then(() => print(request));
});

async function print({ number, content }: PrintRequest): Promise<void> {
  let result: PrintResult;
  try {
    result = { number, pdf: await buffer(drawInvoice(content)) };
  } catch (error) {
    result = { number, fault: String((error as Error).stack ?? error) };
  }
  parentPort?.postMessage(result);
}
