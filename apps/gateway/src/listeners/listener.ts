/** What clients connect to: one or more ports at one address, opened and closed together. */
import type { Listening } from "../engine/engine.ts";
import { noSuchAddress } from "../probe/probe-exit.ts";

/** Opens one port; rejects with an error that has the kernel's `code`. */
export type Listen = (port: number) => Promise<Listening>;

export class Listener {
  readonly #ports: readonly number[];
  readonly #listening = new Map<number, Listening>();
  /** The error code of each port that could not be opened. */
  readonly errors = new Map<number, string>();
  /** False where there are too few descriptors for it; null before that is known. */
  #wanted: boolean | null = null;
  #closed = false;

  constructor(ports: readonly number[]) {
    this.#ports = ports;
  }

  get wanted(): boolean | null {
    return this.#wanted;
  }

  /** It is closed for good. */
  get closed(): boolean {
    return this.#closed;
  }

  /** The open ports, in the order in which they were given. */
  get ports(): number[] {
    return this.#ports.filter((port) => this.#listening.has(port));
  }

  get openPorts(): number {
    return this.#listening.size;
  }

  get isOpen(): boolean {
    return this.#listening.size > 0;
  }

  /** Each port is open, or an attempt to open it failed. */
  get tried(): boolean {
    return this.#wanted === false || this.#listening.size + this.errors.size >= this.#ports.length;
  }

  /** Ports to be opened; those that failed before only if they are to be tried `again`. */
  missing(again: boolean): number[] {
    if (!this.#wanted || this.#closed) return [];
    const failed = (port: number) => this.errors.has(port) && !again;
    return this.#ports.filter((port) => !this.#listening.has(port) && !failed(port));
  }

  /** Tries one port, unless the listener was closed meanwhile. */
  async open(port: number, listen: Listen): Promise<void> {
    if (this.#closed || !this.#wanted) return;
    try {
      const listening = await listen(port);
      if (this.#closed || !this.#wanted) return listening.stop();
      this.#listening.set(port, listening);
      this.errors.delete(port);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "EINVAL";
      // An address that is not on this machine fails at every port.
      const ports = code === noSuchAddress ? this.missing(true) : [port];
      for (const each of ports) this.errors.set(each, code);
    }
  }

  /** Says whether there are descriptors for it; returns whether that changed. */
  want(wanted: boolean): boolean {
    if (this.#wanted === wanted) return false;
    this.#wanted = wanted;
    if (!wanted) this.#shut();
    return true;
  }

  /** Closes it for good; open connections stay. */
  close(): void {
    this.#closed = true;
    this.#shut();
  }

  #shut(): void {
    for (const listening of this.#listening.values()) listening.stop();
    this.#listening.clear();
    this.errors.clear();
  }
}
