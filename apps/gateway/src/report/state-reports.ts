/** Reports listeners' states to the hub: all of them on each connection, then changes. */
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { SetAsideKind } from "@turnpike/contract/set-aside.ts";
import type { Log } from "../lib/log.ts";
import { HubQueue } from "./hub-queue.ts";
import { probeBy, SplitSender } from "./split-sender.ts";

const maxAtOnce = 500;
const askTimeoutMs = 10_000;
const againMs = 1_000;
/** A state that the hub refused is reported again after this time, or when it changes. */
const refusedAgainMs = 60_000;

export interface StateReportsOptions<S> {
  link: GatewayLink;
  log: Log;
  /** What is reported, for the log and for what the hub refuses. */
  what: SetAsideKind;
  /** Changes are batched for at most this long. */
  batchMs: number;
  /** The ids of all listeners of this worker. */
  ids: () => Iterable<string>;
  /** The state; null if it is unknown or the listener is not this worker's. */
  read: (id: string) => S | null;
  /** Sends states to the hub; rejects if it does not accept them in time. */
  send: (states: S[], timeoutMs: number) => Promise<unknown>;
  /** The id of a state's listener. */
  idOf: (state: S) => string;
}

export class StateReports<S> {
  #options: StateReportsOptions<S>;
  #dirty = new Set<string>();
  /** What the hub has acknowledged on this connection. */
  #acknowledged = new Map<string, string>();
  /** Incremented with each connection, so that answers to an earlier one are ignored. */
  #round = 0;
  /** The connection on which the last states were sent. */
  #sentRound = 0;
  #queue: HubQueue;
  #stopped = false;
  #sender: SplitSender<S>;
  #refused = new Set<string>();
  #refusedTimer: NodeJS.Timeout | undefined;

  constructor(options: StateReportsOptions<S>) {
    this.#options = options;
    const { link, log, what: kind, idOf: nameOf } = options;
    this.#queue = new HubQueue({
      log,
      failed: `${kind} report failed, retrying`,
      send: () => this.#send(),
      again: (isFailure) => this.#againInMs(isFailure),
    });
    this.#sender = new SplitSender({ kind, link, log, nameOf, probe: probeBy(link) });
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
    this.#queue.stop();
    clearTimeout(this.#refusedTimer);
  }

  #reportAll(): void {
    this.#round += 1;
    this.#acknowledged.clear();
    for (const id of this.#options.ids()) this.#dirty.add(id);
    // A retry scheduled on the last connection must not delay this.
    this.#queue.unschedule();
    this.#schedule(this.#options.batchMs);
  }

  #schedule(delayMs: number): void {
    if (this.#dirty.size > 0) this.#queue.schedule(delayMs);
  }

  /** An earlier connection's failure is ignored: on the new one everything is sent at once. */
  #againInMs(isFailure: boolean): number | null {
    if (this.#dirty.size === 0) return null;
    return isFailure && this.#sentRound === this.#round ? againMs : this.#options.batchMs;
  }

  async #send(): Promise<void> {
    const give = (states: S[]) => this.#options.send(states, askTimeoutMs);
    const round = this.#round;
    this.#sentRound = round;
    let sent = new Map<string, S>();
    try {
      for (sent = this.#next(); sent.size > 0; sent = this.#next()) {
        const refused = await this.#sender.send([...sent.values()], give);
        if (round !== this.#round) break;
        for (const [id, state] of sent) this.#acknowledged.set(id, JSON.stringify(state));
        this.#againLater(refused);
      }
    } catch (error) {
      for (const id of sent.keys()) this.#dirty.add(id);
      throw error;
    }
  }

  /** Until then they count as reported, so that they do not hold up the others. */
  #againLater(refused: S[]): void {
    for (const state of refused) this.#refused.add(this.#options.idOf(state));
    if (this.#refused.size === 0 || this.#stopped) return;
    this.#refusedTimer ??= setTimeout(() => {
      this.#refusedTimer = undefined;
      for (const id of this.#refused) {
        this.#acknowledged.delete(id);
        this.#dirty.add(id);
      }
      this.#refused.clear();
      this.#schedule(0);
    }, refusedAgainMs);
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
