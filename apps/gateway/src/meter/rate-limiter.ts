/**
 * The rate limit of one direction of an unlimited port, shared by the flows of its connections: a token
 * bucket of bytes that fills with time, and turns for flows that find too little in it. Shares are of bytes,
 * not of turns (deficit round robin): each has one turn a round, and what is left of its share then
 * is its credit.
 *
 *     flow.take ─ enough, and nobody else is short ──────────────────────▶ bytes
 *          └── 0 ─▶ wait ─▶ turn (every 20 ms): a share and its credit, once a round ─▶ take ─▶ bytes
 *
 * A round of portions takes connections × `leastBytes` ÷ rate: 33 s for 5,000 connections at 5 Mbps,
 * twice that at most when all have credit. No flow is idle by then, and one that waits for its turn is
 * not stalled (`relay/idle-timeouts.ts`).
 */
import type { Buffers } from "../engine/engine.ts";

/** The interval of turns while a flow waits. */
export const turnIntervalMs = 20;
/** The least portion, so that no flow is woken for a few bytes. */
export const leastBytes = 4_096;
/** The burst of a port that was quiet: its rate over this time. */
export const quietMs = 50;
/** While bytes wait, turns may be late by this much before any of the rate is lost. */
export const lateMs = 400;
/** One flow takes at most this part of what is ready. */
const firstPart = 4;
/** Of those who do not wait now, so many of four are expected at the next turn. */
const rivalsStay = 3 / 4;
const never = Number.NEGATIVE_INFINITY;
/** The round trip that buffers are sized for, so that a distant peer can fill the rate. */
const distanceMs = 256;
/** From here on the kernel fits its buffers itself. */
const largestBuffer = 1024 * 1024;

export function bytesPerMs(mbps: number): number {
  return mbps * 125;
}

/**
 * Bytes that the kernel may hold for each connection of a port of this rate; undefined: as it sees
 * fit. Without a limit senders fill megabytes that the port takes minutes to carry.
 */
export function receiveBufferOf(mbps: number): number | undefined {
  const bytes = Math.round(bytesPerMs(mbps) * distanceMs);
  return bytes > largestBuffer ? undefined : bytes;
}

/** Two of the least portions: enough to share a port, little for thousands of waiting flows. */
const readBytes = 8_192;

/** Buffer sizes of connections at a port of this rate. */
export function buffersOf(mbps: number): Buffers {
  return { kernel: receiveBufferOf(mbps), read: readBytes };
}

export interface RateLimiterOptions {
  /** The rate now, bytes per millisecond; asked at every turn. */
  rate: () => number;
  /** A monotonic clock, milliseconds. */
  now: () => number;
  /** A flow waits: call `turn` every 20 ms until it returns false. */
  wake: (limiter: RateLimiter) => void;
}

/** One direction of one connection, in its quota. */
export class Flow {
  /** Given by a turn, not taken yet. */
  allowance = 0;
  /** How much it asked for when it got nothing. */
  wanted = 0;
  /** What is left of its shares, one share at most. */
  credit = 0;
  /** Of its last share. */
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

  /** Returns bytes that were taken and are not needed. */
  giveBack(bytes: number): void {
    this.#limiter.giveBack(this, bytes);
  }

  /**
   * Calls `then` at its turn: the next `take` finds something. That is kept from the others until
   * it is taken or forgotten: do either soon.
   */
  wait(then: () => void): void {
    this.#limiter.wait(this, then);
  }

  /** Stops waiting, and returns what it was given at its turn. */
  cancelWait(): void {
    this.#limiter.cancelWait(this);
  }
}

