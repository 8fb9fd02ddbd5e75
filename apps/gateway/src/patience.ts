/** How long a connection may lie still before it is ended. */

export interface PatienceLimits {
  /** Nothing moves and nothing waits to be moved. */
  idleMs: number;
  /** One side is done, from the other nothing comes. */
  halfClosedMs: number;
  /** Bytes wait for a peer that takes none of them, though it took many before. */
  stuckMs: number;
  /** The same of a peer that has hardly taken any. */
  neverTakenMs: number;
}
export const defaultPatience: PatienceLimits = {
  idleMs: 600_000,
  halfClosedMs: 120_000,
  stuckMs: 60_000,
  // Quality G14: gone after 11 s, with a second for the sweep and two for a last word.
  neverTakenMs: 7_000,
};
/** What the kernel's own buffers can hold: less says nothing about whether a peer reads. */
const buffersBytes = 16 * 1024 * 1024;
/** Nobody is asked what waits before it was quiet for so long. */
const askAfterMs = 4_000;

export class Patience {
  #limits: PatienceLimits;
  #moved = -1;
  #waiting = 0;
  #empty = false;
  #since = 0;

  constructor(limits: PatienceLimits) {
    this.#limits = limits;
  }

  /**
   * `moved` is a number that grows with each byte; `waiting` tells how many bytes wait for a peer,
   * here or in the kernel. Answers why to end it, or null.
   */
  judge(
    now: number,
    seen: { moved: number; halfClosed: boolean; waiting: () => number },
  ): "idle" | "stuck" | null {
    if (seen.moved !== this.#moved) {
      this.#moved = seen.moved;
      return this.#begin(now, 0);
    }
    const quietMs = now - this.#since;
    const waiting = this.#ask(quietMs, seen.waiting);
    if (waiting > 0) {
      // Fewer than before: the peer takes some.
      if (this.#waiting > waiting) return this.#begin(now, waiting);
      this.#waiting = waiting;
      const { stuckMs, neverTakenMs } = this.#limits;
      const most = seen.moved < buffersBytes ? Math.min(neverTakenMs, stuckMs) : stuckMs;
      return quietMs > most ? "stuck" : null;
    }
    const most = seen.halfClosed ? this.#limits.halfClosedMs : this.#limits.idleMs;
    return quietMs > most ? "idle" : null;
  }

  /** How long nothing has moved, as of the last `judge`. */
  quietMs(now: number): number {
    return now - this.#since;
  }

  /** Where nothing waits and nothing moves, nothing will wait later. */
  #ask(quietMs: number, waiting: () => number): number {
    if (this.#empty || quietMs < Math.min(askAfterMs, this.#limits.neverTakenMs)) return 0;
    const bytes = waiting();
    this.#empty = bytes === 0;
    return bytes;
  }

  #begin(now: number, waiting: number): null {
    this.#since = now;
    this.#waiting = waiting;
    this.#empty = false;
    return null;
  }
}
