/** This worker's listeners of static IPs: opens and probes them and reports to the hub. */
import type { ListenerHealth } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Upstreams } from "../dial/upstreams.ts";
import type { Engine, Peer, ConnectionLimiter } from "../engine/engine.ts";
import { listenAtAll } from "../engine/listen-at-all.ts";
import type { Log } from "../lib/log.ts";
import { waitFor } from "../lib/wait-for.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { ProbePace } from "../probe/exit-health.ts";
import { ExitProbes } from "../probe/exit-probes.ts";
import { checkWithoutTarget, checkByTarget } from "../probe/probe-exit.ts";
import type { ProbeTarget } from "../probe/probe-target.ts";
import { StateReports } from "../report/state-reports.ts";
import type { Descriptors } from "./descriptors.ts";
import { ProblemLog } from "./problem-log.ts";
import type { StaticAddresses } from "../link/static-addresses.ts";
import type { StaticListener } from "./static-listener.ts";
import { StaticListeners } from "./static-listeners.ts";

/** Changes are batched and applied at most once per this interval. */
const refreshMs = 100;
/** Changes are batched for at most this long before they are reported. */
const batchMs = 300;

export interface StaticListenerServiceOptions {
  gateway: string;
  epoch: string;
  worker: number;
  workers: number;
  link: GatewayLink;
  log: Log;
  snapshot: Snapshot;
  engine: Engine;
  /** The gateway's own hosts, where shared ports are. */
  host: string;
  hosts?: readonly string[];
  upstreams: Upstreams;
  addresses: StaticAddresses;
  ports: readonly number[];
  /** The target to dial through each exit; null if an open listener or upstream is enough. */
  target: ProbeTarget | null;
  pace: ProbePace;
  /** Retry interval for ports that could not be opened. */
  retryMs?: number | undefined;
  /** The number of descriptors that the process may open. */
  files: number;
  descriptors: Descriptors;
  limiter: ConnectionLimiter;
  /** Called when a client connects to an exit's address. */
  onClient: (client: Peer, exitId: string) => void;
}

export class StaticListenerService {
  #options: StaticListenerServiceOptions;
  #listeners: StaticListeners;
  #probes: ExitProbes;
  #reports: StateReports<ListenerHealth>;
  #refresh: NodeJS.Timeout | undefined;
  /** The snapshot's change counter at the last refresh. */
  #refreshedAt = -1;
  #stopped = false;

  /** Starts at once; the listeners are opened in the background. */
  constructor(options: StaticListenerServiceOptions) {
    const { snapshot, log, link, gateway, epoch, descriptors } = options;
    this.#options = options;
    const isSold = (exitId: string) => snapshot.staticByExit(exitId) !== null;
    this.#listeners = new StaticListeners({
      ...options,
      exits: () => snapshot.staticExits(),
      isSold,
      roomFor: (ports) => descriptors.staticListenersFor(ports),
      listen: (listener, port) => this.#listen(listener, port),
      changed: (exitId) => this.#reports.changed(exitId),
      exitChanged: (listener) => this.#probes.forget(listener),
      problems: new ProblemLog(log),
    });
    const { byExit } = this.#listeners;
    this.#reports = new StateReports<ListenerHealth>({
      link,
      log,
      what: "listener",
      idOf: ({ exitId }) => exitId,
      batchMs,
      ids: () => byExit.keys(),
      read: (exitId) => byExit.get(exitId)?.report() ?? null,
      send: (doors, timeoutMs) => link.ask("doors", { gateway, epoch, doors }, timeoutMs),
    });
    this.#probes = this.#probe(byExit, isSold);
    descriptors.onStaticLimit = () => this.#listeners.refresh();
    this.#refreshNow();
  }

  /** Call after the resources changed. Most changes do not affect static exits: skips those. */
  changed(): void {
    if (this.#stopped || this.#options.snapshot.staticChanges === this.#refreshedAt) return;
    this.#refresh ??= setTimeout(() => this.#refreshNow(), refreshMs);
  }

  /** Call when a customer's connection failed at this exit. */
  suspect(exitId: string): void {
    this.#probes.suspect(exitId);
  }

  counts(): { staticListenersOpen: number; exitsUnreachable: number } {
    let exitsUnreachable = 0;
    for (const listener of this.#listeners.byExit.values()) {
      if (listener.report()?.reachable === false) exitsUnreachable += 1;
    }
    return { staticListenersOpen: this.#listeners.openPorts, exitsUnreachable };
  }

  /** Waits until the hub knows the state of each listener, or for the timeout. */
  reported(timeoutMs: number): Promise<void> {
    return waitFor(() => this.#stopped || this.#reports.allReported, timeoutMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#refresh);
    this.#probes.stop();
    this.#reports.stop();
    this.#listeners.stop();
  }

  #probe(
    exits: ReadonlyMap<string, StaticListener>,
    isSold: (exitId: string) => boolean,
  ): ExitProbes {
    const { engine, upstreams, pace, target, log } = this.#options;
    const by = { engine, upstreams, timeoutMs: pace.timeoutMs };
    return new ExitProbes({
      pace,
      exits,
      isSold,
      log,
      check: target ? checkByTarget(target, by) : checkWithoutTarget(by),
      target,
      changed: (exitId) => this.#reports.changed(exitId),
    });
  }

  #refreshNow(): void {
    const { snapshot, addresses } = this.#options;
    this.#refresh = undefined;
    this.#refreshedAt = snapshot.staticChanges;
    addresses.setExits(snapshot.staticExits().values());
    this.#listeners.refresh();
  }

  #listen({ address, exit }: StaticListener, port: number) {
    const { engine, host, hosts = [host], limiter, onClient } = this.#options;
    const shared = exit.sharedPort !== undefined;
    const at = { port, limiter, exclusive: true } as const;
    return listenAtAll(engine, shared ? hosts : [address], at, (client) =>
      onClient(client, exit.id),
    );
  }
}
