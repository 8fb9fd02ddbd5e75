/**
 * A fair scheduler for this process and its database. Work is counted by caller (an account, or a
 * visitor's network). Each caller has a budget in milliseconds of work that refills with time (a
 * token bucket) and a limit of concurrent pieces. A caller that has used up its budget gets fewer
 * at once: one if its pieces are expensive, up to three if they are cheap. Further work waits in a
 * queue per caller, and queues are served round-robin, so that a heavy caller delays only itself.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

export interface FairShareOptions {
  /** Concurrent pieces of work: of all callers together, and of one. */
  atOnce: number;
  perCaller: number;
  /**
   * The budget of a caller in milliseconds of work, and its refill per second; not while its work
   * waits, as a caller that always has more would alternate between bursts and pauses.
   */
  budgetMs?: number;
  refillMsPerSecond?: number;
  /** Concurrent pieces of all callers that have used up their budget. */
  heavyAtOnce?: number;
  /** The length of one caller's queue; further pieces are refused. */
  queuePerCaller: number;
  /** A piece that has waited this long is refused. */
  maxWaitMs: number;
  /** How long the slot of a finished piece stays taken, which limits a caller's rate; 0 by default. */
  restMs?: (piece: FinishedPiece) => number;
  /** Called for each refused piece. */
  onRefused?: () => void;
}

export interface FinishedPiece {
  /** How long it took. */
  ms: number;
  failed: boolean;
  /** Whether its caller had used up its budget when it began. */
  heavy: boolean;
  /** How many pieces of its caller wait. */
  waiting: number;
}

/** One piece of work. */
export interface Piece {
  /** The account or network that it is counted for. */
  caller: string;
  /** The piece mostly waits for the caller's other work (locks): two cost no more than one. */
  serial?: boolean;
  /** Aborted when the client has disconnected: the piece leaves the queue. */
  signal?: AbortSignal;
}

interface Waiting {
  serial: boolean;
  begin: () => void;
}
interface Caller {
  running: number;
  /** Oldest first. */
  queue: Set<Waiting>;
  /** The budget left as of `at`, in milliseconds of work; negative when overdrawn. */
  budgetMs: number;
  at: number;
  /** Exponential moving average of a piece's milliseconds. */
  meanMs: number;
}

const RETRY_AFTER_SECONDS = 5;
/** Beyond this many, callers without work are dropped, with their budget. */
const REMEMBERED = 10_000;
/** A heavy caller's concurrent pieces: as many as take this long together, within bounds. */
const HEAVY_MS = 40;
const MAX_OF_HEAVY = 3;
const LEAST_OF_HEAVY = { serial: 2, other: 1 };
/** The weight of the newest piece in the average. */
const NEWEST = 0.2;

export class FairShare {
  #options: Required<FairShareOptions>;
  #running = 0;
  #heavy = 0;
  #waiting = 0;
  #callers = new Map<string, Caller>();
  /** Callers with a queue, the next one to be served first. */
  #turns = new Set<string>();

