/** The descriptors that this process may open, shared out to listeners and to those who come. */
import type { ClientLimits } from "../listen/client-limiter.ts";

/** Descriptors for the link, the journal, the log and Node itself. */
const ownFiles = 128;
/**
 * Two a tunnel, and a tenth of all for clients that have not authenticated. What is left, a tenth and
 * `ownFiles`, is kept for pipes, probes, the link and the journal.
 */
const connectionsPerFile = 0.4;
const unauthenticatedPerFile = 0.1;
const minConnections = 16;
/** Two descriptors a pipe: a sixteenth of what is left where half of all are listeners. */
const pipesPerFile = 1 / 64;

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
export interface WantedStaticListeners {
  sold: number;
  all: number;
}

export class Descriptors {
  #options: DescriptorsOptions;
  #limitsAtStart: DescriptorsOptions["limits"];
  #ports: WantedPorts = { paid: 0, white: 0 };
  #staticListeners: WantedStaticListeners = { sold: 0, all: 0 };
  /** Listeners that there is room for. */
  #granted = { ports: 0, doors: 0 };
  /** Hears that there is another number of ports to have. */
  onPortRoom: () => void = () => {};
  /** Hears that there is another number of doors to have. */
  onStaticRoom: () => void = () => {};

  constructor(options: DescriptorsOptions) {
    this.#options = options;
    this.#limitsAtStart = { ...options.limits };
    this.#share();
  }

  /** For how many ports of their own there is room, when so many are wanted; paid ones first. */
  roomForPorts(wanted: WantedPorts): number {
    this.#ports = wanted;
    const before = this.#granted.doors;
    this.#share();
    if (this.#granted.doors !== before) this.onStaticRoom();
    return this.#granted.ports;
  }

  /** For how many listeners of doors there is room, when so many are wanted; sold ones first. */
  roomForStatic(wanted: WantedStaticListeners): number {
    this.#staticListeners = wanted;
    const before = this.#granted.ports;
    this.#share();
    if (this.#granted.ports !== before) this.onPortRoom();
    return this.#granted.doors;
  }

  #share(): void {
    const { files, limits } = this.#options;
    this.#granted = shareListeners(maxListeners(files), this.#ports, this.#staticListeners);
    const shares = shareFiles(files, this.#granted.ports + this.#granted.doors);
    limits.all = Math.min(this.#limitsAtStart.all, shares.connections);
    limits.unauthenticated = Math.min(this.#limitsAtStart.unauthenticated, shares.unauthenticated);
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
  { sold, all }: WantedStaticListeners,
): { ports: number; doors: number } {
  const paidPorts = Math.min(paid, most);
  const soldDoors = Math.min(sold, most - paidPorts);
  const left = most - paidPorts - soldDoors;
  const whitePorts = Math.min(white, left, Math.floor(most / 2));
  const doors = Math.min(all, soldDoors + left - whitePorts);
  return { ports: paidPorts + whitePorts, doors };
}

const freeFiles = (files: number) => Math.max(0, files - ownFiles);

/** Listeners get half of the descriptors at most, so that there is somebody to serve those who come. */
export const maxListeners = (files: number) => Math.floor(freeFiles(files) / 2);

/** Shares out the descriptors that the process may open. */
export function shareFiles(
  files: number,
  wantedListeners: number,
): { listeners: number; connections: number; unauthenticated: number } {
  const listeners = Math.min(wantedListeners, maxListeners(files));
  const left = freeFiles(files) - listeners;
  const atLeast = (share: number) => Math.max(minConnections, Math.floor(left * share));
  return {
    listeners,
    connections: atLeast(connectionsPerFile),
    unauthenticated: atLeast(unauthenticatedPerFile),
  };
}

/** How many pipes may be open, so that they leave descriptors to others. */
export const maxPipes = (files: number) => Math.floor(freeFiles(files) * pipesPerFile);
