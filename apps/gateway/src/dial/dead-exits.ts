/**
 * Exits that failed recently. A failure counts for everybody or, if the target chosen by the holder
 * may have caused it, for that holder only: one customer's requests must not change another's exit.
 */

/** How long a dead exit is avoided. */
const deadMs = 30_000;

interface Entry {
  exitId: string;
  /** Null for everybody. */
  holderId: string | null;
  /** System clock (`Date.now()`). */
  until: number;
}

export class DeadExits {
  /** By holder and exit, ordered by expiry. */
  #entries = new Map<string, Entry>();
  #forAll = new Set<string>();
  #forHolder = new Map<string, Set<string>>();

  add(exitId: string, holderId: string | null): void {
    const key = `${holderId ?? ""} ${exitId}`;
    this.#entries.delete(key);
    this.#entries.set(key, { exitId, holderId, until: Date.now() + deadMs });
    if (holderId === null) this.#forAll.add(exitId);
    else {
      const own = this.#forHolder.get(holderId) ?? new Set();
      this.#forHolder.set(holderId, own.add(exitId));
    }
  }

  /** The exits that a holder's connections avoid now. */
  of(holderId: string): ReadonlySet<string> {
    if (this.#entries.size === 0) return this.#forAll;
    this.#expire();
    const own = this.#forHolder.get(holderId);
    return own === undefined ? this.#forAll : new Set([...this.#forAll, ...own]);
  }

  #expire(): void {
    const now = Date.now();
    for (const [key, { exitId, holderId, until }] of this.#entries) {
      if (until > now) return;
      this.#entries.delete(key);
      if (holderId === null) this.#forAll.delete(exitId);
      else this.#removeFor(holderId, exitId);
    }
  }

  #removeFor(holderId: string, exitId: string): void {
    const own = this.#forHolder.get(holderId);
    own?.delete(exitId);
    if (own?.size === 0) this.#forHolder.delete(holderId);
  }
}
