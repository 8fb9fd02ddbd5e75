/** A tunnel: bytes both ways between two peers, paid for, ended when cut or when nothing moves. */
import type { Account } from "./account.ts";
import type { Connection } from "./connections.ts";
import type { Carriage, Engine, Peer } from "./engine/engine.ts";
import { Patience, type PatienceLimits } from "./patience.ts";

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
  ended(error: Error | null): void;
}

/** Carries from now on, first what came early. */
export function openTunnel(options: TunnelOptions): void {
  const { engine, client, target, account, connection, limits, early, ended } = options;
  const carriage = engine.carry({
    client,
    target,
    up: account.toll("up"),
    down: account.toll("down"),
    early,
    ended,
  });
  const patience = new Patience(limits);
  connection.onCut = () => carriage.stop();
  connection.onSweep = (now) => sweep(carriage, connection, patience, now);
  if (connection.cutBy) carriage.stop();
}

function sweep(carriage: Carriage, connection: Connection, patience: Patience, now: number): void {
  carriage.sample();
  const { moved, stuck, halfClosed } = carriage;
  const why = patience.judge(now, {
    moved,
    halfClosed,
    // Only who has been quiet for a while is asked what the kernel still holds for it.
    waiting: () => (stuck ? 1 : (carriage.queued() ?? 0)),
  });
  if (why) connection.cut("timedOut");
  else if (patience.quietMs(now) > restAfterMs) carriage.rest();
}
