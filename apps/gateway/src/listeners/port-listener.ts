/** A customer's listening port: of an unlimited plan, an opened IP, or a whitelisted port. */
import type { PortState } from "@turnpike/contract/gateway-states.ts";
import type { PortFact } from "@turnpike/contract/port-facts.ts";
import { Listener } from "./listener.ts";

export class PortListener extends Listener {
  resource: PortFact;

  constructor(resource: PortFact) {
    super([resource.port]);
    this.resource = resource;
  }

  /** Why the port is not open: an error code or `noFiles`; null if it is open or not tried yet. */
  get error(): string | null {
    return this.wanted === false ? noFiles : (this.errors.get(this.resource.port) ?? null);
  }

  /** Applies a newer version of the same port; a failed port is tried again. */
  changed(resource: PortFact): void {
    this.resource = resource;
    this.errors.clear();
  }

  /** The state reported to the hub; null while it is unknown. */
  report(): PortState | null {
    const { kind, id: portId, port } = this.resource;
    const { error } = this;
    if (this.closed || (!this.isOpen && error === null)) return null;
    if (this.isOpen || error === null)
      return { kind, portId, port, open: true, code: "", detail: "" };
    const [code, detail] =
      error === noFiles ? ["EMFILE", "open file limit reached"] : [error, error];
    return { kind, portId, port, open: false, code, detail };
  }
}

export const noFiles = "no files";
