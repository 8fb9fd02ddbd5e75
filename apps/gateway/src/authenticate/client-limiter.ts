/**
 * Limits connections. Clients that are not authenticated share one pool, by network; admitted ones
 * share another, by account. Neither takes from the other.
 *
 *     accepted ─▶ unauthenticated ─ admitted ─▶ tunnel or request ─▶ closed
 *                        ▲                        │          ▲
 *                        ├────── refused ─────────┤          │ next request
 *                        └────── refused ── idle ◀┘ ─────────┘
 */
import { ConnectionPool } from "@turnpike/net/connection-pool.ts";
import type { GatewayOccupancy } from "@turnpike/rules/connection-share.ts";
import type { Connections } from "../authorise/connections.ts";
import type { Peer, ConnectionLimiter } from "../engine/engine.ts";
import { networkOfClient } from "../lib/client-network.ts";
import type { Counters } from "../report/counters.ts";

/** From this share of a pool on, timeouts are short. */
const unauthenticatedShort = 0.75;
const admittedShort = 0.9;
/** Grace period before a network's limit applies to a client, to allow for bursts. */
const graceMs = 1_000;
/** How many connections are closed at once when no descriptor is left to accept with. */
const sparedAtOnce = 16;

/** Limits of connected clients; `Descriptors` lowers the first two if descriptors are few. */
export interface ClientLimits {
  /** Admitted clients: tunnels, requests, and connections that are idle between two requests. */
  all: number;
  /** Clients of all networks that are not authenticated. */
  unauthenticated: number;
  /** Clients of one network that have not authenticated for a second or more. */
  perNetwork: number;
}

/** Limits of concurrent connections. */
export interface GatewayLimits extends ClientLimits {
  /** Connections of one sub-account, static IP, opened IP or unlimited port. */
  perSubAccount: number;
}
/** The limits of any machine; with few descriptors they are lowered. */
export const defaultLimits: GatewayLimits = {
  perSubAccount: 5_000,
  all: 20_000,
  unauthenticated: 4_096,
  perNetwork: 256,
};

export interface ClientLimiterOptions {
  connections: Connections;
  limits: ClientLimits;
  /** The share of `limits.all` that one account may hold; 1 for no limit. */
  accountShare: number;
  /** Counts connections that were closed to make room. */
  evicted: Counters["evicted"];
}

export class ClientLimiter implements ConnectionLimiter {
  readonly limits: ClientLimits;
  #options: ClientLimiterOptions;
  #clients = 0;
  #unauthenticated: ConnectionPool<Peer>;
  /** Connections between two requests, by account. */
  #idle: ConnectionPool<Peer>;

  constructor(options: ClientLimiterOptions) {
    const { limits, evicted: ended } = options;
    this.#options = options;
    this.limits = limits;
    this.#unauthenticated = new ConnectionPool<Peer>({
      most: () => limits.unauthenticated,
      perNetwork: limits.perNetwork,
      graceMs,
      now: () => performance.now(),
      keyOf: networkOfClient,
      end: (client) => {
        ended.unauthenticated += 1;
        client.destroy();
      },
    });
    this.#idle = new ConnectionPool<Peer>({
      most: () => Number.POSITIVE_INFINITY,
      perNetwork: Number.POSITIVE_INFINITY,
      keyOf: (accountId) => accountId,
      end: (client) => {
        ended.idle += 1;
        client.destroy();
      },
    });
  }

  /** All connected clients. */
  get clients(): number {
    return this.#clients;
  }

  /** The number of clients that have not authenticated. */
  get unauthenticated(): number {
    return this.#unauthenticated.size;
  }

  /** The number of connections that are idle between two requests. */
  get idle(): number {
    return this.#idle.size;
  }

  /** The number of admitted connections, including idle ones. */
  get held(): number {
    return this.#options.connections.size + this.#idle.size;
  }

  accepted(client: Peer): boolean {
    this.#clients += 1;
    this.#unauthenticated.add(client, client.address);
    return true;
  }

  /** A proxy in front reported the client's real address. */
  setRealAddress(client: Peer, address: string): void {
    this.#unauthenticated.remove(client);
    client.address = address;
    this.#unauthenticated.add(client, address);
  }

  closed(client: Peer): void {
    this.#clients -= 1;
    this.admitted(client);
  }

  /** Closes all clients that wait for a next request and, unless `duringUpgrade`, a first byte. */
  drain(duringUpgrade = false): void {
    for (const pool of duringUpgrade ? [this.#idle] : [this.#unauthenticated, this.#idle]) {
      for (const client of pool.connections()) client.idle?.drain(client);
    }
  }

  /** Called twice a second: closes connections above their network's limit. */
  sweep(): void {
    this.#unauthenticated.trim();
  }

  shed(): boolean {
    let spared = 0;
    while (spared < sparedAtOnce && this.#unauthenticated.endOne()) spared += 1;
    return spared > 0 || this.#idle.endOne();
  }

  /** The client was admitted: it now counts among `Connections`. */
  admitted(client: Peer): void {
    this.#unauthenticated.remove(client);
    this.#idle.remove(client);
  }

  /** Its request is done: until the next one it is idle and still counts for the account. */
  markIdle(client: Peer, accountId: string): void {
    if (!client.closed) this.#idle.add(client, accountId);
  }

  /** The client was refused or is closing: it counts for no account any more. */
  release(client: Peer): void {
    if (client.closed || this.#unauthenticated.has(client)) return;
    this.#idle.remove(client);
    this.#unauthenticated.add(client, client.address);
  }

  /** The usage by which the rules decide whether to admit another of an account's connections. */
  usage(accountId: string): GatewayOccupancy {
    const { connections, limits, accountShare } = this.#options;
    const idle = this.#idle.size === 0 ? 0 : this.#idle.count(accountId);
    return {
      most: limits.all,
      held: this.held,
      idle: this.#idle.size,
      account: { held: connections.countOfAccount(accountId) + idle, idle },
      share: accountShare,
    };
  }

  /** Closes the oldest idle connection: this account's, or that of the one with the most. */
  closeIdle(scope: "own" | "any", accountId: string): void {
    if (scope === "own") this.#idle.endOneOf(accountId);
    else this.#idle.endOne();
  }

  /** Whether few connections are left for admitted clients. */
  get isShort(): boolean {
    return this.held >= this.#options.limits.all * admittedShort;
  }

  /** Whether few connections are left for clients that have not authenticated. */
  get isCrowded(): boolean {
    return this.unauthenticated >= this.#options.limits.unauthenticated * unauthenticatedShort;
  }

  /** Whether connections are short and the account has more than an equal share. */
  exceedsFairShare(accountId: string): boolean {
    if (!this.isShort) return false;
    const { account, most } = this.usage(accountId);
    return account.held > most / (this.#options.connections.accounts + 1);
  }
}
