/** The thread that prints invoices: one at a time, in the order in which they are asked for. */
import { parentPort } from "node:worker_threads";
import { buffer } from "node:stream/consumers";
import { drawInvoice } from "./draw.ts";
import type { InvoiceFacts } from "./content.ts";

/** What is asked; the number comes back with the answer. */
export interface PrintWanted {
  number: number;
  facts: InvoiceFacts;
}
export type Printed = { number: number; pdf: Uint8Array } | { number: number; fault: string };

let last: Promise<void> = Promise.resolve();
parentPort?.on("message", (wanted: PrintWanted) => {
  last = last.then(() => print(wanted));
});

async function print({ number, facts }: PrintWanted): Promise<void> {
  let printed: Printed;
  try {
    printed = { number, pdf: await buffer(drawInvoice(facts)) };
  } catch (error) {
    printed = { number, fault: String((error as Error).stack ?? error) };
  }
  parentPort?.postMessage(printed);
}
