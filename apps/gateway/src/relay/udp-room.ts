/**
 * How many UDP associations may be open: each needs one descriptor more than a tunnel, and is one of
 * the account's connections besides.
 */
/** Of the connections that the gateway has room for. */
const part = 0.25;

export interface UdpRoomOptions {
  /** Connections of the gateway, at most. */
  most: () => number;
  /** The share of them that one account may hold. */
  accountShare: number;
}

export class UdpRoom {
  #options: UdpRoomOptions;
  #byAccount = new Map<string, number>();
  #open = 0;

  constructor(options: UdpRoomOptions) {
    this.#options = options;
  }

  get open(): number {
    return this.#open;
  }

  /** Takes a place; false where the account or the gateway has none left. */
  enter(accountId: string): boolean {
    const { most, accountShare } = this.#options;
    const places = Math.max(1, Math.floor(most() * part));
    const held = this.#byAccount.get(accountId) ?? 0;
    if (this.#open >= places || held >= Math.max(1, places * accountShare)) return false;
    this.#byAccount.set(accountId, held + 1);
    this.#open += 1;
    return true;
  }

  leave(accountId: string): void {
    const held = (this.#byAccount.get(accountId) ?? 0) - 1;
    if (held > 0) this.#byAccount.set(accountId, held);
    else this.#byAccount.delete(accountId);
    this.#open -= 1;
  }
}
