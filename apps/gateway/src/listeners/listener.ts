/** A listener of one or more ports at one address, opened and closed together. */
import type { Listening } from "../engine/engine.ts";
import { noSuchAddress } from "../probe/probe-exit.ts";

/** Opens one port; rejects with an error that has the kernel's `code`. */
export type Listen = (port: number) => Promise<Listening>;

export class Listener {
  readonly #ports: readonly number[];
  readonly #listening = new Map<number, Listening>();
  /** The error code of each port that could not be opened. */
  readonly errors = new Map<number, string>();
  /** False if there are too few descriptors for it; null until that is known. */
  #wanted: boolean | null = null;
  #closed = false;

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  get wanted(): boolean | null {
    return this.#wanted;
  }

  /** Whether it is closed for good. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The open ports, in their original order. */
  get ports(): number[] {
    return this.#ports.filter((port) => this.#listening.has(port));
  }

  /** How many ports it has when all are open. */
  get size(): number {
    return this.#ports.length;
  }

  get openPorts(): number {
    return this.#listening.size;
  }

  get isOpen(): boolean {
    return this.#listening.size > 0;
  }

  /** Whether each port is open or failed to open. */
  get isSettled(): boolean {
    return this.#wanted === false || this.#listening.size + this.errors.size >= this.#ports.length;
  }

  /** Ports to open; those that failed before are included only with `retryFailed`. */
  missing(retryFailed: boolean): number[] {
    if (!this.#wanted || this.#closed) return [];
    const failed = (port: number) => this.errors.has(port) && !retryFailed;
    return this.#ports.filter((port) => !this.#listening.has(port) && !failed(port));
  }

  /** Tries to open one port, unless the listener was closed in the meantime. */
  async open(port: number, listen: Listen): Promise<void> {
    if (this.#closed || !this.#wanted) return;
    try {
      const listening = await listen(port);
      if (this.#closed || !this.#wanted) return listening.stop();
      this.#listening.set(port, listening);
      this.errors.delete(port);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "EINVAL";
      // An address that this machine does not have fails for every port.
      const ports = code === noSuchAddress ? this.missing(true) : [port];
      for (const each of ports) this.errors.set(each, code);
    }
  }

  /** Sets whether there are descriptors for it; returns whether that changed. */
  setWanted(wanted: boolean): boolean {
    if (this.#wanted === wanted) return false;
    this.#wanted = wanted;
    if (!wanted) this.#closePorts();
    return true;
  }

  /** Closes it for good; open connections stay open. */
  close(): void {
    this.#closed = true;
    this.#closePorts();
  }

  #closePorts(): void {
    for (const listening of this.#listening.values()) listening.stop();
    this.#listening.clear();
    this.errors.clear();
  }
}
