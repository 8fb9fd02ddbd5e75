/**
 * Generations of gateway workers. An upgrade starts a second one beside the first:
 *
 *     second: started, ready ─▶ first: retire (closes its listeners, drains) ─▶ second: takeOver
 *     (customers' ports) ─▶ first has ended ─▶ second: adopt (what the first left in its journals)
 *
 * Meanwhile both listen on the gateway's port (SO_REUSEPORT). The second generation's workers have
 * other numbers, since names, journals and connections to the hub belong to one process.
 */
import { randomBytes } from "node:crypto";
import type { Child, ChildOptions } from "./child.ts";

/** The highest worker number that the link accepts. */
const highestNumber = 64;
/** After this time the next generation takes over even if listeners are not reported as closed. */
const closedMs = 5_000;

export interface GenerationsOptions {
  workers: number;
  /** Starts one worker. */
  start: (worker: number, more: Pick<ChildOptions, "env" | "onMessage" | "onReady">) => Child;
  /** Called when the API refuses this machine permanently. */
  onRefused: (reason: string) => void;
  log: (line: string) => void;
}

const tooManyWorkers = `With more than ${highestNumber / 2} gateway workers an upgrade needs a restart`;
const upgradeInProgress = "Upgrade already in progress: the previous gateways are still draining";

interface Generation {
  workers: Child[];
  firstNumber: number;
  /** Number of workers that have closed their listeners. */
  closed: number;
  onClosed: () => void;
}

export class Generations {
  #options: GenerationsOptions;
  /** The key of what workers remember of passwords and tell each other; only in memory. */
  #tagKey = randomBytes(32).toString("hex");
  #current: Generation;
  #former: Generation | null = null;

  constructor(options: GenerationsOptions) {
    this.#options = options;
    this.#current = this.#start(1, false);
  }

  /** The workers that accept new connections. */
  get workers(): Child[] {
    return this.#current.workers;
  }

  /** The current workers and those still draining. */
  get all(): Child[] {
    return [...this.#current.workers, ...(this.#former?.workers ?? [])];
  }

  /** Resolves when the first generation has ended; false if nothing changed (`log` says why). */
  async upgrade(): Promise<boolean> {
    const { workers, log } = this.#options;
    if (workers * 2 > highestNumber) return this.#refuseUpgrade(tooManyWorkers);
    if (this.#former !== null) return this.#refuseUpgrade(upgradeInProgress);
    const former = this.#current;
    const next = this.#start(former.firstNumber === 1 ? workers + 1 : 1, true);
    this.#former = next;
    try {
      await Promise.all(next.workers.map(({ ready }) => ready));
    } catch (error) {
      await Promise.all(next.workers.map((one) => one.stop()));
      this.#former = null;
      return this.#refuseUpgrade(
        `Upgrade failed: the new gateways did not start, the previous ones continue: ${String(error)}`,
      );
    }
    [this.#current, this.#former] = [next, former];
    log("New gateways accept connections; the older ones drain");
    const closed = waitForClosedListeners(former);
    const ended = Promise.all(former.workers.map((one) => one.retire()));
    await Promise.race([closed, ended]);
    for (const one of next.workers) one.send("takeOver");
    await ended;
    this.#former = null;
    for (const one of next.workers) {
      one.send("takeOver");
      one.send("adopt");
    }
    log("The older gateways have ended");
    return true;
  }

  #refuseUpgrade(reason: string): false {
    this.#options.log(reason);
    return false;
  }

  async stop(): Promise<void> {
    await Promise.all(this.all.map((one) => one.stop()));
  }

  #start(firstNumber: number, isUpgrade: boolean): Generation {
    const { workers, start } = this.#options;
    const generation: Generation = { workers: [], firstNumber, closed: 0, onClosed: () => {} };
    generation.workers = Array.from({ length: workers }, (_, index) =>
      start(index + 1, {
        env: {
          GATEWAY_NUMBER: String(firstNumber + index),
          GATEWAY_TAG_KEY: this.#tagKey,
          ...(isUpgrade ? { GATEWAY_BESIDE: "1" } : {}),
        },
        onMessage: (message) => this.#onMessage(generation, index, message),
        onReady: () => this.#onReady(generation, index),
      }),
    );
    return generation;
  }

  /** A restarted worker needs the same messages again. */
  #onReady(generation: Generation, index: number): void {
    if (generation !== this.#current) return;
    const one = generation.workers[index];
    const { closed = generation.workers.length } = this.#former ?? {};
    if (closed >= generation.workers.length) one?.send("takeOver");
    if (this.#former === null) one?.send("adopt");
  }

  #onMessage(generation: Generation, from: number, message: unknown): void {
    if (message === "listenersClosed") {
      generation.closed += 1;
      if (generation.closed >= generation.workers.length) generation.onClosed();
    } else if (isRefused(message)) {
      this.#options.onRefused(message.refused);
      for (const each of this.all) each.send({ cut: true });
    } else {
      // A failed authentication at one worker counts at all: clients see one gateway.
      const sender = generation.workers[from];
      for (const other of this.all) if (other !== sender) other.send(message as object);
    }
  }
}

function waitForClosedListeners(generation: Generation): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, closedMs).unref();
    generation.onClosed = resolve;
  });
}

/** Whether the message says that the API refuses this machine permanently. */
function isRefused(message: unknown): message is { refused: string } {
  return typeof message === "object" && message !== null && "refused" in message;
}
