/**
 * Resolved names, per account: the time of a look-up reveals nothing about other accounts, and an
 * account that looks up a million names evicts only its own.
 */

export interface NameAnswer {
  /** Null: the name does not exist. */
  addresses: string[] | null;
  /** By `performance.now()`. */
  until: number;
}

export class NameCache {
  /** By account, then by name; oldest first. */
  #byAccount = new Map<string, Map<string, NameAnswer>>();
  #size = 0;
  #most: number;
  #maxPerAccount: number;

  constructor(limits: { names: number; namesPerAccount: number }) {
    this.#most = limits.names;
    this.#maxPerAccount = limits.namesPerAccount;
  }

  /** The number of names of all accounts. */
  get size(): number {
    return this.#size;
  }

  /** Returns the cached answer unless it has expired. */
  get(account: string, host: string): NameAnswer | null {
    const own = this.#byAccount.get(account);
    const known = own?.get(host);
    if (own === undefined || known === undefined) return null;
    if (performance.now() < known.until) return known;
    this.#drop(account, own, host);
    return null;
  }

  put(account: string, host: string, answered: NameAnswer): void {
    let own = this.#byAccount.get(account);
    if (own?.has(host)) this.#drop(account, own, host);
    own = this.#byAccount.get(account) ?? new Map();
    this.#byAccount.set(account, own);
    own.set(host, answered);
    this.#size += 1;
    if (own.size > this.#maxPerAccount) this.#dropOldest(account, own);
    else if (this.#size > this.#most) this.#dropOfLargest();
  }

  #dropOfLargest(): void {
    let largest: [string, Map<string, NameAnswer>] | null = null;
    for (const each of this.#byAccount) {
      if (largest === null || each[1].size > largest[1].size) largest = each;
    }
    if (largest !== null) this.#dropOldest(...largest);
  }

  #dropOldest(account: string, own: Map<string, NameAnswer>): void {
    const [oldest] = own.keys();
    if (oldest !== undefined) this.#drop(account, own, oldest);
  }

  #drop(account: string, own: Map<string, NameAnswer>, host: string): void {
    if (!own.delete(host)) return;
    this.#size -= 1;
    if (own.size === 0) this.#byAccount.delete(account);
  }
}
