/** This worker's listening ports of customers, kept in sync with the hub's resources. */
import type { PortFact, PortKind } from "@turnpike/contract/port-facts.ts";
import type { Listening } from "../engine/engine.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import type { WantedPorts } from "./descriptors.ts";
import { ListenerSet } from "./listener-set.ts";
import { noFiles, PortListener } from "./port-listener.ts";
import type { Problem, ProblemLog } from "./problem-log.ts";

const retryMs = 3_000;

export interface PortListenersOptions {
  worker: number;
  workers: number;
  resources: () => ReadonlyMap<string, PortFact>;
  /** Returns how many of the wanted ports there are descriptors for. */
  roomFor: (wanted: WantedPorts) => number;
  listen: (resource: PortFact) => Promise<Listening>;
  /** Called when a port was opened, failed to open, or was closed. */
  changed: (portId: string) => void;
  problems: ProblemLog;
  /** Retry interval for ports that could not be opened. */
  retryMs?: number | undefined;
}

export class PortListeners {
  #options: PortListenersOptions;
  #set: ListenerSet<PortListener>;
  /** All resources at the last refresh, in their original order. */
  #seen: PortFact[] = [];

  constructor(options: PortListenersOptions) {
    const { listen, changed, problems } = options;
    this.#options = options;
    this.#set = new ListenerSet<PortListener>({
      retryMs: options.retryMs ?? retryMs,
      listen: ({ resource }) => listen(resource),
      changed: (portId) => changed(portId),
      isPaid: (_, { resource }) => isPaid(resource),
      problemsOf: portProblems,
      problems,
    });
  }

  get byId(): ReadonlyMap<string, PortListener> {
    return this.#set.byId;
  }

  get openPorts(): number {
    return this.#set.openPorts;
  }

  /** Call after the resources changed. */
  refresh(): void {
    if (this.#set.stopped) return;
    const { resources, roomFor } = this.#options;
    const { byId } = this.#set;
    const known = resources();
    // Closes obsolete ports first, since two ports may have swapped their numbers.
    for (const [id, listener] of byId) {
      const resource = known.get(id);
      if (resource?.port !== listener.resource.port) this.#set.close(id, listener);
      else if (resource !== listener.resource) listener.changed(resource);
    }
    for (const resource of this.#unseen(known)) {
      if (byId.has(resource.id) || !ownsShard(resource.id, this.#options)) continue;
      byId.set(resource.id, new PortListener(resource));
    }
    const { paidPorts: paid } = this.#set;
    this.#set.openAtMost(roomFor({ paid, whitelisted: byId.size - paid }));
  }

  stop(): void {
    this.#set.stop();
  }

  /**
   * The resources that are new or changed since the last refresh. Hashing each id would be too slow
   * for thousands; since a Map keeps its order, both lists are compared step by step.
   */
  #unseen(known: ReadonlyMap<string, PortFact>): PortFact[] {
    const before = this.#seen;
    const isOver = (old: PortFact | undefined) => old && known.get(old.id) !== old;
    let at = 0;
    this.#seen = [...known.values()];
    return this.#seen.filter((resource) => {
      while (before[at] !== resource && isOver(before[at])) at += 1;
      if (before[at] !== resource) return true;
      at += 1;
      return false;
    });
  }
}

/** Whitelisted ports are free of charge and therefore yield to paid ones. */
const isPaid = ({ kind }: PortFact) => kind !== "whitePort";

function portProblems(listeners: Iterable<PortListener>): Map<string, Problem> {
  const found = new Map<string, Problem>();
  for (const { error: code, resource } of listeners) {
    if (code === null) continue;
    const kind = `${resource.kind} ${code}`;
    found.set(kind, problemOf(code, resource, found.get(kind)));
  }
  return found;
}

const owners: Record<PortKind, string> = {
  unlimitedPort: "of unlimited plans",
  openedIp: "of opened IPs",
  whitePort: "for whitelisted addresses",
};

/** Adds one listener to the problem of the others, if any. */
function problemOf(code: string, { kind, port }: PortFact, others?: Problem): Problem {
  const count = (others?.count ?? 0) + 1;
  const ports = count === 1 ? "1 port" : `${count.toLocaleString("en")} ports`;
  const why = code === noFiles ? "open file limit reached" : code;
  const message = `listeners failed at ${ports} ${owners[kind]}: ${why}`;
  return { message, count, fields: { example: port, ...others?.fields, ports: count } };
}
