/** The doors of static IPs at this worker: opened, looked after, told of. */
import type { ExitDoor } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Descriptors } from "./descriptors.ts";
import type { Engine, Peer, Room } from "../engine/engine.ts";
import type { Upstreams } from "../dial/upstreams.ts";
import type { Log } from "../lib/log.ts";
import type { Snapshot } from "../link/snapshot.ts";
import { StateReports } from "../report/state-reports.ts";
import { until } from "../lib/wait-for.ts";
import type { DoorAddresses } from "./static-addresses.ts";
import type { Door } from "./static-listener.ts";
import { Doors } from "./static-listeners.ts";
import type { ProbePace } from "../probe/exit-health.ts";
import type { ProbeTarget } from "../probe/probe-target.ts";
import { Probes } from "../probe/exit-probes.ts";
import { throughNothing, throughTo } from "../probe/probe-exit.ts";
import { Troubles } from "./static-problems.ts";

/** News that come together are looked at together, and not more often than this. */
const refreshMs = 100;
/** Changes that come together are told together, at most so much later. */
const batchMs = 300;

export interface KeeperOptions {
  gateway: string;
  epoch: string;
  worker: number;
  workers: number;
  link: GatewayLink;
  log: Log;
  snapshot: Snapshot;
  engine: Engine;
  upstreams: Upstreams;
  addresses: DoorAddresses;
  ports: readonly number[];
  /** What to dial through each exit; null where an open door, or an upstream's, is enough. */
  target: ProbeTarget | null;
  pace: ProbePace;
  /** What could not be opened is tried again so often. */
  retryMs?: number | undefined;
  /** Descriptors that the process may open. */
  files: number;
  descriptors: Descriptors;
  room: Room;
  /** A client came in at an exit's door. */
  came: (client: Peer, exitId: string) => void;
}

export class DoorKeeper {
  #options: KeeperOptions;
  #doors: Doors;
  #probes: Probes;
  #reports: StateReports<ExitDoor>;
  #refresh: NodeJS.Timeout | undefined;
  /** The snapshot's count of changes when it was looked at. */
  #lookedAt = -1;
  #stopped = false;

  /** Begins at once, and opens the doors beside all else. */
  constructor(options: KeeperOptions) {
    const { snapshot, engine, upstreams, log, link, gateway, epoch, descriptors } = options;
    this.#options = options;
    const { pace, target } = options;
    const isSold = (exitId: string) => snapshot.staticByExit(exitId) !== null;
    this.#doors = new Doors({
      ...options,
      exits: () => snapshot.staticExits(),
      isSold,
      roomFor: (listeners) => descriptors.forDoors(listeners),
      listen: (door, port) => this.#listen(door, port),
      changed: ({ exit }) => this.#reports.changed(exit.id),
      moved: (door) => this.#probes.forget(door),
      troubles: new Troubles(log, options.files),
    });
    const doors = this.#doors.byExit;
    this.#reports = new StateReports<ExitDoor>({
      link,
      log,
      what: "doors",
      batchMs,
      ids: () => doors.keys(),
      read: (exitId) => doors.get(exitId)?.report() ?? null,
      tell: (told, timeoutMs) => link.ask("doors", { gateway, epoch, doors: told }, timeoutMs),
    });
    const by = { engine, upstreams, timeoutMs: pace.timeoutMs };
    this.#probes = new Probes({
      pace,
      doors,
      isSold,
      log,
      through: target ? throughTo(target, by) : throughNothing(by),
      target,
      changed: (exitId) => this.#reports.changed(exitId),
    });
    descriptors.onDoors = () => this.#doors.refresh();
    this.#look();
  }

  /** The facts changed; most of them are nothing to doors, and walking over all of those is dear. */
  changed(): void {
    if (this.#stopped || this.#options.snapshot.staticChanges === this.#lookedAt) return;
    this.#refresh ??= setTimeout(() => this.#look(), refreshMs);
  }

  /** A customer's connection found this exit dead. */
  suspect(exitId: string): void {
    this.#probes.suspect(exitId);
  }

  counts(): { doorsOpen: number; exitsUnreachable: number } {
    let exitsUnreachable = 0;
    for (const door of this.#doors.byExit.values()) {
      if (door.report()?.reachable === false) exitsUnreachable += 1;
    }
    return { doorsOpen: this.#doors.listeners, exitsUnreachable };
  }

  /** Waits until the hub knows of every door, at most so long. */
  told(timeoutMs: number): Promise<void> {
    return until(() => this.#stopped || this.#reports.allTold, timeoutMs);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#refresh);
    this.#probes.stop();
    this.#reports.stop();
    this.#doors.stop();
  }

  #look(): void {
    this.#refresh = undefined;
    this.#lookedAt = this.#options.snapshot.staticChanges;
    this.#options.addresses.note(this.#options.snapshot.staticExits().values());
    this.#doors.refresh();
  }

  #listen({ address: host, exit }: Door, port: number) {
    const { engine, room, came } = this.#options;
    const at = { host, port, room, exclusive: true } as const;
    return engine.listen(at, (client) => came(client, exit.id));
  }
}
