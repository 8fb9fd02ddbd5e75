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
  ofOne: number;
  /** The budget of an asker in milliseconds of work, and its refill per second. */
  aheadMs?: number;
  backMsPerSecond?: number;
  /** Concurrent pieces of all askers that have used up their budget. */
  heavyAtOnce?: number;
  /** The length of one asker's queue; further pieces are refused. */
  queuePerAsker: number;
  /** A piece that has waited this long is refused. */
  maxWaitMs: number;
  /** After a failed piece, its slot stays taken for this long, to slow down retries. */
  failedRestMs?: number;
  /** Called for each refused piece. */
  refused?: () => void;
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
  line: Set<Waiting>;
  /** The budget left as of `at`, in milliseconds of work; negative when overdrawn. */
  aheadMs: number;
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
    const unbound = { aheadMs: Number.POSITIVE_INFINITY, backMsPerSecond: 0 };
    const heavyAtOnce = options.atOnce;
    this.#options = {
      ...unbound,
      heavyAtOnce,
      failedRestMs: 0,
      refused: () => undefined,
      ...options,
    };
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` as soon as its asker may begin.
   * @throws Refusal tooManyTries if the asker's queue is full, or the piece waited too long
   */
  async run<T>(piece: Piece, work: () => Promise<T>): Promise<T> {
    const own = this.#askerOf(piece.asker);
    const isFree = own.line.size === 0 && this.#mayBegin(own, piece.serial ?? false);
    const heavy = isFree ? this.#enter(own) : await this.#wait(piece, own);
    const began = performance.now();
    let restMs = this.#options.failedRestMs;
    try {
      const done = await work();
      restMs = 0;
      return done;
    } finally {
      this.#leave(piece.asker, own, { heavy, ms: performance.now() - began, restMs });
    }
  }

  #askerOf(asker: string): Asker {
    let own = this.#askers.get(asker);
    if (own === undefined) {
      if (this.#askers.size >= REMEMBERED) this.#dropIdle();
      const { aheadMs } = this.#options;
      own = { running: 0, line: new Set(), aheadMs, at: performance.now(), meanMs: 0 };
      this.#askers.set(asker, own);
    }
    return own;
  }

  #dropIdle(): void {
    for (const [asker, own] of this.#askers)
      if (own.running === 0 && own.line.size === 0) this.#askers.delete(asker);
  }

  #isHeavy(own: Asker): boolean {
    const { aheadMs, backMsPerSecond } = this.#options;
    const now = performance.now();
    const back = ((now - own.at) / 1_000) * backMsPerSecond;
    own.aheadMs = Math.min(aheadMs, own.aheadMs + back);
    own.at = now;
    return own.aheadMs <= 0;
  }

  #mayBegin(own: Asker, serial: boolean): boolean {
    const { atOnce, ofOne, heavyAtOnce } = this.#options;
    if (this.#running >= atOnce) return false;
    if (!this.#isHeavy(own)) return own.running < ofOne;
    const byCost = Math.min(MAX_OF_HEAVY, ofOne, Math.floor(HEAVY_MS / own.meanMs));
    const ofHeavy = Math.max(LEAST_OF_HEAVY[serial ? "serial" : "other"], byCost);
    return own.running < ofHeavy && this.#heavy < heavyAtOnce;
  }

  /** Counts the piece as running; returns whether its asker is heavy. */
  #enter(own: Asker): boolean {
    const heavy = own.aheadMs <= 0;
    this.#running += 1;
    own.running += 1;
    if (heavy) this.#heavy += 1;
    return heavy;
  }

  #leave(
    asker: string,
    own: Asker,
    { heavy, ms, restMs }: { heavy: boolean; ms: number; restMs: number },
  ): void {
    this.#running -= 1;
    if (heavy) this.#heavy -= 1;
    own.meanMs = own.meanMs === 0 ? ms : own.meanMs * (1 - NEWEST) + ms * NEWEST;
    // The debt is limited, so that one long piece delays its asker by no more than a second or two.
    own.aheadMs = Math.max(-this.#options.aheadMs, own.aheadMs - ms);
    if (restMs > 0) {
      setTimeout(() => this.#free(asker, own), restMs).unref();
      this.#next();
    } else this.#free(asker, own);
  }

  /** Releases the slot of a piece. */
  #free(asker: string, own: Asker): void {
    own.running -= 1;
    if (own.line.size === 0) this.#turns.delete(asker);
    this.#next();
  }

  #wait({ asker, serial = false, signal }: Piece, own: Asker): Promise<boolean> {
    const { queuePerAsker, maxWaitMs, refused } = this.#options;
    return new Promise<boolean>((resolve, reject) => {
      const refuse = () => {
        refused();
        reject(new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      };
      if (own.line.size >= queuePerAsker || signal?.aborted) return refuse();
      const over = () => {
        clearTimeout(late);
        signal?.removeEventListener("abort", giveUp);
        own.line.delete(waiting);
        if (own.line.size === 0) this.#turns.delete(asker);
        this.#waiting -= 1;
      };
      const giveUp = () => {
        over();
        refuse();
      };
      const begin = () => {
        over();
        resolve(this.#enter(own));
      };
      const waiting: Waiting = { serial, begin };
      const late = setTimeout(giveUp, maxWaitMs);
      signal?.addEventListener("abort", giveUp, { once: true });
      own.line.add(waiting);
      this.#turns.add(asker);
      this.#waiting += 1;
    });
  }

  /** Starts queued pieces round-robin: one of each asker, then the next asker. */
  #next(): void {
    for (const asker of this.#turns) {
      if (this.#running >= this.#options.atOnce) return;
      const own = this.#askers.get(asker);
      const [first] = own?.line ?? [];
      if (!own || !first || !this.#mayBegin(own, first.serial)) continue;
      this.#turns.delete(asker);
      first.begin();
      // To the end of the round, which this loop may reach again.
      if (own.line.size > 0) this.#turns.add(asker);
    }
  }
}
