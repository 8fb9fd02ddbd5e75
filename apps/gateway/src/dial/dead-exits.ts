/**
 * Exits that failed lately: for everybody, or for one holder where the target that the holder chose may
 * have been the cause, so that no customer's request changes another customer's exit.
 */

/** A dead exit is avoided for this long. */
const deadMs = 30_000;

interface Entry {
  exitId: string;
  /** Null: for everybody. */
  holderId: string | null;
  /** By the machine's clock. */
  until: number;
}

export class DeadExits {
  /** By holder and exit; the first to expire comes first. */
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
