/**
 * Invoices as PDF. Laying out text takes 100 ms of CPU time, more for Chinese, so a worker thread
 * does it without blocking other calls. The thread runs only while it is used.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { InvoiceContent } from "./content.ts";
import type { PrintResult, PrintRequest } from "./print-thread.ts";

/** Further requests are refused; clients may retry. */
const MAX_WAITING = 20;
const IDLE_MS = 60_000;

interface Job extends PrintRequest {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  /** The timeout of waiting in the queue, then of printing. */
  timer: NodeJS.Timeout;
}
export interface PrinterOptions {
  thread: URL;
  /** Timeout in ms for printing one invoice. */
  printMs: number;
  /** Timeout in ms for waiting in the queue. */
  waitMs: number;
}

/** Prints one invoice at a time, in a thread that is ended after a minute without requests. */
export class Printer {
  readonly #options: PrinterOptions;
  readonly #waiting: Job[] = [];
  #current: Job | null = null;
  #worker: Worker | null = null;
  #count = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: PrinterOptions) {
    this.#options = options;
  }

  /**
   * Prints an invoice as PDF.
   * @throws Refusal notReady if too many are waiting, or if its turn does not come in time
   */
  async print(content: InvoiceContent): Promise<Buffer> {
    if (this.#waiting.length + (this.#current ? 1 : 0) >= MAX_WAITING)
      throw new Refusal("notReady");
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const number = ++this.#count;
    const timer = setTimeout(() => this.#giveUp(number), this.#options.waitMs);
    this.#waiting.push({ number, content, resolve, reject, timer });
    this.#next();
    return promise;
  }

  #next(): void {
    if (this.#current) return;
    const job = this.#waiting.shift();
    clearTimeout(this.#idle);
    if (!job) {
      this.#idle = setTimeout(() => this.#drop(), IDLE_MS).unref();
      return;
    }
    clearTimeout(job.timer);
    const onTimeout = () => this.#fail(new Error("invoice print timed out"));
    job.timer = setTimeout(onTimeout, this.#options.printMs);
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number: job.number, content: job.content } satisfies PrintRequest);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.thread);
    const isCurrent = () => this.#worker === worker;
    worker.on("message", (printed: PrintResult) => isCurrent() && this.#answer(printed));
    worker.on("error", (error) => isCurrent() && this.#fail(error as Error));
    worker.on("exit", () => isCurrent() && this.#fail(new Error("invoice print thread ended")));
    // Lets the process exit when nothing else keeps it alive.
    worker.unref();
    return worker;
  }

  #answer(printed: PrintResult): void {
    const job = this.#finish();
    if ("fault" in printed) job?.reject(new Error(printed.fault));
    else job?.resolve(Buffer.from(printed.pdf));
    this.#next();
  }

  /** Fails the current invoice and ends the thread; a new thread prints the others. */
  #fail(why: Error): void {
    this.#drop();
    this.#finish()?.reject(why);
    this.#next();
  }

  /** Refuses a job whose turn did not come in time; the other jobs stay in the queue. */
  #giveUp(number: number): void {
    const at = this.#waiting.findIndex((job) => job.number === number);
    const [job] = at < 0 ? [] : this.#waiting.splice(at, 1);
    job?.reject(new Refusal("notReady"));
  }

  #finish(): Job | null {
    const job = this.#current;
    clearTimeout(job?.timer);
    this.#current = null;
    return job;
  }

  #drop(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }
}

const printer = new Printer({
  thread: new URL("./print-thread.ts", import.meta.url),
  printMs: 12_000,
  waitMs: 30_000,
});

/**
 * Prints an invoice as PDF.
 * @throws Refusal notReady if too many are waiting, or if its turn does not come in time
 */
export function printInvoice(content: InvoiceContent): Promise<Buffer> {
  return printer.print(content);
}
