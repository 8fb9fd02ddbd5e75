/**
 * Connections that may be closed to make room, such as unauthenticated ones, counted by network: an
 * IPv4 address or an IPv6 /64. When room runs out, the pool chooses which one to close; it never
 * refuses a new one.
 */
import { networkOf } from "@turnpike/rules/network-of.ts";
import { type Entry, LinkedList } from "./linked-list.ts";

export interface ConnectionPoolOptions<C> {
  /** The most connections of all networks. */
  most: () => number;
  /** The most connections of one network; those within their grace do not count. */
  perNetwork: number;
  /**
   * The age below which a network's limit closes no connection, because a burst of new ones may be
   * about to authenticate. With a grace, call `trim` from time to time. Milliseconds; default 0.
   */
  graceMs?: number;
  /** A monotonic clock in milliseconds; needed if there is a grace. */
  now?: () => number;
  /** Closes a connection that was chosen. It has already left the pool. */
  end: (connection: C) => void;
  /** The key by which connections are counted: `networkOf` by default. */
  keyOf?: (address: string) => string;
}

/** The connections of one network. */
interface Network<C> {
  key: string;
  /** Oldest first. */
  places: LinkedList<Place<C>>;
  /** Its index among the networks with the same number of connections. */
  rank: number;
}
interface Place<C> {
  connection: C;
  pool: unknown;
  network: Network<C>;
  entry: Entry<Place<C>> | null;
  /** When it was added, by the pool's clock. */
  at: number;
}
/**
 * A connection stores its own place, and is in one pool at a time (for the reason see
 * linked-list.ts). Performance-critical classes declare it in advance, so that all instances keep
 * one shape.
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
  /** Networks by their number of connections, to find the largest one at once. */
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

  /** The number of connections of an address' network. */
  count(address: string): number {
    return this.#byNetwork.get(this.#keyOf(address))?.places.size ?? 0;
  }

  /** A snapshot of all connections in the pool. */
  connections(): C[] {
    return [...this.#byNetwork.values()].flatMap(({ places }) =>
      [...places].map(({ connection }) => connection),
    );
  }

  /**
   * Adds a connection. Ends the oldest one of its own network if that is over its limit, otherwise
   * the oldest one of the largest network if the pool is full.
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

  /** Removes a connection: it has authenticated, became busy, or is closed. */
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

  /** Ends connections above their network's limit whose grace has passed. */
  trim(): void {
    for (let size = this.#largest; size > this.#options.perNetwork; size -= 1) {
      // A copy, because ending connections changes the list.
      const networks = this.#bySize[size]?.slice() ?? [];
      for (const network of networks) {
        while (this.#isOver(network) && this.#endOldestOf(network, null));
      }
    }
  }

  /** Ends the oldest connection of the largest network; false if the pool is empty. */
  endOne(): boolean {
    return this.#endOldestOf(this.#greediest(), null);
  }

  /** Ends the oldest connection of an address' network; false if it has none. */
  endOneOf(address: string): boolean {
    return this.#endOldestOf(this.#byNetwork.get(this.#keyOf(address)), null);
  }

  /** Ends all connections. */
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

  /** Moves a network to the list of networks with as many connections as it has now. */
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
