/**
 * A fair share of this process and its database. Work is counted by who asks for it (an account, or
 * a visitor's network). Each asker has some milliseconds of work ahead, which come back with time,
 * and several pieces of work at once; one that has used them up has fewer until it asks for less:
 * one where its pieces are dear, four where they are cheap. The rest of its work waits in a queue of its own, and askers that wait are served
 * in turn: whoever asks a lot waits behind themselves, and everybody else finds room.
 */
import { Refusal } from "@turnpike/contract/refusals.ts";

export interface FairShareOptions {
  /** Pieces of work under way at once: of all askers, and of one. */
  atOnce: number;
  ofOne: number;
  /** Milliseconds of work that an asker has ahead, and how many come back in each second. */
  aheadMs?: number;
  backMsPerSecond?: number;
  /** Pieces at once of all askers that have used up what they had ahead. */
  heavyAtOnce?: number;
  /** One asker's pieces that wait; beyond, they are refused. */
  waitingOfOne: number;
  /** Whoever has waited for so long is refused. */
  patienceMs: number;
  /** Called for each piece that is refused. */
  refused?: () => void;
}

/** One piece of work. */
export interface Piece {
  /** Whose share it takes from. */
  asker: string;
  /** Mostly waits for the asker's other work (locks): two of them make no more load than one. */
  serial?: boolean;
  /** Aborted when nobody waits for the answer any more: it leaves the queue. */
  gone?: AbortSignal;
}

interface Waiting {
  serial: boolean;
  begin: () => void;
}
interface Asker {
  running: number;
  /** Oldest first. */
  line: Set<Waiting>;
  /** Milliseconds of work ahead, as of an instant; below 0: owed. */
  aheadMs: number;
  at: number;
  /** Mean milliseconds of a piece, newer ones counting more. */
  meanMs: number;
}

const RETRY_AFTER_SECONDS = 5;
/** Beyond, askers without work under way are forgotten, and what they owed with them. */
const REMEMBERED = 10_000;
/** Pieces at once of a heavy asker: as many as together take so long, within bounds. */
const HEAVY_MS = 40;
const MOST_OF_HEAVY = 4;
const LEAST_OF_HEAVY = { serial: 2, other: 1 };
/** How much the newest piece counts in the mean of an asker's. */
const NEWEST = 0.2;

export class FairShare {
  #options: Required<FairShareOptions>;
  #running = 0;
  #heavy = 0;
  #waiting = 0;
  #askers = new Map<string, Asker>();
  /** Askers with something in line, the one whose turn it is first. */
  #turns = new Set<string>();

  constructor(options: FairShareOptions) {
    const unbound = { aheadMs: Number.POSITIVE_INFINITY, backMsPerSecond: 0 };
    const heavyAtOnce = options.atOnce;
    this.#options = { ...unbound, heavyAtOnce, refused: () => undefined, ...options };
  }

  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs `work` as soon as its asker's share has room.
   * @throws Refusal tooManyTries where too much of the asker waits already, or it waited too long
   */
  async run<T>(piece: Piece, work: () => Promise<T>): Promise<T> {
    const own = this.#askerOf(piece.asker);
    const isFree = own.line.size === 0 && this.#mayBegin(own, piece.serial ?? false);
    const heavy = isFree ? this.#enter(own) : await this.#wait(piece, own);
    const began = performance.now();
    try {
      return await work();
    } finally {
      this.#leave(piece.asker, own, { heavy, ms: performance.now() - began });
    }
  }

  #askerOf(asker: string): Asker {
    let own = this.#askers.get(asker);
    if (own === undefined) {
      if (this.#askers.size >= REMEMBERED) this.#forgetIdle();
      const { aheadMs } = this.#options;
      own = { running: 0, line: new Set(), aheadMs, at: performance.now(), meanMs: 0 };
      this.#askers.set(asker, own);
    }
    return own;
  }

  #forgetIdle(): void {
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
    const byCost = Math.min(MOST_OF_HEAVY, ofOne, Math.floor(HEAVY_MS / own.meanMs));
    const ofHeavy = Math.max(LEAST_OF_HEAVY[serial ? "serial" : "other"], byCost);
    return own.running < ofHeavy && this.#heavy < heavyAtOnce;
  }

  /** Answers whether the piece counts among those of heavy askers. */
  #enter(own: Asker): boolean {
    const heavy = own.aheadMs <= 0;
    this.#running += 1;
    own.running += 1;
    if (heavy) this.#heavy += 1;
    return heavy;
  }

  #leave(asker: string, own: Asker, { heavy, ms }: { heavy: boolean; ms: number }): void {
    this.#running -= 1;
    own.running -= 1;
    if (heavy) this.#heavy -= 1;
    own.meanMs = own.meanMs === 0 ? ms : own.meanMs * (1 - NEWEST) + ms * NEWEST;
    // One long piece of work is not held against its asker for longer than a second or two.
    own.aheadMs = Math.max(-this.#options.aheadMs, own.aheadMs - ms);
    if (own.line.size === 0) this.#turns.delete(asker);
    this.#next();
  }

  #wait({ asker, serial = false, gone }: Piece, own: Asker): Promise<boolean> {
    const { waitingOfOne, patienceMs, refused } = this.#options;
    return new Promise<boolean>((resolve, reject) => {
      const refuse = () => {
        refused();
        reject(new Refusal("tooManyTries", { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      };
      if (own.line.size >= waitingOfOne || gone?.aborted) return refuse();
      const over = () => {
        clearTimeout(late);
        gone?.removeEventListener("abort", giveUp);
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
      const late = setTimeout(giveUp, patienceMs);
      gone?.addEventListener("abort", giveUp, { once: true });
      own.line.add(waiting);
      this.#turns.add(asker);
      this.#waiting += 1;
    });
  }

  /** Has those begin whose turn has come: each asker one piece, then the next asker. */
  #next(): void {
    for (const asker of this.#turns) {
      if (this.#running >= this.#options.atOnce) return;
      const own = this.#askers.get(asker);
      const [first] = own?.line ?? [];
      if (!own || !first || !this.#mayBegin(own, first.serial)) continue;
      this.#turns.delete(asker);
      first.begin();
      // At the end again, where this loop passes once more.
      if (own.line.size > 0) this.#turns.add(asker);
    }
  }
}
