/** Reports listeners' states to the hub: all of them on each connection, then changes. */
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";

const maxAtOnce = 500;
const askTimeoutMs = 10_000;
const againMs = 1_000;

export interface StateReportsOptions<S> {
  link: GatewayLink;
  log: Log;
  /** What is reported, for the log. */
  what: string;
  /** Changes are batched for at most this long. */
  batchMs: number;
  /** The ids of all listeners of this worker. */
  ids: () => Iterable<string>;
  /** The state; null if it is unknown or the listener is not this worker's. */
  read: (id: string) => S | null;
  /** Sends states to the hub; rejects if it does not accept them in time. */
  send: (states: S[], timeoutMs: number) => Promise<unknown>;
}

export class StateReports<S> {
  #options: StateReportsOptions<S>;
  #dirty = new Set<string>();
  /** What the hub has acknowledged on this connection. */
  #acknowledged = new Map<string, string>();
  /** Incremented with each connection, so that answers to an earlier one are ignored. */
  #round = 0;
  #timer: NodeJS.Timeout | undefined;
  #asking = false;
  #stopped = false;

  constructor(options: StateReportsOptions<S>) {
    this.#options = options;
    options.link.onConnection((up) => {
      if (up) this.#reportAll();
    });
  }

  /** Call when a state changed or a listener was removed. */
  changed(id: string): void {
    this.#dirty.add(id);
    this.#schedule(this.#options.batchMs);
  }

  /** Whether the hub knows the states of all of them. */
  get allReported(): boolean {
    for (const id of this.#options.ids()) if (!this.#acknowledged.has(id)) return false;
    return true;
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #reportAll(): void {
    this.#round += 1;
    this.#acknowledged.clear();
    for (const id of this.#options.ids()) this.#dirty.add(id);
    // A retry scheduled on the last connection must not delay this.
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#schedule(this.#options.batchMs);
  }

  #schedule(delayMs: number): void {
    if (this.#stopped || this.#asking || this.#dirty.size === 0) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#send();
    }, delayMs);
  }

  async #send(): Promise<void> {
    const { log, what, batchMs, send } = this.#options;
    const round = this.#round;
    this.#asking = true;
    let delayMs = batchMs;
    let sent = new Map<string, S>();
    try {
      for (sent = this.#next(); sent.size > 0; sent = this.#next()) {
        await send([...sent.values()], askTimeoutMs);
        if (round !== this.#round) break;
        for (const [id, state] of sent) this.#acknowledged.set(id, JSON.stringify(state));
      }
    } catch (error) {
      for (const id of sent.keys()) this.#dirty.add(id);
      // An earlier connection's failure is ignored: on the new one everything is sent at once.
      if (round === this.#round) delayMs = againMs;
      log.debug({ error: String(error) }, `${what} report failed, retrying`);
    } finally {
      this.#asking = false;
      this.#schedule(delayMs);
    }
  }

  /** The next states that differ from the hub's; unknown ones follow when they change. */
  #next(): Map<string, S> {
    const states = new Map<string, S>();
    for (const id of this.#dirty) {
      if (states.size === maxAtOnce) break;
      this.#dirty.delete(id);
      const state = this.#options.read(id);
      if (state === null) this.#acknowledged.delete(id);
      else if (this.#acknowledged.get(id) !== JSON.stringify(state)) states.set(id, state);
    }
    return states;
  }
}
