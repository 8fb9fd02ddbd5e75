/** How long a connection may lie still before it is ended. */

export interface PatienceLimits {
  /** Nothing moves and nothing waits to be moved. */
  idleMs: number;
  /** One side is done, from the other nothing comes. */
  halfClosedMs: number;
  /** Bytes wait for a peer that takes none of them. */
  stuckMs: number;
}
export const defaultPatience: PatienceLimits = {
  idleMs: 600_000,
  halfClosedMs: 120_000,
  stuckMs: 60_000,
};

export class Patience {
  #limits: PatienceLimits;
  #moved = -1;
  #since = 0;

  constructor(limits: PatienceLimits) {
    this.#limits = limits;
  }

  /** `moved` is a number that grows with each byte. Answers why to end it, or null. */
  judge(
    now: number,
    seen: { moved: number; stuck: boolean; halfClosed: boolean },
  ): "idle" | "stuck" | null {
    if (seen.moved !== this.#moved) {
      this.#moved = seen.moved;
      this.#since = now;
      return null;
    }
    const quietMs = now - this.#since;
    if (seen.stuck) return quietMs > this.#limits.stuckMs ? "stuck" : null;
    const most = seen.halfClosed ? this.#limits.halfClosedMs : this.#limits.idleMs;
    return quietMs > most ? "idle" : null;
  }

  /** How long nothing has moved, as of the last `judge`. */
  quietMs(now: number): number {
    return now - this.#since;
  }
}
