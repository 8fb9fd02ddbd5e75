/**
 * Limits connections: clients that have not authenticated share a pool by network, admitted ones share
 * the rest by account. Neither takes from the other.
 *
 *     accepted ─▶ unauthenticated ─ admitted ─▶ tunnel or request ─▶ closed
 *                        ▲                        │          ▲
 *                        ├────── refused ─────────┤          │ next request
 *                        └────── refused ── idle ◀┘ ─────────┘
 */
import { ConnectionPool } from "@turnpike/net/connection-pool.ts";
import type { RoomFacts } from "@turnpike/rules/connection-share.ts";
import type { Connections } from "../session/connections.ts";
import type { Peer, ConnectionLimiter } from "../engine/engine.ts";
import { networkOfClient } from "../lib/client-network.ts";
import type { Counters } from "../report/counters.ts";

/** From this part of a pool on, timeouts are short. */
const unauthenticatedShort = 0.75;
const admittedShort = 0.9;
/** A burst has this long to authenticate before its network's limit applies. */
const graceMs = 1_000;
/** Connections closed together when the process has no descriptor left to accept with. */
const sparedAtOnce = 16;

/** How many clients may be connected; `Descriptors` lowers the first two where files are few. */
export interface ClientLimits {
  /** Admitted: tunnels, requests, and connections that are idle between two requests. */
  all: number;
  /** Not authenticated, of all networks. */
  unauthenticated: number;
  /** Not authenticated for a second and more, of one network. */
  perNetwork: number;
}

/** How many connections there may be at a time. */
export interface GatewayLimits extends ClientLimits {
  /** Of one sub-account, static IP, opened IP or unlimited port. */
  perSubAccount: number;
}
/** The most on any machine; `files` lowers them. */
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
  ended: Counters["endedForRoom"];
}

export class ClientLimiter implements ConnectionLimiter {
  readonly limits: ClientLimits;
  #options: ClientLimiterOptions;
  #clients = 0;
  #unauthenticated: ConnectionPool<Peer>;
  /** Between two requests, by account. */
  #idle: ConnectionPool<Peer>;

  constructor(options: ClientLimiterOptions) {
    const { limits, ended } = options;
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

  /** Connections that have not authenticated. */
  get unauthenticated(): number {
    return this.#unauthenticated.size;
  }

  /** Connections between two requests. */
  get idle(): number {
    return this.#idle.size;
  }

  /** Admitted connections, idle ones included. */
  get held(): number {
    return this.#options.connections.size + this.#idle.size;
  }

  accepted(client: Peer): boolean {
    this.#clients += 1;
    this.#unauthenticated.add(client, client.address);
    return true;
  }

  /** A proxy in front said whose connection it is. */
  named(client: Peer, address: string): void {
    this.#unauthenticated.remove(client);
    client.address = address;
    this.#unauthenticated.add(client, address);
  }

  closed(client: Peer): void {
    this.#clients -= 1;
    this.admitted(client);
  }

  /** Closes every client that waits for its next request, and (not `gentle`) for its first byte. */
  drain(gentle = false): void {
    for (const pool of gentle ? [this.#idle] : [this.#unauthenticated, this.#idle]) {
      for (const client of pool.connections()) client.idle?.drain(client);
    }
  }

  /** Twice a second: closes connections above their network's limit. */
  sweep(): void {
    this.#unauthenticated.trim();
  }

  shed(): boolean {
    let spared = 0;
    while (spared < sparedAtOnce && this.#unauthenticated.endOne()) spared += 1;
    return spared > 0 || this.#idle.endOne();
  }

  /** The client is admitted: it counts among `Connections` now. */
  admitted(client: Peer): void {
    this.#unauthenticated.remove(client);
    this.#idle.remove(client);
  }

  /** Its request is done, it may send another: until then it is idle and counts for the account. */
  idleAgain(client: Peer, accountId: string): void {
    if (!client.closed) this.#idle.add(client, accountId);
  }

  /** It was refused, or is closing: it counts for no account now. */
  release(client: Peer): void {
    if (client.closed || this.#unauthenticated.has(client)) return;
    this.#idle.remove(client);
    this.#unauthenticated.add(client, client.address);
  }

  /** What the rules need to admit one more connection of an account. */
  usage(accountId: string): RoomFacts {
    const { connections, limits, accountShare } = this.#options;
    const idle = this.#idle.size === 0 ? 0 : this.#idle.count(accountId);
    return {
      most: limits.all,
      held: this.held,
      idle: this.#idle.size,
      account: { held: connections.ofAccount(accountId) + idle, idle },
      share: accountShare,
    };
  }

  /** Closes the oldest idle connection: of the account, or of the account that has most of them. */
  endIdle(whose: "own" | "any", accountId: string): void {
    if (whose === "own") this.#idle.endOneOf(accountId);
    else this.#idle.endOne();
  }

  /** Few connections are left for admitted clients. */
  get isShort(): boolean {
    return this.held >= this.#options.limits.all * admittedShort;
  }

  /** Few connections are left for clients that have not authenticated. */
  get isCrowded(): boolean {
    return this.unauthenticated >= this.#options.limits.unauthenticated * unauthenticatedShort;
  }

  /** Whether connections are short and the account holds more than an equal share. */
  holdsTooMany(accountId: string): boolean {
    if (!this.isShort) return false;
    const { account, most } = this.usage(accountId);
    return account.held > most / (this.#options.connections.accounts + 1);
  }
}