  constructor(options: FairShareOptions) {
    const unbound = { budgetMs: Number.POSITIVE_INFINITY, refillMsPerSecond: 0 };
    const heavyAtOnce = options.atOnce;
    this.#options = {
      ...unbound,
      heavyAtOnce,
      restMs: () => 0,
      onRefused: () => undefined,
      ...options,
    };
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` as soon as its caller may begin, and tells it whether it had to wait.
   * @throws Refusal tooManyTries if the caller's queue is full, or the piece waited too long
   */
  async run<T>(piece: Piece, work: (began: { waited: boolean }) => Promise<T>): Promise<T> {
    const own = this.#callerOf(piece.caller);
    const isFree = own.queue.size === 0 && this.#mayBegin(own, piece.serial ?? false);
    const heavy = isFree ? this.#enter(own) : await this.#wait(piece, own);
    const began = performance.now();
    let failed = true;
    try {
      const done = await work({ waited: !isFree });
      failed = false;
      return done;
    } finally {
      const ms = performance.now() - began;
      this.#leave(piece.caller, own, { heavy, ms, failed, waiting: own.queue.size });
    }
  }

  #callerOf(caller: string): Caller {
    let own = this.#callers.get(caller);
    if (own === undefined) {
      if (this.#callers.size >= REMEMBERED) this.#dropIdle();
      const { budgetMs } = this.#options;
      own = { running: 0, queue: new Set(), budgetMs, at: performance.now(), meanMs: 0 };
      this.#callers.set(caller, own);
    }
    return own;
  }

  #dropIdle(): void {
    for (const [caller, own] of this.#callers)
      if (own.running === 0 && own.queue.size === 0) this.#callers.delete(caller);
  }

  #isHeavy(own: Caller): boolean {
    const { budgetMs: aheadMs, refillMsPerSecond } = this.#options;
    const now = performance.now();
    const refillMs = own.queue.size > 0 ? 0 : ((now - own.at) / 1_000) * refillMsPerSecond;
    own.budgetMs = Math.min(aheadMs, own.budgetMs + refillMs);
    own.at = now;
    return own.budgetMs <= 0;
  }

  #mayBegin(own: Caller, serial: boolean): boolean {
    const { atOnce, perCaller, heavyAtOnce } = this.#options;
    if (this.#running >= atOnce) return false;
    if (!this.#isHeavy(own)) return own.running < perCaller;
    const byCost = Math.min(MAX_OF_HEAVY, perCaller, Math.floor(HEAVY_MS / own.meanMs));
    const ofHeavy = Math.max(LEAST_OF_HEAVY[serial ? "serial" : "other"], byCost);
    return own.running < ofHeavy && this.#heavy < heavyAtOnce;
  }

  /** Counts the piece as running; returns whether its caller is heavy. */
  #enter(own: Caller): boolean {
    const heavy = own.budgetMs <= 0;
    this.#running += 1;
    own.running += 1;
    if (heavy) this.#heavy += 1;
    return heavy;
  }

  #leave(caller: string, own: Caller, finished: FinishedPiece): void {
    const { ms, heavy } = finished;
    this.#running -= 1;
    if (heavy) this.#heavy -= 1;
    own.meanMs = own.meanMs === 0 ? ms : own.meanMs * (1 - NEWEST) + ms * NEWEST;
    // The debt is limited, so that one long piece delays its caller by no more than a second or two.
    own.budgetMs = Math.max(-this.#options.budgetMs, own.budgetMs - ms);
    const restMs = this.#options.restMs(finished);
    if (restMs > 0) {
      setTimeout(() => this.#releaseSlot(caller, own), restMs).unref();
      this.#next();
    } else this.#releaseSlot(caller, own);
  }

  /** Releases the slot of a piece. */
  #releaseSlot(caller: string, own: Caller): void {
    own.running -= 1;
    if (own.queue.size === 0) this.#turns.delete(caller);
    this.#next();
  }

  #wait({ caller, serial = false, signal }: Piece, own: Caller): Promise<boolean> {
    const { queuePerCaller, maxWaitMs, onRefused } = this.#options;
    return new Promise<boolean>((resolve, reject) => {
      const refuse = () => {
        onRefused();
        reject(new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      };
      if (own.queue.size >= queuePerCaller || signal?.aborted) return refuse();
      const leaveQueue = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leaveAndRefuse);
        own.queue.delete(waiting);
        if (own.queue.size === 0) this.#turns.delete(caller);
        this.#waiting -= 1;
      };
      const leaveAndRefuse = () => {
        leaveQueue();
        refuse();
      };
      const begin = () => {
        leaveQueue();
        resolve(this.#enter(own));
      };
      const waiting: Waiting = { serial, begin };
      const timer = setTimeout(leaveAndRefuse, maxWaitMs);
      signal?.addEventListener("abort", leaveAndRefuse, { once: true });
      own.queue.add(waiting);
      this.#turns.add(caller);
      this.#waiting += 1;
    });
  }

  /** Starts queued pieces round-robin: one of each caller, then the next caller. */
  #next(): void {
    for (const caller of this.#turns) {
      if (this.#running >= this.#options.atOnce) return;
      const own = this.#callers.get(caller);
      const [first] = own?.queue ?? [];
      if (!own || !first || !this.#mayBegin(own, first.serial)) continue;
      this.#turns.delete(caller);
      first.begin();
      // To the end of the round, which this loop may reach again.
      if (own.queue.size > 0) this.#turns.add(caller);
    }
  }
}
