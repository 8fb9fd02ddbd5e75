/** How fast a total has grown lately: a burst counts at once, and for two seconds at most. */

const windowMs = 1_000;

export class RecentRate {
  #since: number;
  #total = 0;
  /** Of the window before, bytes a millisecond. */
  #last = 0;

  /** `now` is `performance.now()`. */
  constructor(now: number) {
    this.#since = now;
  }

  /** Bytes a millisecond. `total` never falls by more than was given back. */
  read(total: number, now: number): number {
    const elapsed = now - this.#since;
    const grown = Math.max(0, total - this.#total);
    if (elapsed < windowMs) return Math.max(this.#last, grown / windowMs);
    this.#last = grown / elapsed;
    this.#since = now;
    this.#total = total;
    return this.#last;
  }
}
