/** Invoices as PDF. Laying out text takes 100 ms of CPU time, more for Chinese: a thread does it. */
import { leavePlace } from "../../platform/http/fair-share.ts";
import { ThreadQueue } from "../../platform/thread-queue.ts";
import type { InvoiceContent } from "./content.ts";

const printer = new ThreadQueue<InvoiceContent, Uint8Array>({
  name: "invoice print",
  thread: new URL("./print-thread.ts", import.meta.url),
  // Twenty times what it takes with the thread's start: on a busy machine an end would only begin anew.
  workMs: 30_000,
  waitMs: 30_000,
});

/**
 * Prints an invoice as PDF for `of`: an account, or the staff.
 * @throws Refusal notReady if too many are waiting, or if it is not done in time
 */
export async function printInvoice(content: InvoiceContent, of: string): Promise<Buffer> {
  leavePlace();
  return Buffer.from(await printer.ask(content, { of }));
}
