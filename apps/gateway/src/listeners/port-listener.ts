/** One listening port of its own, at the gateway's address. */
import type { PortFact } from "@turnpike/contract/port-facts.ts";
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { Listening } from "../engine/engine.ts";

/** Opens a listener; rejects with an error that bears the kernel's `code`. */
export type ListenAtPort = (fact: PortFact) => Promise<Listening>;

export class Port {
  fact: PortFact;
  #listening: Listening | null = null;
  /** Why it is not open: an error's code; null where it is, or was not tried yet. */
  #trouble: string | null = null;
  /** There is a descriptor for it; null before that is known. */
  #wanted: boolean | null = null;
  #gone = false;

  constructor(fact: PortFact) {
    this.fact = fact;
  }

  get isOpen(): boolean {
    return this.#listening !== null;
  }

  get trouble(): string | null {
    return this.#wanted === false ? noFiles : this.#trouble;
  }

  /** Whether it is to be opened; one that failed before only `again`. */
  missing(again: boolean): boolean {
    if (!this.#wanted || this.#gone || this.isOpen) return false;
    return again || this.#trouble === null;
  }

  /** Tries it, unless it is to be closed by now. */
  async open(listen: ListenAtPort): Promise<void> {
    try {
      const listening = await listen(this.fact);
      if (this.#gone || !this.#wanted) return listening.stop();
      this.#listening = listening;
      this.#trouble = null;
    } catch (error) {
      this.#trouble = (error as NodeJS.ErrnoException).code ?? "EINVAL";
    }
  }

  /** The same port by newer facts: what failed may succeed now. */
  changed(fact: PortFact): void {
    this.fact = fact;
    this.#trouble = null;
  }

  /** Says whether there is a descriptor for it; answers whether that is new. */
  want(wanted: boolean): boolean {
    if (this.#wanted === wanted) return false;
    this.#wanted = wanted;
    if (!wanted) this.#shut();
    return true;
  }

  /** Closes it for good; connections that are open stay. */
  close(): void {
    this.#gone = true;
    this.#shut();
  }

  #shut(): void {
    this.#listening?.stop();
    this.#listening = null;
    this.#trouble = null;
  }

  /** What the hub is to know; null while there is nothing to tell yet. */
  report(): PortState | null {
    const { kind, id: portId, port } = this.fact;
    const { trouble } = this;
    if (this.#gone || (!this.isOpen && trouble === null)) return null;
    if (this.isOpen || trouble === null)
      return { kind, portId, port, open: true, code: "", detail: "" };
    const [code, detail] =
      trouble === noFiles
        ? ["EMFILE", "the gateway may not open files enough"]
        : [trouble, trouble];
    return { kind, portId, port, open: false, code, detail };
  }
}

export const noFiles = "no files";
