/**
 * Invoices as PDF. Laying out text takes a tenth of a second of computing, Chinese more: it is done
 * by a thread of its own, so that no other call waits for it. The thread is there while it is used.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { InvoiceContent } from "./content.ts";
import type { PrintResult, PrintRequest } from "./print-thread.ts";

/** More requests are refused and may come again. */
const WAITING_MOST = 20;
const IDLE_MS = 60_000;

interface Job extends PrintRequest {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  /** Ends the wait for its turn, then the printing. */
  timer: NodeJS.Timeout;
}
export interface PrinterOptions {
  thread: URL;
  /** How long an invoice may take once its turn has come. */
  printMs: number;
  /** How long it waits for its turn. */
  waitMs: number;
}

/** Prints one after another, in a thread that ends by itself when nobody has asked for a minute. */
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
   * An invoice's PDF.
   * @throws Refusal notReady where too many wait, or its turn does not come
   */
  async print(content: InvoiceContent): Promise<Buffer> {
    if (this.#waiting.length + (this.#current ? 1 : 0) >= WAITING_MOST)
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
    const late = () => this.#fail(new Error("invoice print timed out"));
    job.timer = setTimeout(late, this.#options.printMs);
    this.#current = job;
    this.#worker ??= this.#start();
    this.#worker.postMessage({ number: job.number, content: job.content } satisfies PrintRequest);
  }

  #start(): Worker {
    const worker = new Worker(this.#options.thread);
    const mine = () => this.#worker === worker;
    worker.on("message", (printed: PrintResult) => mine() && this.#answer(printed));
    worker.on("error", (error) => mine() && this.#fail(error as Error));
    worker.on("exit", () => mine() && this.#fail(new Error("invoice print thread ended")));
    // It keeps no process alive that has nothing else to do.
    worker.unref();
    return worker;
  }

  #answer(printed: PrintResult): void {
    const job = this.#finish();
    if ("fault" in printed) job?.reject(new Error(printed.fault));
    else job?.resolve(Buffer.from(printed.pdf));
    this.#next();
  }

  /** The invoice at hand comes to nothing; the others are printed by another thread. */
  #fail(why: Error): void {
    this.#drop();
    this.#finish()?.reject(why);
    this.#next();
  }

  /** Its turn does not come in time: it alone goes. */
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
 * An invoice's PDF.
 * @throws Refusal notReady where too many wait, or its turn does not come
 */
export function printInvoice(content: InvoiceContent): Promise<Buffer> {
  return printer.print(content);
}
