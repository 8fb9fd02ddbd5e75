/**
 * Shares of what is written for free: each key (an account, a node) may take some at once, and gets
 * more every hour. In memory: it bounds what this process adds to a table, not a balance.
 */

/** Beyond this the oldest are forgotten, and have their full share again. */
const maxKeys = 50_000;
const hourMs = 3_600_000;

export interface Share {
  /** How much may be taken at once, after a pause. */
  burst: number;
  perHour: number;
}

export class TokenBuckets {
  #share: Share;
  #now: () => number;
  #buckets = new Map<string, { left: number; at: number }>();

  /** `now` is a monotonic clock in milliseconds. */
  constructor(share: Share, now: () => number = () => performance.now()) {
    this.#share = share;
    this.#now = now;
  }

  /** Takes as much of it as the key has left; returns how much. */
  take(key: string, wanted: number): number {
    const bucket = this.#refilled(key);
    const taken = Math.max(0, Math.min(wanted, Math.floor(bucket.left)));
    bucket.left -= taken;
    return taken;
  }

  /** Takes all of it or nothing; returns whether the key had as much. */
  takeAll(key: string, wanted: number): boolean {
    const bucket = this.#refilled(key);
    if (bucket.left < wanted) return false;
    bucket.left -= wanted;
    return true;
  }

  /** Gives back what was taken for nothing. */
  giveBack(key: string, taken: number): void {
    this.#refilled(key).left += taken;
  }

  /** Seconds until the key has this much, at most its burst; 0 if it has. */
  secondsUntil(key: string, wanted: number): number {
    const missing = Math.min(wanted, this.#share.burst) - this.#refilled(key).left;
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * 3_600) / this.#share.perHour));
  }

  #refilled(key: string): { left: number; at: number } {
    const now = this.#now();
    const { burst, perHour } = this.#share;
    const known = this.#buckets.get(key);
    const left = known ? known.left + (perHour * (now - known.at)) / hourMs : burst;
    const bucket = { left: Math.min(burst, left), at: now };
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size > maxKeys) {
      const [oldest] = this.#buckets.keys();
      if (oldest !== undefined) this.#buckets.delete(oldest);
    }
    return bucket;
  }
}
