/** A tunnel: relays bytes both ways within their quotas. Ends when it is cut, idle or stalled. */
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import type { UsageRecorder } from "../meter/usage-recorder.ts";
import type { Connection, ConnectionHandler } from "../authorise/connections.ts";
import type { Relay, Engine, Peer } from "../engine/engine.ts";
import { IdleTracker, type IdleTimeouts } from "./idle-timeouts.ts";

/** Buffers are freed after this long without traffic. */
const restAfterMs = 2_000;

export interface TunnelOptions {
  engine: Engine;
  client: Peer;
  target: Peer;
  recorder: UsageRecorder;
  connection: Connection;
  idleTimeouts: IdleTimeouts;
  /** Bytes that arrived earlier, in memory of their own. */
  early: { fromClient: Uint8Array; fromTarget: Uint8Array };
  /** Called once, when both sides are closed and everything is counted. */
  ended: (error: Error | null) => void;
}

/** Starts relaying, beginning with the early bytes. */
export function openTunnel(options: TunnelOptions): void {
  const { engine, client, target, recorder, connection, idleTimeouts, early, ended } = options;
  const up = recorder.quota("up");
  const down = recorder.quota("down");
  const relay = engine.relay({ client, target, up, down, early, ended });
  connection.handler = new Tunnel(relay, connection, idleTimeouts);
  if (connection.closedBecause) relay.stop();
}

class Tunnel implements ConnectionHandler {
  #relay: Relay;
  #connection: Connection;
  #idle: IdleTracker;

  constructor(relay: Relay, connection: Connection, limits: IdleTimeouts) {
    this.#relay = relay;
    this.#connection = connection;
    this.#idle = new IdleTracker(limits);
  }

  /** After a timeout the kernel's queues are discarded too; otherwise peers still get them. */
  cut(why: RefusedReason): void {
    this.#relay.stop(why === "timedOut");
  }

  sweep(now: number, short: boolean): void {
    const relay = this.#relay;
    relay.sample();
    const why = this.#idle.judge(now, relay, short);
    if (why) this.#connection.cut("timedOut");
    else if (this.#idle.quietMs(now) > restAfterMs) relay.rest();
  }
}
