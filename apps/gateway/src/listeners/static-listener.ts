/** The door of one static exit: a listener at each of the ports, on the exit's own address. */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import type { ExitDoor } from "@turnpike/contract/gateway-states.ts";
import type { Listening } from "../engine/engine.ts";
import { type Health, unknownHealth } from "../probe/exit-health.ts";
import { noSuchAddress, notHere } from "../probe/probe-exit.ts";
import { doorAddress } from "./descriptor-shares.ts";

/** Opens a listener; rejects with an error that bears the kernel's `code`. */
export type Listen = (door: Door, port: number) => Promise<Listening>;

export class Door {
  exit: ExitFact;
  readonly address: string;
  readonly #ports: readonly number[];
  readonly #listening = new Map<number, Listening>();
  /** Why a port is not open, by port: an error's code. */
  readonly troubles = new Map<number, string>();
  health: Health = unknownHealth;
  /** It is to be open; false where descriptors do not reach for it, null before that is known. */
  wanted: boolean | null = null;
  gone = false;

  constructor(exit: ExitFact, ports: readonly number[]) {
    this.exit = exit;
    this.address = doorAddress(exit);
    this.#ports = ports;
  }

  /** The open ones, in the order of STATIC_PORTS. */
  get ports(): number[] {
    return this.#ports.filter((port) => this.#listening.has(port));
  }

  get listeners(): number {
    return this.#listening.size;
  }

  /** Every port is open, or was found impossible to open. */
  get tried(): boolean {
    return this.wanted === false || this.#listening.size + this.troubles.size >= this.#ports.length;
  }

  /** Ports to be opened; those that failed before only `again`. */
  missing(again: boolean): number[] {
    if (!this.wanted || this.gone) return [];
    const failed = (port: number) => this.troubles.has(port) && !again;
    return this.#ports.filter((port) => !this.#listening.has(port) && !failed(port));
  }

  /** Tries one port, unless the door is to be closed by now. */
  async open(port: number, listen: Listen): Promise<void> {
    if (this.gone || !this.wanted) return;
    try {
      const listening = await listen(this, port);
      if (this.gone || !this.wanted) return listening.stop();
      this.#listening.set(port, listening);
      this.troubles.delete(port);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? "EINVAL";
      // What is not on this machine is so at every port.
      const ports = code === noSuchAddress ? this.missing(true) : [port];
      for (const each of ports) this.troubles.set(each, code);
    }
  }

  /** Closes it; connections that are open stay. */
  shut(): void {
    this.wanted = false;
    for (const listening of this.#listening.values()) listening.stop();
    this.#listening.clear();
    this.troubles.clear();
  }

  /** What the hub is to know; null while there is nothing to tell yet. */
  report(): ExitDoor | null {
    const ports = this.ports;
    if (this.gone || this.wanted === null || !this.tried) return null;
    const { id: exitId } = this.exit;
    if (ports.length === 0) return { exitId, ports, reachable: false, detail: this.#whyShut() };
    if (!this.health.judged) return null;
    const reachable = this.health.state !== "down";
    return { exitId, ports, reachable, detail: reachable ? "" : this.health.detail };
  }

  #whyShut(): string {
    if (!this.wanted) return "the gateway may not open files enough for this door";
    const [code] = this.troubles.values();
    if (code === noSuchAddress) return notHere(this.address);
    const told = [...this.troubles].slice(0, 8).map(([port, why]) => `${port} ${why}`);
    return `no port can be opened at ${this.address}: ${told.join(", ")}`;
  }
}
