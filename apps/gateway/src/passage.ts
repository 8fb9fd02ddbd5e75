/** From an admitted caller and a target to an open way, or to the reason why there is none. */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { type Admitted, type Credentials, admitCaller, type Door } from "./admit.ts";
import { Account } from "./carrier.ts";
import { Connection, type Connections } from "./connections.ts";
import type { Exits } from "./exits/choose.ts";
import { dial, type Way } from "./exits/dial.ts";
import type { LocalPorts } from "./exits/ports.ts";
import type { Log } from "./log.ts";
import type { Meter } from "./meter.ts";
import type { PatienceLimits } from "./patience.ts";
import type { Purses } from "./purses.ts";
import type { Resolver } from "./resolve.ts";

/** All that a connection needs of its gateway. */
export interface Gateway {
  door: Door;
  connections: Connections;
  exits: Exits;
  ports: LocalPorts;
  purses: Purses;
  meter: Meter;
  resolver: Resolver;
  patience: PatienceLimits;
  /** Time for a head or a handshake, and between two requests of one connection. */
  headTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** Time until an origin's answer begins. */
  answerTimeoutMs: number;
  log: Log;
  /** A fresh request id, for `X-Request-Id` and the log. */
  id: () => string;
}

/** An admitted tunnel or request: counted as open until `close`. */
export class Passage {
  readonly connection: Connection;
  readonly admitted: Admitted;
  #id: string | null = null;
  #gateway: Gateway;
  #closed = false;

  constructor(gateway: Gateway, admitted: Admitted) {
    this.#gateway = gateway;
    this.admitted = admitted;
    this.connection = new Connection(admitted.grant);
    gateway.connections.add(this.connection);
    this.#purse().users += 1;
  }

  /** For `X-Request-Id` and the log; made when it is first asked for. */
  get id(): string {
    this.#id ??= this.#gateway.id();
    return this.#id;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#purse().users -= 1;
    this.#gateway.connections.remove(this.connection);
  }

  /** Asks for bytes to carry, resolves, chooses an exit and dials; a dead exit is tried once. */
  async open(target: Target, spare: Way | null = null): Promise<Way | Refused> {
    const { resolver, exits, ports } = this.#gateway;
    const { grant, request } = this.admitted;
    const funds = await this.#purse().ready();
    if (funds === "hubAway") return { reason: "notReady", detail: "" };
    if (funds !== "ready") return { reason: funds, detail: "" };
    const addresses = await resolver.resolve(target);
    if (!Array.isArray(addresses)) return addresses;
    let refused: Refused = { reason: "exitUnreachable", detail: "" };
    for (let tries = 0; tries < mostExits && this.connection.cutBy === null; tries += 1) {
      const exit = await exits.pick(grant.subAccountId, request);
      if ("reason" in exit) return exit;
      if (spare?.exit.id === exit.id && !spare.inlet.closed) return spare;
      const dialled = await dial(ports, { exit, target, addresses });
      if ("way" in dialled) return this.#checked(dialled.way, target);
      refused = dialled.refused;
      if (!dialled.exitDied) return refused;
      exits.died(exit.id);
      this.#gateway.log.warn({ exit: exit.id, detail: refused.detail }, "an exit does not carry");
    }
    const { cutBy } = this.connection;
    return cutBy ? { reason: cutBy, detail: "" } : refused;
  }

  /** What its bytes are booked under, once the way is known. */
  account(target: Target, way: Way): Account {
    const { grant } = this.admitted;
    const account = new Account(this.#purse(), this.#gateway.meter, {
      accountId: grant.accountId,
      subAccountId: grant.subAccountId,
      product: "traffic",
      domain: target.host,
      country: way.exit.country,
      city: way.exit.city,
    });
    account.countRequest();
    return account;
  }

  #purse() {
    return this.#gateway.purses.of(this.admitted.grant.subAccountId);
  }

  /** The socket must have reached what was judged (design §3). */
  #checked(way: Way, target: Target): Way | Refused {
    const { socket } = way.inlet;
    if (way.exit.how !== "local") return way;
    if (this.#gateway.resolver.mayStay(target, way.address, socket.remoteAddress)) return way;
    socket.destroy();
    return { reason: "targetNotAllowed", detail: "the connection went elsewhere" };
  }
}
const mostExits = 3;

/** Judges the caller and, when admitted, counts it as open from now on. */
export function enter(
  gateway: Gateway,
  address: string,
  credentials: Credentials | null,
): Passage | Refused {
  const admitted = admitCaller(gateway.door, address, credentials);
  return "reason" in admitted ? admitted : new Passage(gateway, admitted);
}
