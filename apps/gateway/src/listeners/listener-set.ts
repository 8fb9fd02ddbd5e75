/**
 * Listeners of one kind: opened in small steps so that traffic goes on, closed at once, and retried
 * if they could not be opened.
 */
import type { Listening } from "../engine/engine.ts";
import { noSuchAddress } from "../probe/probe-exit.ts";
import type { Listener } from "./listener.ts";
import type { Problem, ProblemLog } from "./problem-log.ts";

export interface ListenerSetOptions<L extends Listener> {
  /** Retry interval for what could not be opened. */
  retryMs: number;
  listen: (listener: L, port: number) => Promise<Listening>;
  /** Called when its open ports or errors changed, or it was closed. */
  changed: (id: string, listener: L) => void;
  /** Whether a customer paid for it: such listeners are opened first and closed last. */
  isPaid: (id: string, listener: L) => boolean;
  problemsOf: (listeners: Iterable<L>) => ReadonlyMap<string, Problem>;
  problems: ProblemLog;
}

export class ListenerSet<L extends Listener> {
  readonly byId = new Map<string, L>();
  #options: ListenerSetOptions<L>;
  #retry: NodeJS.Timeout;
  /** Whether a round of opening is running. */
  #opening = false;
  /** Whether something changed during the round, which needs another one. */
  #openAgain = false;
  #stopped = false;

  constructor(options: ListenerSetOptions<L>) {
    this.#options = options;
    this.#retry = setInterval(() => void this.#open(true), options.retryMs);
  }

  get stopped(): boolean {
    return this.#stopped;
  }

  /** The number of open ports of all listeners. */
  get openPorts(): number {
    let sum = 0;
    for (const listener of this.byId.values()) sum += listener.openPorts;
    return sum;
  }

  /** The number of ports of all listeners, open or not. */
  get allPorts(): number {
    let sum = 0;
    for (const listener of this.byId.values()) sum += listener.size;
    return sum;
  }

  /** The number of ports of listeners that were paid for. */
  get paidPorts(): number {
    let sum = 0;
    for (const [id, listener] of this.byId)
      if (this.#options.isPaid(id, listener)) sum += listener.size;
    return sum;
  }

  close(id: string, listener: L): void {
    listener.close();
    this.byId.delete(id);
    this.#options.changed(id, listener);
  }

  /** Opens listeners with at most this many ports in all, and closes the others. */
  openAtMost(most: number): void {
    for (const id of this.#choose(most)) {
      const listener = this.byId.get(id);
      if (listener) this.#options.changed(id, listener);
    }
    void this.#open(false);
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#retry);
    for (const [id, listener] of this.byId) this.close(id, listener);
  }

  /** Decides which listeners are wanted; returns the ids of those for which this changed. */
  #choose(most: number): string[] {
    const all = [...this.byId];
    if (most >= this.allPorts)
      return all.filter(([, each]) => each.setWanted(true)).map(([id]) => id);
    const candidates = all.map(([id, listener]) => ({
      id,
      sold: this.#options.isPaid(id, listener),
      open: listener.wanted === true,
      ports: listener.size,
    }));
    const chosen = new Set(chooseListeners(candidates, most).map(({ id }) => id));
    return all.filter(([id, each]) => each.setWanted(chosen.has(id))).map(([id]) => id);
  }

  /** Opens wanted listeners that are not open; with `retryFailed`, also those that failed before. */
  async #open(retryFailed: boolean): Promise<void> {
    if (this.#opening || this.#stopped) {
      this.#openAgain = true;
      return;
    }
    this.#opening = true;
    await this.#openMissing(retryFailed);
    this.#opening = false;
    if (this.#stopped) return;
    const { problems, problemsOf } = this.#options;
    problems.report(problemsOf(this.byId.values()));
    const more = this.#openAgain;
    this.#openAgain = false;
    if (more) void this.#open(false);
  }

  async #openMissing(again: boolean): Promise<void> {
    const { listen, changed } = this.#options;
    const yielding = new YieldLoop();
    for (const [id, listener] of this.#inOrder(again)) {
      for (const port of listener.missing(again)) {
        await listener.open(port, (each) => listen(listener, each));
        await yielding.yieldIfDue();
        if (listener.errors.get(port) === noSuchAddress) break;
      }
      changed(id, listener);
    }
  }

  /** The listeners with a port to open, paid ones first. */
  #inOrder(again: boolean): [string, L][] {
    const missing = [...this.byId].filter(([, each]) => each.missing(again).length > 0);
    const paid = new Set(missing.filter(([id, each]) => this.#options.isPaid(id, each)));
    return [...paid, ...missing.filter((each) => !paid.has(each))];
  }
}

/** The longest time without a yield. */
const sliceMs = 8;

/** Makes a long loop yield to the event loop, so that traffic goes on. */
class YieldLoop {
  #began = performance.now();

  /** Call between two steps: yields if the time slice is used up. */
  async yieldIfDue(): Promise<void> {
    if (performance.now() - this.#began <= sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}

/** A listener that competes for descriptors. */
export interface Candidate {
  id: string;
  sold: boolean;
  open: boolean;
  /** How many ports it has; 1 by default. */
  ports?: number;
}

/**
 * The listeners to open, in this order: sold ones first, then ones that are already open. All of a
 * listener's ports or none; at most `most` ports.
 */
export function chooseListeners<C extends Candidate>(candidates: C[], most: number): C[] {
  const rank = ({ sold, open }: C) => (sold ? 0 : 2) + (open ? 0 : 1);
  const sorted = candidates.toSorted(
    (one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : 1),
  );
  let left = most;
  return sorted.filter(({ ports = 1 }) => {
    if (ports > left) return false;
    left -= ports;
    return true;
  });
}
