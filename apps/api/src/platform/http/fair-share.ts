/**
 * A fair scheduler for this process and its database. Work is counted by caller (an account, or a
 * visitor's network). Each caller has a budget in milliseconds of work that refills with time (a
 * token bucket) and a limit of concurrent pieces. A caller that has used up its budget gets fewer
 * at once: one if its pieces are expensive, up to three if they are cheap. Further work waits in a
 * queue per caller, and queues are served round-robin, so that a heavy caller delays only itself. The
 * IPv6 networks of a /48 have one turn together.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { Refusal } from "@turnpike/contract/refusals.ts";
import { FairSlots, type Turn } from "@turnpike/net/fair-slots.ts";
import { siteOf } from "@turnpike/rules/network-of.ts";

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

/** How a piece began, and whether it still has its place. */
export interface Began {
  /** It had to wait for its turn. */
  waited: boolean;
  hasPlace: () => boolean;
}

const places = new AsyncLocalStorage<() => void>();

/**
 * Gives up the place of the work that calls this, in the share that it began in last: from here on it
 * waits for an outside party, which may take long, and everybody else would wait with it. What it
 * does afterwards has no place, so that should be little. Nothing happens to work without one.
 */
export const leavePlace = (): void => places.getStore()?.();

interface Caller {
  /** Finished pieces whose slots are still taken. */
  resting: number;
  /** The budget left as of `at`, in milliseconds of work; negative when overdrawn. */
  budgetMs: number;
  at: number;
  /** Exponential moving average of a piece's milliseconds. */
  meanMs: number;
}
interface Work extends Turn {
  own: Caller;
  serial: boolean;
  /** Whether its caller had used up its budget when it began. */
  heavy: boolean;
}

const keysOf = (caller: string) => {
  const site = siteOf(caller);
  return site === caller ? [caller] : [site, caller];
};

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
  #slots: FairSlots<Work>;
  #heavy = 0;
  #callers = new Map<string, Caller>();

  constructor(options: FairShareOptions) {
    const unbound = { budgetMs: Number.POSITIVE_INFINITY, refillMsPerSecond: 0 };
    const { atOnce, queuePerCaller, maxWaitMs, onRefused = () => undefined } = options;
    const more = { heavyAtOnce: atOnce, restMs: () => 0, onRefused };
    this.#options = { ...unbound, ...more, ...options };
    this.#slots = new FairSlots({
      limits: [atOnce],
      queuePerKey: queuePerCaller,
      maxWaitMs,
      mayBegin: (work) => this.#mayBegin(work),
      begun: (work) => this.#begun(work),
      shed: () => {
        onRefused();
        return new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS });
      },
    });
  }

  get waiting(): number {
    return this.#slots.waiting;
  }

  /**
   * Runs `work` as soon as its caller may begin, and tells it how it began.
   * @throws Refusal tooManyTries if the caller's queue is full, or the piece waited too long
   */
  async run<T>(piece: Piece, work: (began: Began) => Promise<T>): Promise<T> {
    const { caller, serial = false, signal } = piece;
    const turn: Work = {
      keys: keysOf(caller),
      signal,
      own: this.#callerOf(caller),
      serial,
      heavy: false,
    };
    const untilTurn = this.#slots.acquire(turn);
    if (untilTurn !== null) await untilTurn;
    const began = performance.now();
    let hasPlace = true;
    const leave = (failed: boolean) => {
      if (hasPlace) this.#finished(turn, { ms: performance.now() - began, failed });
      hasPlace = false;
    };
    const how = { waited: untilTurn !== null, hasPlace: () => hasPlace };
    let failed = true;
    try {
      const done = await places.run(
        () => leave(false),
        () => work(how),
      );
      failed = false;
      return done;
    } finally {
      leave(failed);
    }
  }

  #callerOf(caller: string): Caller {
    let own = this.#callers.get(caller);
    if (own === undefined) {
      if (this.#callers.size >= REMEMBERED) this.#dropIdle();
      const { budgetMs } = this.#options;
      own = { resting: 0, budgetMs, at: performance.now(), meanMs: 0 };
      this.#callers.set(caller, own);
    }
    return own;
  }

  #dropIdle(): void {
    for (const [caller, own] of this.#callers) {
      const { running, waiting } = this.#slots.countOf(keysOf(caller));
      if (running + waiting + own.resting === 0) this.#callers.delete(caller);
    }
  }

  #isHeavy(own: Caller, waiting: number): boolean {
    const { budgetMs: aheadMs, refillMsPerSecond } = this.#options;
    const now = performance.now();
    const refillMs = waiting > 0 ? 0 : ((now - own.at) / 1_000) * refillMsPerSecond;
    own.budgetMs = Math.min(aheadMs, own.budgetMs + refillMs);
    own.at = now;
    return own.budgetMs <= 0;
  }

  #mayBegin({ keys, own, serial }: Work): boolean {
    const { perCaller, heavyAtOnce } = this.#options;
    const { running, waiting } = this.#slots.countOf(keys);
    const taken = running + own.resting;
    if (!this.#isHeavy(own, waiting)) return taken < perCaller;
    const byCost = Math.min(MAX_OF_HEAVY, perCaller, Math.floor(HEAVY_MS / own.meanMs));
    const ofHeavy = Math.max(LEAST_OF_HEAVY[serial ? "serial" : "other"], byCost);
    return taken < ofHeavy && this.#heavy < heavyAtOnce;
  }

  #begun(work: Work): void {
    work.heavy = work.own.budgetMs <= 0;
    if (work.heavy) this.#heavy += 1;
  }

  #finished(work: Work, { ms, failed }: { ms: number; failed: boolean }): void {
    const { own, heavy, keys } = work;
    if (heavy) this.#heavy -= 1;
    own.meanMs = own.meanMs === 0 ? ms : own.meanMs * (1 - NEWEST) + ms * NEWEST;
    // The debt is limited, so that one long piece delays its caller by no more than a second or two.
    own.budgetMs = Math.max(-this.#options.budgetMs, own.budgetMs - ms);
    const { waiting } = this.#slots.countOf(keys);
    const restMs = this.#options.restMs({ ms, failed, heavy, waiting });
    if (restMs > 0) this.#rest(own, restMs);
    this.#slots.release(work);
  }

  /** Keeps a slot of the caller taken; others may use its place. */
  #rest(own: Caller, restMs: number): void {
    own.resting += 1;
    const done = () => {
      own.resting -= 1;
      this.#slots.beginNext();
    };
    setTimeout(done, restMs).unref();
  }
}
