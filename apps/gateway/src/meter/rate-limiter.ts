/**
 * The rate limit of one direction of an unlimited port, shared by the flows of its connections: a
 * token bucket of bytes that fills over time, and turns for flows that find too little in it. Bytes
 * are shared, not turns (deficit round robin): each flow has one turn per round, and the unused
 * rest of its share is its credit.
 *
 *     flow.take ─ enough, and no other flow is short ─────────────────────▶ bytes
 *          └── 0 ─▶ wait ─▶ turn (every 20 ms): a share and its credit, once a round ─▶ take ─▶ bytes
 *
 * A round takes connections × `leastBytes` ÷ rate: 33 s for 5,000 connections at 5 Mbps, at most
 * twice that if all have credit. Waiting that long does not make a flow idle, and a flow that waits
 * for its turn is not stalled (`relay/idle-timeouts.ts`).
 */
import type { Buffers } from "../engine/engine.ts";

/** The interval of turns while a flow waits. */
export const turnIntervalMs = 20;
/** The smallest portion, so that no flow is woken for a few bytes. */
export const leastBytes = 4_096;
/** The burst of a port after a quiet period: its rate times this time. */
export const quietMs = 50;
/** While bytes wait, turns may be late by this much before any of the rate is lost. */
export const lateMs = 400;
/** One flow takes at most 1/4 of the bytes that are ready. */
const firstPart = 4;
/** The share of the flows not waiting now that are expected to wait again at the next turn. */
const returningShare = 3 / 4;
const never = Number.NEGATIVE_INFINITY;
/** The round-trip time that buffers are sized for, so that a distant peer can reach the rate. */
const roundTripMs = 256;
/** From this size on, the kernel sizes its buffers itself. */
const largestBuffer = 1024 * 1024;

export function bytesPerMs(mbps: number): number {
  return mbps * 125;
}

/**
 * The bytes that the kernel may buffer for each connection of a port of this rate; undefined for
 * the kernel's default. Without a limit, senders fill megabytes that take minutes to drain.
 */
export function receiveBufferOf(mbps: number): number | undefined {
  const bytes = Math.round(bytesPerMs(mbps) * roundTripMs);
  return bytes > largestBuffer ? undefined : bytes;
}

/** Two of the smallest portions: enough to use a share, little for thousands of waiting flows. */
const readBytes = 8_192;

/** Buffer sizes of connections to a port of this rate. */
export function buffersOf(mbps: number): Buffers {
  return { kernel: receiveBufferOf(mbps), read: readBytes };
}

export interface RateLimiterOptions {
  /** The current rate, bytes per millisecond; called at every turn. */
  rate: () => number;
  /** A monotonic clock, milliseconds. */
  now: () => number;
  /** Called when a flow waits: `turn` must then be called every 20 ms until it returns false. */
  wake: (limiter: RateLimiter) => void;
}

/** One direction of one connection, used by its quota. */
export class Flow {
  /** Bytes granted at a turn and not taken yet. */
  allowance = 0;
  /** The bytes that it requested when it got none. */
  wanted = 0;
  /** The unused rest of its shares, limited to one share. */
  credit = 0;
  /** The round of its last share. */
  round = never;
  /** Called at its turn. */
  onTurn: (() => void) | null = null;
  #limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** Takes up to `bytes`; 0 means: `wait`. */
  take(bytes: number): number {
    return this.#limiter.take(this, bytes);
  }

  /** Returns bytes that were taken but are not needed. */
  giveBack(bytes: number): void {
    this.#limiter.refund(this, bytes);
  }

  /**
   * Calls `then` at its turn, after which the next `take` gets bytes. These are reserved until they
   * are taken or the wait is cancelled, so do either soon.
   */
  wait(then: () => void): void {
    this.#limiter.wait(this, then);
  }

  /** Stops waiting and returns the bytes granted at its turn. */
  cancelWait(): void {
    this.#limiter.cancelWait(this);
  }
}

