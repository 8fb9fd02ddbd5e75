/** This worker's listening ports of customers, of whatever kind, kept as the hub's resources say. */
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
  /** How many ports there is room for, when so many are wanted. */
  roomFor: (wanted: WantedPorts) => number;
  listen: (resource: PortFact) => Promise<Listening>;
  /** It opened or failed, or it is gone. */
  changed: (portId: string) => void;
  problems: ProblemLog;
  /** What could not be opened is tried again after this time. */
  retryMs?: number | undefined;
}

export class PortListeners {
  #options: PortListenersOptions;
  #set: ListenerSet<PortListener>;
  /** All resources at the last refresh, in their order. */
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

  /** The resources changed. */
  refresh(): void {
    if (this.#set.stopped) return;
    const { resources, roomFor } = this.#options;
    const { byId } = this.#set;
    const known = resources();
    // First all that go: two may have swapped their numbers.
    for (const [id, listener] of byId) {
      const resource = known.get(id);
      if (resource?.port !== listener.resource.port) this.#set.close(id, listener);
      else if (resource !== listener.resource) listener.changed(resource);
    }
    for (const resource of this.#unseen(known)) {
      if (byId.has(resource.id) || !ownsShard(resource.id, this.#options)) continue;
      byId.set(resource.id, new PortListener(resource));
    }
    const { paid } = this.#set;
    this.#set.openAtMost(roomFor({ paid, whitelisted: byId.size - paid }));
  }

  stop(): void {
    this.#set.stop();
  }

  /**
   * What is new or changed since the last refresh. To hash the id of each resource would cost too
   * much where there are thousands: a map keeps its order, so that the old ones are passed in step.
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

/** Whitelisted ports cost nothing, so that they give way to those that were paid for. */
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

/** The problem of those so far, if any, and of one more. */
function problemOf(code: string, { kind, port }: PortFact, others?: Problem): Problem {
  const count = (others?.count ?? 0) + 1;
  const ports = count === 1 ? "1 port" : `${count.toLocaleString("en")} ports`;
  const why = code === noFiles ? "open files allow no more" : code;
  const message = `listeners failed at ${ports} ${owners[kind]}: ${why}`;
  return { message, count, fields: { example: port, ...others?.fields, ports: count } };
}
