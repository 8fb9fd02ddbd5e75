/** A tunnel: bytes both ways between two peers, paid for, ended when cut or when nothing moves. */
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import type { Account } from "../meter/usage-recorder.ts";
import type { Connection, ConnectionHandler } from "../session/connections.ts";
import type { Carriage, Engine, Peer } from "../engine/engine.ts";
import { Patience, type PatienceLimits } from "./idle-timeouts.ts";

/** After so long without a byte, what can be had again is given back. */
const restAfterMs = 2_000;

export interface TunnelOptions {
  engine: Engine;
  client: Peer;
  target: Peer;
  account: Account;
  connection: Connection;
  limits: PatienceLimits;
  /** What came before, in memory of nobody else. */
  early: { fromClient: Uint8Array; fromTarget: Uint8Array };
  /** Called once, when both sides are closed and everything is counted. */
  ended: (error: Error | null) => void;
}

/** Carries from now on, first what came early. */
export function openTunnel(options: TunnelOptions): void {
  const { engine, client, target, account, connection, limits, early, ended } = options;
  const up = account.toll("up");
  const down = account.toll("down");
  const carriage = engine.carry({ client, target, up, down, early, ended });
  connection.handler = new Tunnel(carriage, connection, limits);
  if (connection.cutBy) carriage.stop();
}

class Tunnel implements ConnectionHandler {
  #carriage: Carriage;
  #connection: Connection;
  #patience: Patience;

  constructor(carriage: Carriage, connection: Connection, limits: PatienceLimits) {
    this.#carriage = carriage;
    this.#connection = connection;
    this.#patience = new Patience(limits);
  }

  /** Who was too slow leaves nothing behind in the kernel; others get what was sent to them. */
  cut(why: RefusedReason): void {
    this.#carriage.stop(why === "timedOut");
  }

  sweep(now: number, short: boolean): void {
    const carriage = this.#carriage;
    carriage.sample();
    const { moved, halfClosed, stuck } = carriage;
    const queued = () => carriage.queued();
    const why = this.#patience.judge(now, { moved, halfClosed, stuck, queued, short });
    if (why) this.#connection.cut("timedOut");
    else if (this.#patience.quietMs(now) > restAfterMs) carriage.rest();
  }
}
