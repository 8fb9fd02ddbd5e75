/** From an admitted caller and a target to an open way, or to the reason why there is none. */
import type { Refused } from "@turnpike/rules/admission.ts";
import type { Target } from "@turnpike/rules/destination.ts";
import { Account } from "./account.ts";
import { type Admitted, admitCaller, type Door } from "./admit.ts";
import { Connection, type Connections } from "./connections.ts";
import type { Credentials } from "./credentials.ts";
import type { Engine } from "./engine/engine.ts";
import type { Exits } from "./exits/choose.ts";
import { dial, type Way } from "./exits/dial.ts";
import type { Log } from "./log.ts";
import type { Meter } from "./meter.ts";
import type { PatienceLimits } from "./patience.ts";
import type { Purses } from "./purses.ts";
import type { Resolver } from "./resolve.ts";
import { soon } from "./soon.ts";

/** All that a connection needs of its gateway. */
export interface Gateway {
  engine: Engine;
  door: Door;
  connections: Connections;
  exits: Exits;
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

  /**
   * Asks for bytes to carry, resolves, chooses an exit and dials; a dead exit is tried once. `done`
   * hears once, now or later, of the way or why there is none.
   */
  open(target: Target, spare: Way | null, done: (opened: Way | Refused) => void): void {
    const { resolver, log } = this.#gateway;
    const failed = (error: unknown) => {
      log.error({ error: String(error) }, "a way could not be opened");
      done({ reason: "ourFault", detail: "" });
    };
    const funded = (addresses: string[] | Refused) => {
      if (!Array.isArray(addresses)) return done(addresses);
      this.#dial({ target, addresses, spare, done, failed }, mostExits, noExit);
    };
    soon(
      this.#purse().ready(),
      (funds) => {
        if (funds === "ready") return soon(resolver.resolve(target), funded, failed);
        done({ reason: funds === "hubAway" ? "notReady" : funds, detail: "" });
      },
      failed,
    );
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

  #dial(asked: Asked, tries: number, refused: Refused): void {
    const { exits, engine, log } = this.#gateway;
    const { cutBy } = this.connection;
    if (cutBy) return asked.done({ reason: cutBy, detail: "" });
    if (tries === 0) return asked.done(refused);
    const { grant, request } = this.admitted;
    soon(
      exits.pick(grant.subAccountId, request),
      (exit) => {
        if ("reason" in exit) return asked.done(exit);
        if (asked.spare?.exit.id === exit.id && !asked.spare.peer.closed) {
          return asked.done(asked.spare);
        }
        dial(engine, { exit, target: asked.target, addresses: asked.addresses }, (dialled) => {
          if ("way" in dialled) return asked.done(this.#checked(dialled.way, asked.target));
          if (!dialled.exitDied) return asked.done(dialled.refused);
          exits.died(exit.id);
          log.warn({ exit: exit.id, detail: dialled.refused.detail }, "an exit does not carry");
          this.#dial(asked, tries - 1, dialled.refused);
        });
      },
      asked.failed,
    );
  }

  #purse() {
    return this.#gateway.purses.of(this.admitted.grant.subAccountId);
  }

  /** The socket must have reached what was judged (design §3). */
  #checked(way: Way, target: Target): Way | Refused {
    if (way.exit.how !== "local") return way;
    if (this.#gateway.resolver.mayStay(target, way.address, way.peer.address)) return way;
    way.peer.destroy();
    return { reason: "targetNotAllowed", detail: "the connection went elsewhere" };
  }
}

interface Asked {
  target: Target;
  addresses: string[];
  spare: Way | null;
  done: (opened: Way | Refused) => void;
  failed: (error: unknown) => void;
}
const mostExits = 3;
const noExit: Refused = { reason: "exitUnreachable", detail: "" };

/** Judges the caller and, when admitted, counts it as open from now on. */
export function enter(
  gateway: Gateway,
  address: string,
  credentials: Credentials | null,
): Passage | Refused {
  const admitted = admitCaller(gateway.door, address, credentials);
  return "reason" in admitted ? admitted : new Passage(gateway, admitted);
}
