/** The listening ports of their own at this worker, of whatever kind: opened, told of. */
import type { PortFact } from "@turnpike/contract/port-facts.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Descriptors } from "./descriptors.ts";
import type { Engine, Peer, Room } from "../engine/engine.ts";
import type { Log } from "../lib/log.ts";
import { buffersOf } from "../meter/rate-limiter.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { StateReports } from "../report/state-reports.ts";
import { TroubleLines } from "./problem-log.ts";
import { until } from "../lib/wait-for.ts";
import { Ports } from "./port-listeners.ts";

/** Changes that come together are told together, at most so much later: buyers wait for it. */
const batchMs = 20;

export interface PortKeeperOptions {
  gateway: string;
  epoch: string;
  worker: number;
  workers: number;
  link: GatewayLink;
  log: Log;
  snapshot: Snapshot;
  engine: Engine;
  host: string;
  /** What could not be opened is tried again so often. */
  retryMs?: number | undefined;
  descriptors: Descriptors;
  room: Room;
  /** A client came in at a port. */
  came: (client: Peer, portId: string) => void;
}

export class PortKeeper {
  #options: PortKeeperOptions;
  #ports: Ports;
  #reports: StateReports<PortState>;
  /** The snapshot's count of changes when it was looked at. */
  #lookedAt = -1;
  #stopped = false;

  /** Begins at once, and opens the ports beside all else. */
  constructor(options: PortKeeperOptions) {
    const { snapshot, descriptors, link, log, gateway, epoch } = options;
    this.#options = options;
    this.#ports = new Ports({
      ...options,
      facts: () => snapshot.ports(),
      roomFor: (wanted) => descriptors.forPorts(wanted),
      listen: (fact) => this.#listen(fact),
      changed: (portId) => this.#reports.changed(portId),
      troubles: new TroubleLines(log),
    });
    const ports = this.#ports.byId;
    this.#reports = new StateReports<PortState>({
      link,
      log,
      what: "ports",
      batchMs,
      ids: () => ports.keys(),
      read: (portId) => ports.get(portId)?.report() ?? null,
      tell: (told, timeoutMs) => link.ask("ports", { gateway, epoch, ports: told }, timeoutMs),
    });
    descriptors.onPorts = () => this.#ports.refresh();
    this.changed();
  }

  /** The facts changed. */
  changed(): void {
    const { portChanges } = this.#options.snapshot;
    if (this.#stopped || portChanges === this.#lookedAt) return;
    this.#lookedAt = portChanges;
    this.#ports.refresh();
  }

  get open(): number {
    return this.#ports.open;
  }

  /** Waits until the hub knows of every port, at most so long. */
  told(timeoutMs: number): Promise<void> {
    return until(() => this.#stopped || this.#reports.allTold, timeoutMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#reports.stop();
    this.#ports.stop();
  }

  #listen(fact: PortFact) {
    const { engine, host, room, came } = this.#options;
    const { id, port } = fact;
    // What comes faster than a plan's port may be stays with its sender.
    const buffers = fact.kind === "unlimitedPort" ? buffersOf(fact.mbps) : undefined;
    const at = { host, port, room, buffers, exclusive: true } as const;
    return engine.listen(at, (client) => came(client, id));
  }
}
