/**
 * Remembers what a pure function answered lately. Two generations: what was not asked for while the
 * younger one filled up is forgotten, so that it is bounded without any bookkeeping per entry.
 */
export class TwoGenerationCache<V> {
  #most: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  /** Holds `most` answers at least, twice as many at most. */
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

  set(key: string, value: V): void {
    if (this.#young.size >= this.#most) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}
