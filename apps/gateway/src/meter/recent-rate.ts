/** The recent growth rate of a total: a burst counts at once, and for two seconds at most. */

const windowMs = 1_000;

export class RecentRate {
  #since: number;
  #total = 0;
  /** Bytes per millisecond in the previous window. */
  #last = 0;

  /** `now` is `performance.now()`. */
  constructor(now: number) {
    this.#since = now;
  }

  /** Bytes per millisecond. `total` never decreases by more than was given back. */
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
