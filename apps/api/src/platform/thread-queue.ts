/**
 * Work that takes much CPU time, such as laying out an invoice or parsing a long list, one piece at
 * a time in a worker thread, so that other calls are not blocked. The thread runs only while it is
 * used.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { FairSlots } from "@turnpike/net/fair-slots.ts";

/** Further requests are refused; clients may retry. */
const MAX_WAITING = 20;
const IDLE_MS = 60_000;

export interface ThreadRequest<Question> {
  number: number;
  question: Question;
}
/** Carries the request's number. */
export type ThreadResult<Answer> = { number: number } & ({ answer: Answer } | { fault: string });

interface Job<Answer> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  /** The timeout of the work. */
  timer: NodeJS.Timeout;
}
export interface ThreadQueueOptions {
  /** What it does, for errors: "invoice print". */
  name: string;
  thread: URL;
  /** Timeout in ms for one piece of work. */
  workMs: number;
  /** Timeout in ms for waiting in the queue. */
  waitMs: number;
}

/** Works on one request at a time, in a thread that is ended after a minute without requests. */
export class ThreadQueue<Question, Answer> {
  readonly #options: ThreadQueueOptions;
  readonly #slots: FairSlots;
  #current: Job<Answer> | null = null;
  #worker: Worker | null = null;
  #count = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadQueueOptions) {
    this.#options = options;
    this.#slots = new FairSlots({
      limits: [1, 1],
      queueInAll: MAX_WAITING - 1,
      maxWaitMs: options.waitMs,
      shed: () => new Refusal("notReady"),
    });
  }

  /**
   * Has the thread answer a question, in the queue of its asker (`of`, an account): askers take
   * turns, and what is too much is that of whoever has the most.
   * @throws Refusal notReady if too many are waiting, if its turn does not come in time, or if the
   * work is not done in time: on a busy machine that is the same
   */
  async ask(question: Question, { of = "" }: { of?: string } = {}): Promise<Answer> {
    return this.#slots.run({ keys: [of] }, () => this.#work(question));
  }

  async #work(question: Question): Promise<Answer> {
    clearTimeout(this.#idle);
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const timer = setTimeout(() => this.#fail(new Refusal("notReady")), this.#options.workMs);
    this.#current = { resolve, reject, timer };
    this.#worker ??= this.#start();
    const number = ++this.#count;
    this.#worker.postMessage({ number, question } satisfies ThreadRequest<Question>);
    return promise;
  }

  #start(): Worker {
    const worker = new Worker(this.#options.thread);
    const isCurrent = () => this.#worker === worker;
    worker.on("message", (done: ThreadResult<Answer>) => isCurrent() && this.#answer(done));
    worker.on("error", (error) => isCurrent() && this.#fail(error as Error));
    worker.on(
      "exit",
      () => isCurrent() && this.#fail(new Error(`${this.#options.name} thread ended`)),
    );
    // Lets the process exit when nothing else keeps it alive.
    worker.unref();
    return worker;
  }

  #answer(done: ThreadResult<Answer>): void {
    const job = this.#finish();
    if ("fault" in done) job?.reject(new Error(done.fault));
    else job?.resolve(done.answer);
  }

  /** Fails the current request and ends the thread; a new thread works on the others. */
  #fail(why: Error): void {
    this.#drop();
    this.#finish()?.reject(why);
  }

  #finish(): Job<Answer> | null {
    const job = this.#current;
    clearTimeout(job?.timer);
    this.#current = null;
    this.#idle = setTimeout(() => this.#drop(), IDLE_MS).unref();
    return job;
  }

  #drop(): void {
    const worker = this.#worker;
    this.#worker = null;
    void worker?.terminate();
  }
}
