/**
 * A tunnel: bytes both ways between two sockets, each direction ending on its own.
 *
 *     client ─ up ──▶ Carrier ─▶ target        FIN is passed on as FIN, a reset as a reset
 *     client ◀─ Carrier ◀── down ─ target
 */
import type { RefusedReason } from "@turnpike/rules/admission.ts";
import { type Account, Carrier } from "./carrier.ts";
import type { Connection } from "./connections.ts";
import type { Inlet } from "./inlet.ts";
import { Patience, type PatienceLimits } from "./patience.ts";

/** An idle socket's buffer goes back after so long. */
const shrinkAfterMs = 2_000;

export interface TunnelOptions {
  client: Inlet;
  target: Inlet;
  account: Account;
  connection: Connection;
  limits: PatienceLimits;
  /** Called once, when both sockets are closed and everything is counted. */
  ended(why: RefusedReason | null): void;
}

export class Tunnel {
  #options: TunnelOptions;
  #up: Carrier;
  #down: Carrier;
  #patience: Patience;
  #open = 2;

  constructor(options: TunnelOptions) {
    const { client, target, account, connection, limits } = options;
    this.#options = options;
    this.#up = new Carrier(target.socket, account, "up");
    this.#down = new Carrier(client.socket, account, "down");
    this.#patience = new Patience(limits);
    connection.onCut = () => this.stop();
    connection.onSweep = (now) => this.#sweep(now);
  }

  /** Carries from now on, first what came early; `early` chunks are nobody else's memory. */
  start(early: { fromClient: Uint8Array; fromTarget: Uint8Array }): void {
    const { client, target } = this.#options;
    join({ from: client, carrier: this.#up, early: early.fromClient });
    join({ from: target, carrier: this.#down, early: early.fromTarget });
    client.onClose = (error) => this.#closed(error, target);
    target.onClose = (error) => this.#closed(error, client);
    if (client.closed || target.closed || this.#options.connection.cutBy) this.stop();
    if (client.closed) this.#closed(null, target);
    if (target.closed) this.#closed(null, client);
  }

  /** Ends it at once. */
  stop(): void {
    this.#up.stop();
    this.#down.stop();
    this.#options.client.socket.destroy();
    this.#options.target.socket.destroy();
  }

  #closed(error: Error | null, other: Inlet): void {
    this.#open -= 1;
    if (this.#open === 0) {
      this.#up.stop();
      this.#down.stop();
      this.#options.ended(this.#options.connection.cutBy);
      return;
    }
    if (error && !other.closed) {
      this.#up.stop();
      this.#down.stop();
      other.socket.resetAndDestroy();
    }
  }

  #sweep(now: number): void {
    const { client, target, connection } = this.#options;
    this.#up.sample();
    this.#down.sample();
    const moved = client.received + target.received + this.#up.handed + this.#down.handed;
    const stuck = this.#up.busy || this.#down.busy;
    const halfClosed = client.ended || target.ended;
    const why = this.#patience.judge(now, { moved, stuck, halfClosed });
    if (why) connection.cut("timedOut");
    else if (this.#patience.quietMs(now) > shrinkAfterMs) {
      client.shrink();
      target.shrink();
    }
  }
}

/** Leads what comes in at one side into the carrier towards the other. */
function join({
  from,
  carrier,
  early,
}: {
  from: Inlet;
  carrier: Carrier;
  early: Uint8Array;
}): void {
  from.receive = (chunk) => carrier.push(chunk);
  from.onEnd = () => carrier.end();
  carrier.onFree = () => from.resume();
  const free = carrier.push(early);
  if (from.ended) carrier.end();
  else if (free) from.resume();
}
