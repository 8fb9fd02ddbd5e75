/**
 * Limits the number of open UDP associations: each needs one descriptor more than a tunnel, and
 * also counts among the account's connections.
 */
/** The share of the gateway's connections that may be UDP associations. */
const associationShare = 0.25;

export interface UdpAssociationLimiterOptions {
  /** Returns the gateway's connection limit. */
  most: () => number;
  /** The share of the associations that one account may hold. */
  accountShare: number;
}

export class UdpAssociationLimiter {
  #options: UdpAssociationLimiterOptions;
  #byAccount = new Map<string, number>();
  #open = 0;

  constructor(options: UdpAssociationLimiterOptions) {
    this.#options = options;
  }

  get open(): number {
    return this.#open;
  }

  /** Reserves a place; returns false if the account or the gateway has none left. */
  acquire(accountId: string): boolean {
    const { most, accountShare } = this.#options;
    const places = Math.max(1, Math.floor(most() * associationShare));
    const held = this.#byAccount.get(accountId) ?? 0;
    if (this.#open >= places || held >= Math.max(1, places * accountShare)) return false;
    this.#byAccount.set(accountId, held + 1);
    this.#open += 1;
    return true;
  }

  release(accountId: string): void {
    const held = (this.#byAccount.get(accountId) ?? 0) - 1;
    if (held > 0) this.#byAccount.set(accountId, held);
    else this.#byAccount.delete(accountId);
    this.#open -= 1;
  }
}
