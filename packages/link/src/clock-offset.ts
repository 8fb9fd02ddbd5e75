/**
 * How far the hub's clock is ahead of this machine's, by what the hub says with each answer to a ping.
 * The sample with the shortest way counts: half of the way is the largest error.
 */

/** So many last samples are compared. */
const kept = 10;
/** Smaller differences are the network's. */
const leastChangeMs = 20;

export class ClockOffset {
  /** Milliseconds that the hub's clock is ahead. */
  aheadMs = 0;
  #samples: { aheadMs: number; wayMs: number }[] = [];
  #listeners: ((aheadMs: number) => void)[] = [];

  onChange(listener: (aheadMs: number) => void): void {
    this.#listeners.push(listener);
    if (this.aheadMs !== 0) listener(this.aheadMs);
  }

  /** `hubNow` was read while `wayMs`, there and back, passed; that ended now. */
  sample(hubNow: number, wayMs: number, now = Date.now()): void {
    this.#samples.push({ aheadMs: Math.round(hubNow - (now - wayMs / 2)), wayMs });
    if (this.#samples.length > kept) this.#samples.shift();
    const newest = this.#samples.at(-1);
    let best = this.#samples.reduce((a, b) => (b.wayMs <= a.wayMs ? b : a));
    // A clock that was set since: older samples are wrong by more than their way.
    if (newest && Math.abs(newest.aheadMs - best.aheadMs) > (newest.wayMs + best.wayMs) / 2 + 50) {
      this.#samples = [newest];
      best = newest;
    }
    if (Math.abs(best.aheadMs - this.aheadMs) < leastChangeMs) return;
    this.aheadMs = best.aheadMs;
    for (const listener of this.#listeners) listener(this.aheadMs);
  }
}
