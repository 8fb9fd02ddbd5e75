/** Connections through this node's relay: their rows for the trace, and their end with their asker. */
import type { Socket } from "node:net";
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { RelayAsker } from "@turnpike/contract/gateway-states.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";
import { openRecordIntervals } from "@turnpike/rules/trace.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import type { GatewayWorld } from "../lib/world.ts";
import type { RelayAccess } from "./relay-access.ts";

/** The limit per pass, so as not to delay traffic; the rest follow in the next pass. */
const rowsPerPass = 1_000;

export interface Relayed {
  asker: RelayAsker;
  exit: ExitFact;
  client: Socket;
  upstream: Socket;
  target: { host: string; port: number };
}

interface Recorded extends Relayed {
  id: string;
  address: string;
  at: number;
  began: number;
  dueAt: number;
}

export interface RelayRows {
  /** Receives the row of a use that ended. */
  ended: (row: RequestRow) => void;
  /** Receives the row of one that is open, so that the trace has it even after a crash. */
  open: (row: RequestRow) => void;
}
export interface RelayedOptions {
  world: Pick<GatewayWorld, "now" | "id">;
  rows: RelayRows;
}

export class RelayedConnections {
  #options: RelayedOptions;
  #open = new Set<Recorded>();
  #stopRecording: () => void;

  constructor(options: RelayedOptions) {
    this.#options = options;
    this.#stopRecording = everySecond(() => this.#recordOpen());
  }

  /** Adds one; returns what records its end, with whether the target was reached. */
  add(relayed: Relayed): (reached: boolean) => void {
    const { world, rows } = this.#options;
    const began = performance.now();
    const one: Recorded = {
      ...relayed,
      id: world.id(),
      address: canonicalAddress(relayed.client.remoteAddress ?? "") ?? "",
      at: world.now(),
      began,
      dueAt: began + openRecordIntervals.afterMs,
    };
    this.#open.add(one);
    return (reached) => {
      if (this.#open.delete(one)) rows.ended(rowOf(one, reached ? "ok" : "failed"));
    };
  }

  /** Ends connections of nodes whose passwords do not count any more. */
  endInvalid(access: RelayAccess): void {
    for (const { asker, client, upstream } of this.#open) {
      if (access.isValid(asker)) continue;
      client.destroy();
      upstream.destroy();
    }
  }

  stop(): void {
    this.#stopRecording();
  }

  #recordOpen(): void {
    const now = performance.now();
    let rows = 0;
    for (const one of this.#open) {
      if (now < one.dueAt) continue;
      one.dueAt = now + openRecordIntervals.everyMs;
      this.#options.rows.open({ ...rowOf(one, "ok"), open: true });
      rows += 1;
      if (rows === rowsPerPass) return;
    }
  }
}

/** The asking node is the row's account, too: only it knows the customer. */
function rowOf(one: Recorded, outcome: RequestRow["outcome"]): RequestRow {
  const { asker, exit, upstream, target, address, id, at, began } = one;
  const host = target.host.includes(":") ? `[${target.host}]` : target.host;
  return {
    id,
    at,
    accountId: asker.id,
    subAccountId: asker.id,
    product: "relay",
    client: address,
    target: `${host}:${target.port}`,
    address: target.host,
    protocol: "connect",
    exitIp: exit.ip,
    country: exit.country,
    upBytes: upstream.bytesWritten,
    downBytes: upstream.bytesRead,
    ms: Math.round(performance.now() - began),
    outcome,
    reason: "",
    detail: "",
  };
}