export class RateLimiter {
  #options: RateLimiterOptions;
  /** Bytes that any flow may take. */
  #ready = 0;
  /** Bytes granted at turns and not taken yet. */
  #reserved = 0;
  /** When the bucket was last filled. */
  #filledAt: number;
  #rate: number;
  /** Flows that still have a turn in this round, in order of arrival. */
  #waiting = new Set<Flow>();
  /** New flows and flows that had their turn: they are in the next round. */
  #next = new Set<Flow>();
  #round = 0;
  /** The number of sharing flows; those that are briefly slow to come again keep their share. */
  #activeFlows = 1;
  /** While turns are given, only they fill the bucket. */
  #turning = false;
  /** When a flow last waited. */
  #waitedAt = 0;
  /** How many bytes one flow may take in a round. */
  #share = 0;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#filledAt = options.now();
    this.#rate = options.rate();
    this.#ready = this.#most();
  }

  /** When the limiter was last used. */
  get usedAt(): number {
    return Math.max(this.#filledAt, this.#waitedAt);
  }

  take(flow: Flow, bytes: number): number {
    let taken: number;
    if (flow.allowance > 0) {
      taken = Math.min(bytes, flow.allowance);
      this.#setCredit(flow, flow.credit + flow.allowance - taken);
      this.#returnAllowance(flow);
    } else taken = this.#takeNow(flow, bytes);
    this.#ready -= taken;
    if (taken === 0) flow.wanted = bytes;
    return taken;
  }

  refund(flow: Flow, bytes: number): void {
    this.#ready = Math.min(this.#ready + bytes, this.#most() - this.#reserved);
    this.#setCredit(flow, flow.credit + bytes);
  }

  wait(flow: Flow, then: () => void): void {
    flow.onTurn = then;
    if (this.#waiting.has(flow) || this.#next.has(flow)) return;
    // One turn per round, however often a flow comes, even as a new flow each time.
    const isDue = flow.round !== never && flow.round !== this.#round;
    (isDue ? this.#waiting : this.#next).add(flow);
    this.#waitedAt = this.#options.now();
    this.#turning = true;
    this.#options.wake(this);
  }

  cancelWait(flow: Flow): void {
    this.#waiting.delete(flow);
    this.#next.delete(flow);
    this.#returnAllowance(flow);
    flow.onTurn = null;
  }

  /**
   * Fills the bucket and grants waiting flows their shares as far as it lasts. Adds these flows to
   * `served`; the caller must call their `onTurn`. Returns whether another turn is needed.
   */
  turn(served: Flow[]): boolean {
    const now = this.#options.now();
    this.#fill(now);
    if (this.#waiting.size === 0) this.#beginRound();
    const waiting = this.#waiting.size + this.#next.size;
    this.#activeFlows = Math.max(waiting, this.#activeFlows * returningShare, 1);
    this.#share = Math.max(leastBytes, Math.floor(this.#ready / this.#activeFlows));
    if (waiting > 0) {
      this.#waitedAt = now;
      this.#serve(served);
    }
    // Flows that were served and are slow to come again count as waiting for a while.
    this.#turning = now - this.#waitedAt <= lateMs;
    return this.#turning;
  }

  #serve(served: Flow[]): void {
    while (this.#waiting.size > 0) {
      for (const flow of this.#waiting) {
        const credit = this.#creditOf(flow);
        const wanted = Math.min(flow.wanted, credit);
        const granted = Math.floor(Math.min(wanted, this.#ready));
        if (granted < Math.min(wanted, leastBytes)) return;
        this.#waiting.delete(flow);
        this.#ready -= granted;
        this.#reserved += granted;
        flow.allowance = granted;
        flow.round = this.#round;
        this.#setCredit(flow, credit - granted);
        served.push(flow);
      }
      if (this.#next.size > 0) this.#beginRound();
    }
  }

  #beginRound(): void {
    [this.#waiting, this.#next] = [this.#next, this.#waiting];
    this.#round += 1;
  }

  /** How many bytes a flow may take at its turn. */
  #creditOf(flow: Flow): number {
    return Math.min(flow.credit, this.#share) + this.#share;
  }

  #setCredit(flow: Flow, credit: number): void {
    flow.credit = Math.min(credit, this.#share);
  }

  /** How many bytes a flow gets now without waiting. */
  #takeNow(flow: Flow, bytes: number): number {
    if (!this.#turning) {
      this.#fill(this.#options.now());
      return this.#portion(bytes, Math.max(leastBytes, this.#most() / firstPart));
    }
    // While no flow waits, a flow that has not had its turn in this round has it now.
    const waiting = this.#waiting.size + this.#next.size;
    const isTurn = waiting === 0 && flow.round !== this.#round;
    const credit = isTurn ? this.#creditOf(flow) : flow.credit;
    const taken = this.#portion(bytes, credit);
    if (taken === 0) return 0;
    flow.round = this.#round;
    this.#setCredit(flow, credit - taken);
    return taken;
  }

  /** Up to `most` of the bytes that are ready; 0 if they are too few to be worth the work. */
  #portion(bytes: number, most: number): number {
    const taken = Math.floor(Math.min(bytes, this.#ready, most));
    return taken < Math.min(bytes, leastBytes) ? 0 : taken;
  }

  #fill(now: number): void {
    this.#rate = this.#options.rate();
    const added = (now - this.#filledAt) * this.#rate;
    this.#filledAt = now;
    this.#ready = Math.max(Math.min(this.#ready + added, this.#most() - this.#reserved), 0);
  }

  /** The most that the bucket and the allowances may hold together. */
  #most(): number {
    return Math.max(this.#rate * (this.#turning ? lateMs : quietMs), 2 * leastBytes);
  }

  #returnAllowance(flow: Flow): void {
    this.#ready += flow.allowance;
    this.#reserved -= flow.allowance;
    flow.allowance = 0;
  }
}
