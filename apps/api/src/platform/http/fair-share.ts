/**
 * A fair scheduler for this process and its database. Work is counted by asker (an account, or a
 * visitor's network). Each asker has a budget in milliseconds of work that refills with time (a
 * token bucket) and a limit of concurrent pieces. An asker that has used up its budget gets fewer
 * at once: one if its pieces are expensive, up to three if they are cheap. Further work waits in a
 * queue per asker, and queues are served round-robin, so that a heavy asker delays only itself.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

export interface FairShareOptions {
  /** Concurrent pieces of work: of all askers together, and of one. */
  atOnce: number;
  perAsker: number;
  /**
   * The budget of an asker in milliseconds of work, and its refill per second; not while its work
   * waits, as an asker that always has more would alternate between bursts and pauses.
   */
  budgetMs?: number;
  refillMsPerSecond?: number;
  /** Concurrent pieces of all askers that have used up their budget. */
  heavyAtOnce?: number;
  /** The length of one asker's queue; further pieces are refused. */
  queuePerAsker: number;
  /** A piece that has waited this long is refused. */
  maxWaitMs: number;
  /** How long the slot of a finished piece stays taken, which limits an asker's rate; 0 by default. */
  restMs?: (piece: FinishedPiece) => number;
  /** Called for each refused piece. */
  onRefused?: () => void;
}

export interface FinishedPiece {
  /** How long it took. */
  ms: number;
  failed: boolean;
  /** Whether its asker had used up its budget when it began. */
  heavy: boolean;
  /** How many pieces of its asker wait. */
  waiting: number;
}

/** One piece of work. */
export interface Piece {
  /** The account or network that it is counted for. */
  asker: string;
  /** The piece mostly waits for the asker's other work (locks): two cost no more than one. */
  serial?: boolean;
  /** Aborted when the client has disconnected: the piece leaves the queue. */
  signal?: AbortSignal;
}

interface Waiting {
  serial: boolean;
  begin: () => void;
}
interface Asker {
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
/** Beyond this many, askers without work are dropped, with their budget. */
const REMEMBERED = 10_000;
/** A heavy asker's concurrent pieces: as many as take this long together, within bounds. */
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
  #askers = new Map<string, Asker>();
  /** Askers with a queue, the next one to be served first. */
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
   * Runs `work` as soon as its asker may begin, and tells it whether it had to wait.
   * @throws Refusal tooManyTries if the asker's queue is full, or the piece waited too long
   */
  async run<T>(piece: Piece, work: (began: { waited: boolean }) => Promise<T>): Promise<T> {
    const own = this.#askerOf(piece.asker);
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
      this.#leave(piece.asker, own, { heavy, ms, failed, waiting: own.queue.size });
    }
  }

  #askerOf(asker: string): Asker {
    let own = this.#askers.get(asker);
    if (own === undefined) {
      if (this.#askers.size >= REMEMBERED) this.#dropIdle();
      const { budgetMs } = this.#options;
      own = { running: 0, queue: new Set(), budgetMs, at: performance.now(), meanMs: 0 };
      this.#askers.set(asker, own);
    }
    return own;
  }

  #dropIdle(): void {
    for (const [asker, own] of this.#askers)
      if (own.running === 0 && own.queue.size === 0) this.#askers.delete(asker);
  }

  #isHeavy(own: Asker): boolean {
    const { budgetMs: aheadMs, refillMsPerSecond } = this.#options;
    const now = performance.now();
    const refillMs = own.queue.size > 0 ? 0 : ((now - own.at) / 1_000) * refillMsPerSecond;
    own.budgetMs = Math.min(aheadMs, own.budgetMs + refillMs);
    own.at = now;
    return own.budgetMs <= 0;
  }

  #mayBegin(own: Asker, serial: boolean): boolean {
    const { atOnce, perAsker, heavyAtOnce } = this.#options;
    if (this.#running >= atOnce) return false;
    if (!this.#isHeavy(own)) return own.running < perAsker;
    const byCost = Math.min(MAX_OF_HEAVY, perAsker, Math.floor(HEAVY_MS / own.meanMs));
    const ofHeavy = Math.max(LEAST_OF_HEAVY[serial ? "serial" : "other"], byCost);
    return own.running < ofHeavy && this.#heavy < heavyAtOnce;
  }

  /** Counts the piece as running; returns whether its asker is heavy. */
  #enter(own: Asker): boolean {
    const heavy = own.budgetMs <= 0;
    this.#running += 1;
    own.running += 1;
    if (heavy) this.#heavy += 1;
    return heavy;
  }

  #leave(asker: string, own: Asker, finished: FinishedPiece): void {
    const { ms, heavy } = finished;
    this.#running -= 1;
    if (heavy) this.#heavy -= 1;
    own.meanMs = own.meanMs === 0 ? ms : own.meanMs * (1 - NEWEST) + ms * NEWEST;
    // The debt is limited, so that one long piece delays its asker by no more than a second or two.
    own.budgetMs = Math.max(-this.#options.budgetMs, own.budgetMs - ms);
    const restMs = this.#options.restMs(finished);
    if (restMs > 0) {
      setTimeout(() => this.#releaseSlot(asker, own), restMs).unref();
      this.#next();
    } else this.#releaseSlot(asker, own);
  }

  /** Releases the slot of a piece. */
  #releaseSlot(asker: string, own: Asker): void {
    own.running -= 1;
    if (own.queue.size === 0) this.#turns.delete(asker);
    this.#next();
  }

  #wait({ asker, serial = false, signal }: Piece, own: Asker): Promise<boolean> {
    const { queuePerAsker, maxWaitMs, onRefused } = this.#options;
    return new Promise<boolean>((resolve, reject) => {
      const refuse = () => {
        onRefused();
        reject(new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      };
      if (own.queue.size >= queuePerAsker || signal?.aborted) return refuse();
      const leaveQueue = () => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leaveAndRefuse);
        own.queue.delete(waiting);
        if (own.queue.size === 0) this.#turns.delete(asker);
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
      this.#turns.add(asker);
      this.#waiting += 1;
    });
  }

  /** Starts queued pieces round-robin: one of each asker, then the next asker. */
  #next(): void {
    for (const asker of this.#turns) {
      if (this.#running >= this.#options.atOnce) return;
      const own = this.#askers.get(asker);
      const [first] = own?.queue ?? [];
      if (!own || !first || !this.#mayBegin(own, first.serial)) continue;
      this.#turns.delete(asker);
      first.begin();
      // To the end of the round, which this loop may reach again.
      if (own.queue.size > 0) this.#turns.add(asker);
    }
  }
}
