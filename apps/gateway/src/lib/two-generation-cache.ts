/**
 * Caches results of a pure function in two generations: entries that were not read while the
 * younger one filled up are dropped. This bounds the cache without bookkeeping per entry.
 */
export class TwoGenerationCache<V> {
  #most: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** Keeps at least the `most` latest entries and at most twice as many. */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): V | undefined {
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  /** All entries; those that were kept in both generations come twice. */
  *entries(): Iterable<[string, V]> {
    yield* this.#old;
    yield* this.#young;
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
