/**
 * Connections that nobody has vouched for yet, counted by network: an IPv4 address, an IPv6 /64.
 * The pool decides who ends when room runs out; it never refuses a newcomer.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import { type Entry, LinkedList } from "./linked-list.ts";

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

/** What one network holds. */
interface Network<C> {
  key: string;
  /** Oldest first. */
  places: LinkedList<Place<C>>;
  /** Where it stands among networks that hold as many. */
  rank: number;
}
interface Place<C> {
  connection: C;
  pool: unknown;
  network: Network<C>;
  entry: Entry<Place<C>> | null;
  /** When it was taken in, by the pool's clock. */
  at: number;
}
/**
 * A connection knows its place itself, and is in one pool at a time (why: linked-list.ts). Classes
 * whose speed matters have it from the beginning, so that all of them keep one shape.
 */
export const placeKey: unique symbol = Symbol("place in a connection pool");
interface Placed<C> {
  [placeKey]?: Place<C> | null;
}

export class ConnectionPool<C extends object> {
  #options: ConnectionPoolOptions<C>;
  #keyOf: (address: string) => string;
  #size = 0;
  #byNetwork = new Map<string, Network<C>>();
  /** Networks by how many connections they hold, so that the greediest is found at once. */
  #bySize: Network<C>[][] = [];
  #largest = 0;

  constructor(options: ConnectionPoolOptions<C>) {
    this.#options = options;
    this.#keyOf = options.keyOf ?? networkOf;
  }

  get size(): number {
    return this.#size;
  }

  has(connection: C): boolean {
    return this.#placeOf(connection) !== null;
  }

  /** How many connections the network of an address holds. */
  count(address: string): number {
    return this.#byNetwork.get(this.#keyOf(address))?.places.size ?? 0;
  }

  /** Every connection of the pool, as it is now. */
  connections(): C[] {
    return [...this.#byNetwork.values()].flatMap(({ places }) =>
      [...places].map(({ connection }) => connection),
    );
  }

  /**
   * Takes a connection in. Ends the oldest of its own network when that is at its limit, else the
   * oldest of the network with most connections when the pool is full.
   */
  add(connection: C, address: string): void {
    const key = this.#keyOf(address);
    let network = this.#byNetwork.get(key);
    if (network === undefined) {
      network = { key, places: new LinkedList(), rank: 0 };
      this.#byNetwork.set(key, network);
    }
    const place: Place<C> = { connection, pool: this, network, entry: null, at: this.#now() };
    place.entry = network.places.add(place);
    (connection as Placed<C>)[placeKey] = place;
    this.#size += 1;
    this.#resized(network, network.places.size - 1);
    if (this.#isOver(network)) this.#endOldestOf(network, connection);
    while (this.#size > Math.max(1, this.#options.most())) {
      const greediest = this.#greediest();
      if (greediest === undefined || !this.#endOldestOf(greediest, connection)) return;
    }
  }

  /** Takes a connection out: it has authenticated, became busy, or is closed. */
  remove(connection: C): void {
    const place = this.#placeOf(connection);
    if (place === null) return;
    const { network, entry } = place;
    (connection as Placed<C>)[placeKey] = null;
    if (entry !== null) network.places.remove(entry);
    place.entry = null;
    this.#size -= 1;
    this.#resized(network, network.places.size + 1);
    if (network.places.size === 0) this.#byNetwork.delete(network.key);
  }

  /** Ends what networks hold above their limit since its grace is over. */
  trim(): void {
    for (let size = this.#largest; size > this.#options.perNetwork; size -= 1) {
      // Those that are ended change the list.
      const networks = this.#bySize[size]?.slice() ?? [];
      for (const network of networks) {
        while (this.#isOver(network) && this.#endOldestOf(network, null));
      }
    }
  }

  /** Ends the oldest connection of the greediest network; false when the pool is empty. */
  endOne(): boolean {
    return this.#endOldestOf(this.#greediest(), null);
  }

  /** Ends the oldest connection of an address' network; false when it has none. */
  endOneOf(address: string): boolean {
    return this.#endOldestOf(this.#byNetwork.get(this.#keyOf(address)), null);
  }

  /** Ends all of them. */
  endAll(): void {
    while (this.endOne());
  }

  #placeOf(connection: C): Place<C> | null {
    const place = (connection as Placed<C>)[placeKey];
    return place?.pool === this ? place : null;
  }

  #now(): number {
    return this.#options.now?.() ?? 0;
  }

  #isOver({ places }: Network<C>): boolean {
    const { perNetwork, graceMs = 0 } = this.#options;
    if (places.size <= perNetwork) return false;
    const at = places.oldest?.at;
    return at !== undefined && this.#now() - at >= graceMs;
  }

  #endOldestOf(network: Network<C> | undefined, newcomer: C | null): boolean {
    const oldest = network?.places.oldest?.connection;
    if (oldest === undefined || oldest === newcomer) return false;
    this.remove(oldest);
    this.#options.end(oldest);
    return true;
  }

  #greediest(): Network<C> | undefined {
    return this.#bySize[this.#largest]?.[0];
  }

  /** Moves a network among those that hold as many as it does now. */
  #resized(network: Network<C>, before: number): void {
    const now = network.places.size;
    const left = this.#bySize[before];
    const last = before > 0 ? left?.pop() : undefined;
    if (left && last && last !== network) {
      left[network.rank] = last;
      last.rank = network.rank;
    }
    if (now > 0) network.rank = (this.#bySize[now] ??= []).push(network) - 1;
    if (now > this.#largest) this.#largest = now;
    while (this.#largest > 0 && !this.#bySize[this.#largest]?.length) this.#largest -= 1;
  }
}
