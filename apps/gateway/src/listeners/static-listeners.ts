/** This worker's listeners of static exits, kept in sync with the hub's resources. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { Listening } from "../engine/engine.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import { noSuchAddress } from "../probe/probe-exit.ts";
import type { WantedStaticListeners } from "./descriptors.ts";
import { ListenerSet } from "./listener-set.ts";
import type { Problem, ProblemLog } from "./problem-log.ts";
import { placeOf, StaticListener } from "./static-listener.ts";

const retryMs = 15_000;

export interface StaticListenersOptions {
  worker: number;
  workers: number;
  ports: readonly number[];
  exits: () => ReadonlyMap<string, ExitFact>;
  isSold: (exitId: string) => boolean;
  /** Returns how many of the wanted ports there are descriptors for. */
  roomFor: (ports: WantedStaticListeners) => number;
  listen: (listener: StaticListener, port: number) => Promise<Listening>;
  /** Called when a listener's open ports or errors changed, or it was closed. */
  changed: (exitId: string) => void;
  /** Called when the exit is now reached in a different way. */
  exitChanged: (listener: StaticListener) => void;
  /** The number of descriptors that the process may open. */
  files: number;
  problems: ProblemLog;
  retryMs?: number | undefined;
}

export class StaticListeners {
  #options: StaticListenersOptions;
  #set: ListenerSet<StaticListener>;

  constructor(options: StaticListenersOptions) {
    const { changed, isSold, files } = options;
    this.#options = options;
    this.#set = new ListenerSet({
      ...options,
      retryMs: options.retryMs ?? retryMs,
      changed: (exitId) => changed(exitId),
      isPaid: isSold,
      problemsOf: (listeners) => staticProblems(listeners, files),
    });
  }

  get byExit(): ReadonlyMap<string, StaticListener> {
    return this.#set.byId;
  }

  get openPorts(): number {
    return this.#set.openPorts;
  }

  /** Call after the resources changed. */
  refresh(): void {
    if (this.#set.stopped) return;
    const { exits, ports, roomFor } = this.#options;
    const { byId } = this.#set;
    const known = exits();
    for (const [id, listener] of byId) {
      const exit = known.get(id);
      if (!exit || placeOf(exit) !== listener.address) this.#set.close(id, listener);
      else if (!sameWay(exit, listener.exit)) this.#replaceExit(listener, exit);
    }
    for (const exit of known.values()) {
      if (byId.has(exit.id) || !ownsShard(exit.id, this.#options)) continue;
      if (exit.sharedPort === undefined && ports.length === 0) continue;
      byId.set(exit.id, new StaticListener(exit, ports));
    }
    const { paidPorts: sold, allPorts: all } = this.#set;
    this.#set.openAtMost(roomFor({ sold, all }));
  }

  stop(): void {
    this.#set.stop();
  }

  #replaceExit(listener: StaticListener, exit: ExitFact): void {
    listener.exit = exit;
    this.#options.exitChanged(listener);
  }
}

const wayFields = ["how", "host", "port", "user", "password"] as const;

/** Whether two exits are reached in the same way; nothing else of them affects a listener. */
function sameWay(one: ExitFact, other: ExitFact): boolean {
  return one === other || wayFields.every((field) => one[field] === other[field]);
}

interface StaticProblem {
  first: StaticListener;
  port: number;
  code: string;
  addresses: number;
}

/** The problems of all listeners by port and error; `files` is the limit of open files. */
export function staticProblems(
  listeners: Iterable<StaticListener>,
  files: number,
): Map<string, Problem> {
  const found = new Map<string, StaticProblem>();
  for (const listener of listeners) {
    for (const { port, code } of failuresOf(listener)) {
      const kind = `${port} ${code}`;
      const known = found.get(kind);
      if (known) known.addresses += 1;
      else found.set(kind, { first: listener, port, code, addresses: 1 });
    }
  }
  return new Map([...found].map(([kind, problem]) => [kind, problemOf(problem, files)]));
}

function problemOf({ first, port, code, addresses }: StaticProblem, files: number): Problem {
  const at = addresses === 1 ? "1 address" : `${addresses.toLocaleString("en")} addresses`;
  const why =
    code === noSuchAddress
      ? "not on this machine"
      : code === noFiles
        ? `open file limit of ${files} reached`
        : `port ${port} ${code}`;
  return {
    count: addresses,
    message: `static listeners failed at ${at}: ${why}`,
    fields: { ...(port > 0 ? { port } : {}), addresses, example: first.address },
  };
}

const noFiles = "no files";

/** A problem of the whole listener counts once, whatever ports it has. */
function failuresOf(listener: StaticListener): { port: number; code: string }[] {
  if (listener.wanted === false) return [{ port: 0, code: noFiles }];
  const kinds: { port: number; code: string }[] = [];
  for (const [port, code] of listener.errors) {
    if (code === noSuchAddress) return [{ port: 0, code }];
    kinds.push({ port, code });
  }
  return kinds;
}
