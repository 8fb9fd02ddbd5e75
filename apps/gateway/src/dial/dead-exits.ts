/**
 * Exits that did not carry of late: for everybody, or for one holder alone where the target that the
 * holder chose may have been the cause. Nobody moves another's exit by what they ask for.
 */

/** A dead exit is left alone for so long. */
const deadMs = 30_000;

interface Entry {
  exitId: string;
  /** Null: for everybody. */
  holderId: string | null;
  /** By the machine's clock. */
  until: number;
}

export class DeadExits {
  /** By holder and exit; the one that is over first stands first. */
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

  /** Those that a holder's connections pass over now. */
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
