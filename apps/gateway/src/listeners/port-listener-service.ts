/** This worker's listening ports of customers, of every kind: opens them and reports to the hub. */
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { PortFact } from "@turnpike/contract/port-facts.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Engine, Peer, ConnectionLimiter } from "../engine/engine.ts";
import { listenAtAll } from "../engine/listen-at-all.ts";
import type { Log } from "../lib/log.ts";
import { waitFor } from "../lib/wait-for.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { buffersOf } from "../meter/rate-limiter.ts";
import { StateReports } from "../report/state-reports.ts";
import type { Descriptors } from "./descriptors.ts";
import { PortListeners } from "./port-listeners.ts";
import { ProblemLog } from "./problem-log.ts";

/** Changes are batched for at most this long before they are reported, as buyers wait for it. */
const batchMs = 20;

export interface PortListenerServiceOptions {
  gateway: string;
  epoch: string;
  worker: number;
  workers: number;
  link: GatewayLink;
  log: Log;
  snapshot: Snapshot;
  engine: Engine;
  host: string;
  /** The hosts to listen on if there are several; defaults to `host`. */
  hosts?: readonly string[];
  /** Retry interval for ports that could not be opened. */
  retryMs?: number | undefined;
  descriptors: Descriptors;
  limiter: ConnectionLimiter;
  /** Called when a client connects to a port. */
  onClient: (client: Peer, portId: string) => void;
}

export class PortListenerService {
  #options: PortListenerServiceOptions;
  #listeners: PortListeners;
  #reports: StateReports<PortState>;
  /** The snapshot's change counter at the last refresh. */
  #refreshedAt = -1;
  #stopped = false;

  /** Starts at once; the ports are opened in the background. */
  constructor(options: PortListenerServiceOptions) {
    const { snapshot, descriptors, link, log, gateway, epoch } = options;
    this.#options = options;
    this.#listeners = new PortListeners({
      ...options,
      resources: () => snapshot.ports(),
      roomFor: (wanted) => descriptors.portsFor(wanted),
      listen: (resource) => this.#listen(resource),
      changed: (portId) => this.#reports.changed(portId),
      problems: new ProblemLog(log),
    });
    const { byId } = this.#listeners;
    this.#reports = new StateReports<PortState>({
      link,
      log,
      what: "port",
      idOf: ({ portId }) => portId,
      batchMs,
      ids: () => byId.keys(),
      read: (portId) => byId.get(portId)?.report() ?? null,
      send: (ports, timeoutMs) => link.ask("ports", { gateway, epoch, ports }, timeoutMs),
    });
    descriptors.onPortLimit = () => this.#listeners.refresh();
    this.changed();
  }

  /** Call after the resources changed. */
  changed(): void {
    const { portChanges } = this.#options.snapshot;
    if (this.#stopped || portChanges === this.#refreshedAt) return;
    this.#refreshedAt = portChanges;
    this.#listeners.refresh();
  }

  get openPorts(): number {
    return this.#listeners.openPorts;
  }

  /** Waits until the hub knows the state of each port, or for the timeout. */
  reported(timeoutMs: number): Promise<void> {
    return waitFor(() => this.#stopped || this.#reports.allReported, timeoutMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#reports.stop();
    this.#listeners.stop();
  }

  #listen(resource: PortFact) {
    const { engine, host, hosts = [host], limiter, onClient } = this.#options;
    const { id, port } = resource;
    // Small buffers, so that bytes above the plan's rate stay with their sender.
    const buffers = resource.kind === "unlimitedPort" ? buffersOf(resource.mbps) : undefined;
    const at = { port, limiter, buffers, exclusive: true } as const;
    return listenAtAll(engine, hosts, at, (client) => onClient(client, id));
  }
}
