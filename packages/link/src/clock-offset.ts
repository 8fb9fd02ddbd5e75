/**
 * Estimates how far the hub's clock is ahead of this machine's, from the time in each response to a
 * ping. The sample with the shortest round trip is used: its error is at most half of that.
 */

/** The number of latest samples that are compared. */
const maxSamples = 10;
/** Smaller changes are attributed to the network. */
const leastChangeMs = 20;

export class ClockOffset {
  /** How far the hub's clock is ahead, in milliseconds. */
  aheadMs = 0;
  #samples: { aheadMs: number; wayMs: number }[] = [];
  #listeners: ((aheadMs: number) => void)[] = [];

  onChange(listener: (aheadMs: number) => void): void {
    this.#listeners.push(listener);
    if (this.aheadMs !== 0) listener(this.aheadMs);
  }

  /** Adds a sample: `hubNow` was read during a round trip of `wayMs` that ended at `now`. */
  sample(hubNow: number, wayMs: number, now = Date.now()): void {
    this.#samples.push({ aheadMs: Math.round(hubNow - (now - wayMs / 2)), wayMs });
    if (this.#samples.length > maxSamples) this.#samples.shift();
    const newest = this.#samples.at(-1);
    let best = this.#samples.reduce((a, b) => (b.wayMs <= a.wayMs ? b : a));
    // One of the clocks was set since: older samples are off by more than their round trip.
    if (newest && Math.abs(newest.aheadMs - best.aheadMs) > (newest.wayMs + best.wayMs) / 2 + 50) {
      this.#samples = [newest];
      best = newest;
    }
    if (Math.abs(best.aheadMs - this.aheadMs) < leastChangeMs) return;
    this.aheadMs = best.aheadMs;
    for (const listener of this.#listeners) listener(this.aheadMs);
  }
}
