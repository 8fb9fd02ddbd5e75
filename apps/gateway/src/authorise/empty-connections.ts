/**
 * A rate for connections that carry nothing, by account: they cost nothing, but each takes a dial, a
 * port of an exit and a line of the trace (spec/gateway#empty-connections). A connection is counted
 * when it ends without a byte; those that carry bytes are paid for and have no rate.
 */
export const emptyRate = { burst: 10_000, perSecond: 100 };

interface Bucket {
  /** How many more may be empty before the account is refused. */
  left: number;
  at: number;
}

export class EmptyConnections {
  #buckets = new Map<string, Bucket>();
  #sweptAt = 0;
  #rate: typeof emptyRate;

  constructor(rate = emptyRate) {
    this.#rate = rate;
  }

  /** Counts a connection that ended without a byte. */
  count(accountId: string, now = performance.now()): void {
    this.#forgetFull(now);
    const left = this.#left(accountId, now);
    this.#buckets.set(accountId, { left: Math.max(-this.#rate.perSecond, left - 1), at: now });
  }

  /** Whether the account opened too many of them to open another connection now. */
  isOver(accountId: string, now?: number): boolean {
    if (!this.#buckets.has(accountId)) return false;
    return this.#left(accountId, now ?? performance.now()) < 1;
  }

  #left(accountId: string, now: number): number {
    const { burst, perSecond } = this.#rate;
    const bucket = this.#buckets.get(accountId);
    if (bucket === undefined) return burst;
    return Math.min(burst, bucket.left + ((now - bucket.at) / 1_000) * perSecond);
  }

  /** Once in a while, so that the map holds only accounts with recent ones. */
  #forgetFull(now: number): void {
    if (now - this.#sweptAt < 60_000) return;
    this.#sweptAt = now;
    for (const id of this.#buckets.keys()) {
      if (this.#left(id, now) >= this.#rate.burst) this.#buckets.delete(id);
    }
  }
}
