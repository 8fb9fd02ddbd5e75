/**
 * Connections that nobody has vouched for yet, counted by network: an IPv4 address, an IPv6 /64.
 * The pool decides who ends when room runs out; it never refuses a newcomer.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";

export interface ConnectionPoolOptions<C> {
  /** Connections the pool holds at most, over all networks. */
  most: () => number;
  /** Connections one network holds at most; those are not counted that are in their grace. */
  perNetwork: number;
  /**
   * A burst of newcomers who are about to speak is no crowd: a network's limit ends a connection only
   * when it is as old as this, and `trim` has to be called now and then. Milliseconds; 0 by default.
   */
  graceMs?: number;
  /** A steady clock, milliseconds; wanted where there is a grace. */
  now?: () => number;
  /** Closes a connection that was chosen to end. It is out of the pool already. */
  end: (connection: C) => void;
  /** What connections are shared out by: `networkOf` unless given. */
  keyOf?: (address: string) => string;
}

export class ConnectionPool<C> {
  #options: ConnectionPoolOptions<C>;
  #keyOf: (address: string) => string;
  /** By network, oldest first. */
  #byNetwork = new Map<string, Set<C>>();
  #placeOf = new Map<C, { network: string; at: number }>();
  /** Networks by how many connections they hold, so that the greediest is found at once. */
  #bySize: Set<string>[] = [];
  #largest = 0;

  constructor(options: ConnectionPoolOptions<C>) {
    this.#options = options;
    this.#keyOf = options.keyOf ?? networkOf;
  }

  get size(): number {
    return this.#placeOf.size;
  }

  has(connection: C): boolean {
    return this.#placeOf.has(connection);
  }

  /** How many connections the network of an address holds. */
  count(address: string): number {
    return this.#byNetwork.get(this.#keyOf(address))?.size ?? 0;
  }

  /**
   * Takes a connection in. Ends the oldest of its own network when that is at its limit, else the
   * oldest of the network with most connections when the pool is full.
   */
  add(connection: C, address: string): void {
    const network = this.#keyOf(address);
    let own = this.#byNetwork.get(network);
    if (own === undefined) {
      own = new Set();
      this.#byNetwork.set(network, own);
    }
    own.add(connection);
    this.#placeOf.set(connection, { network, at: this.#now() });
    this.#resize(network, own.size - 1, own.size);
    if (this.#isOver(own)) this.#endOldestOf(network, connection);
    while (this.size > Math.max(1, this.#options.most())) {
      const greediest = this.#greediest();
      if (greediest === null || !this.#endOldestOf(greediest, connection)) return;
    }
  }

  /** Takes a connection out: it has authenticated, became busy, or is closed. */
  remove(connection: C): void {
    const network = this.#placeOf.get(connection)?.network;
    if (network === undefined) return;
    const own = this.#byNetwork.get(network) as Set<C>;
    this.#placeOf.delete(connection);
    own.delete(connection);
    this.#resize(network, own.size + 1, own.size);
    if (own.size === 0) this.#byNetwork.delete(network);
  }

  /** Ends what networks hold above their limit since its grace is over. */
  trim(): void {
    for (let size = this.#largest; size > this.#options.perNetwork; size -= 1) {
      for (const network of this.#bySize[size] ?? []) {
        const own = this.#byNetwork.get(network);
        while (own && this.#isOver(own) && this.#endOldestOf(network, null));
      }
    }
  }

  /** Ends the oldest connection of the greediest network; false when the pool is empty. */
  endOne(): boolean {
    const greediest = this.#greediest();
    return greediest !== null && this.#endOldestOf(greediest, null);
  }

  /** Ends the oldest connection of an address' network; false when it has none. */
  endOneOf(address: string): boolean {
    return this.#endOldestOf(this.#keyOf(address), null);
  }

  /** Ends all of them. */
  endAll(): void {
    while (this.endOne());
  }

  #now(): number {
    return this.#options.now?.() ?? 0;
  }

  #isOver(own: Set<C>): boolean {
    const { perNetwork, graceMs = 0 } = this.#options;
    if (own.size <= perNetwork) return false;
    const [oldest] = own;
    const at = oldest === undefined ? undefined : this.#placeOf.get(oldest)?.at;
    return at !== undefined && this.#now() - at >= graceMs;
  }

  #endOldestOf(network: string, newcomer: C | null): boolean {
    const [oldest] = this.#byNetwork.get(network) ?? [];
    if (oldest === undefined || oldest === newcomer) return false;
    this.remove(oldest);
    this.#options.end(oldest);
    return true;
  }

  #greediest(): string | null {
    const [network] = this.#bySize[this.#largest] ?? [];
    return network ?? null;
  }

  #resize(network: string, before: number, after: number): void {
    this.#bySize[before]?.delete(network);
    if (after > 0) (this.#bySize[after] ??= new Set()).add(network);
    if (after > this.#largest) this.#largest = after;
    while (this.#largest > 0 && (this.#bySize[this.#largest]?.size ?? 0) === 0) this.#largest -= 1;
  }
}
