/** The descriptors that this process may open, shared out to listeners and to those who come. */
import type { ClientLimits } from "../listen/client-room.ts";
import { mostListeners, shareFiles } from "./descriptor-shares.ts";

export interface DescriptorsOptions {
  files: number;
  /** Connections; listeners take theirs from both. */
  limits: Pick<ClientLimits, "all" | "unauthenticated">;
}

/** Ports of their own: those that were paid for, and whitelisted ones, which cost nothing. */
export interface WantedPorts {
  paid: number;
  white: number;
}
/** Listeners of doors; `sold` are those of customers, among all. */
export interface WantedDoors {
  sold: number;
  all: number;
}

export class Descriptors {
  #options: DescriptorsOptions;
  #most: DescriptorsOptions["limits"];
  #ports: WantedPorts = { paid: 0, white: 0 };
  #doors: WantedDoors = { sold: 0, all: 0 };
  /** Listeners that there is room for. */
  #room = { ports: 0, doors: 0 };
  /** Hears that there is another number of ports to have. */
  onPorts: () => void = () => {};
  /** Hears that there is another number of doors to have. */
  onDoors: () => void = () => {};

  constructor(options: DescriptorsOptions) {
    this.#options = options;
    this.#most = { ...options.limits };
    this.#share();
  }

  /** For how many ports of their own there is room, when so many are wanted; paid ones first. */
  forPorts(wanted: WantedPorts): number {
    this.#ports = wanted;
    const before = this.#room.doors;
    this.#share();
    if (this.#room.doors !== before) this.onDoors();
    return this.#room.ports;
  }

  /** For how many listeners of doors there is room, when so many are wanted; sold ones first. */
  forDoors(wanted: WantedDoors): number {
    this.#doors = wanted;
    const before = this.#room.ports;
    this.#share();
    if (this.#room.ports !== before) this.onPorts();
    return this.#room.doors;
  }

  #share(): void {
    const { files, limits } = this.#options;
    this.#room = shareListeners(mostListeners(files), this.#ports, this.#doors);
    const shares = shareFiles(files, this.#room.ports + this.#room.doors);
    limits.all = Math.min(this.#most.all, shares.connections);
    limits.unauthenticated = Math.min(this.#most.unauthenticated, shares.unauthenticated);
  }
}

/**
 * What customers paid for comes first: ports, then doors. Whitelisted ports, which anybody may make
 * by thousands, take what that leaves, and half of all at most, since each lessens the connections
 * that others can have. Doors that nobody has are stock: they come last.
 */
function shareListeners(
  most: number,
  { paid, white }: WantedPorts,
  { sold, all }: WantedDoors,
): { ports: number; doors: number } {
  const paidPorts = Math.min(paid, most);
  const soldDoors = Math.min(sold, most - paidPorts);
  const left = most - paidPorts - soldDoors;
  const whitePorts = Math.min(white, left, Math.floor(most / 2));
  const doors = Math.min(all, soldDoors + left - whitePorts);
  return { ports: paidPorts + whitePorts, doors };
}
