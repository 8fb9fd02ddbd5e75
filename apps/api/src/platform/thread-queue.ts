/**
 * Work that takes much CPU time, such as laying out an invoice or parsing a long list, one piece at
 * a time in a worker thread, so that other calls are not blocked. The thread runs only while it is
 * used.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "@turnpike/contract/refusals.ts";

/** Further requests are refused; clients may retry. */
const MAX_WAITING = 20;
const IDLE_MS = 60_000;

export interface ThreadRequest<Question> {
  number: number;
  question: Question;
}
/** Carries the request's number. */
export type ThreadResult<Answer> = { number: number } & ({ answer: Answer } | { fault: string });

interface Job<Question, Answer> extends ThreadRequest<Question> {
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
  /** The timeout of waiting in the queue, then of the work. */
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
  readonly #waiting: Job<Question, Answer>[] = [];
  #current: Job<Question, Answer> | null = null;
  #worker: Worker | null = null;
  #count = 0;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: ThreadQueueOptions) {
    this.#options = options;
  }

  /**
   * Has the thread answer a question.
   * @throws Refusal notReady if too many are waiting, if its turn does not come in time, or if the
   * work is not done in time: on a busy machine that is the same
   */
  async ask(question: Question): Promise<Answer> {
    if (this.#waiting.length + (this.#current ? 1 : 0) >= MAX_WAITING)
      throw new Refusal("notReady");
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const number = ++this.#count;
    const timer = setTimeout(() => this.#giveUp(number), this.#options.waitMs);
    this.#waiting.push({ number, question, resolve, reject, timer });
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
    job.timer = setTimeout(() => this.#fail(new Refusal("notReady")), this.#options.workMs);
    this.#current = job;
    this.#worker ??= this.#start();
    const { number, question } = job;
    this.#worker.postMessage({ number, question } satisfies ThreadRequest<Question>);
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
    this.#next();
  }

  /** Fails the current request and ends the thread; a new thread works on the others. */
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

  #finish(): Job<Question, Answer> | null {
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