export class RateLimiter {
  #options: RateLimiterOptions;
  /** Bytes that any flow may take. */
  #ready = 0;
  /** Bytes that were given at turns and not taken yet. */
  #reserved = 0;
  /** When the bucket was filled last. */
  #filledAt: number;
  #rate: number;
  /** Those whose turn is still to come in this round, in the order in which they came. */
  #waiting = new Set<Flow>();
  /** Those who had it, and new ones: theirs is in the next round. */
  #next = new Set<Flow>();
  #round = 0;
  /** How many share now: who is slow to come again, in a process that is, has its share still. */
  #rivals = 1;
  /** While turns are given, they alone fill the bucket. */
  #turning = false;
  /** When somebody waited last. */
  #waitedAt = 0;
  /** What one flow may take in a round. */
  #share = 0;

  constructor(options: RateLimiterOptions) {
    this.#options = options;
    this.#filledAt = options.now();
    this.#rate = options.rate();
    this.#ready = this.#most();
  }

  /** When bytes were looked for last. */
  get usedAt(): number {
    return Math.max(this.#filledAt, this.#waitedAt);
  }

  take(flow: Flow, bytes: number): number {
    let taken: number;
    if (flow.allowance > 0) {
      taken = Math.min(bytes, flow.allowance);
      this.#keep(flow, flow.credit + flow.allowance - taken);
      this.#returnAllowance(flow);
    } else taken = this.#atHand(flow, bytes);
    this.#ready -= taken;
    if (taken === 0) flow.wanted = bytes;
    return taken;
  }

  giveBack(flow: Flow, bytes: number): void {
    this.#ready = Math.min(this.#ready + bytes, this.#most() - this.#reserved);
    this.#keep(flow, flow.credit + bytes);
  }

  wait(flow: Flow, then: () => void): void {
    flow.onTurn = then;
    if (this.#waiting.has(flow) || this.#next.has(flow)) return;
    // As often as it likes to come, even as a new one each time: it has one turn a round.
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
   * Fills the bucket and gives those who wait their shares of it, as far as it goes; adds them to
   * `served`, whose `onTurn` is to be called. Returns whether another turn is needed.
   */
  turn(served: Flow[]): boolean {
    const now = this.#options.now();
    this.#fill(now);
    if (this.#waiting.size === 0) this.#beginRound();
    const waiting = this.#waiting.size + this.#next.size;
    this.#rivals = Math.max(waiting, this.#rivals * rivalsStay, 1);
    this.#share = Math.max(leastBytes, Math.floor(this.#ready / this.#rivals));
    if (waiting > 0) {
      this.#waitedAt = now;
      this.#serve(served);
    }
    // Who was served and is slow to come again still counts as waiting for a while.
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
        this.#keep(flow, credit - granted);
        served.push(flow);
      }
      if (this.#next.size > 0) this.#beginRound();
    }
  }

  #beginRound(): void {
    [this.#waiting, this.#next] = [this.#next, this.#waiting];
    this.#round += 1;
  }

  /** What a flow may take at its turn. */
  #creditOf(flow: Flow): number {
    return Math.min(flow.credit, this.#share) + this.#share;
  }

  #keep(flow: Flow, credit: number): void {
    flow.credit = Math.min(credit, this.#share);
  }

  /** What a flow may take now without waiting. */
  #atHand(flow: Flow, bytes: number): number {
    if (!this.#turning) {
      this.#fill(this.#options.now());
      return this.#portion(bytes, Math.max(leastBytes, this.#most() / firstPart));
    }
    // While nobody waits, who comes late has its turn now.
    const waiting = this.#waiting.size + this.#next.size;
    const isTurn = waiting === 0 && flow.round !== this.#round;
    const credit = isTurn ? this.#creditOf(flow) : flow.credit;
    const taken = this.#portion(bytes, credit);
    if (taken === 0) return 0;
    flow.round = this.#round;
    this.#keep(flow, credit - taken);
    return taken;
  }

  /** As many as lie ready, up to `most`; 0 where that is not worth the work. */
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

  /** What bucket and allowances may hold together. */
  #most(): number {
    return Math.max(this.#rate * (this.#turning ? lateMs : quietMs), 2 * leastBytes);
  }

  #returnAllowance(flow: Flow): void {
    this.#ready += flow.allowance;
    this.#reserved -= flow.allowance;
    flow.allowance = 0;
  }
}
