/** Divides the file descriptors of this process between listeners and connections. */
import type { ClientLimits } from "../authenticate/client-limiter.ts";

/** Descriptors for the link, the journal, the log and Node itself. */
const ownFiles = 128;
/**
 * A tunnel needs two, and clients that are not authenticated get a tenth of all. The rest, a tenth
 * and `ownFiles`, is reserved for pipes, probes, the link and the journal.
 */
const connectionsPerFile = 0.4;
const unauthenticatedPerFile = 0.1;
const minConnections = 16;
/** A pipe needs two: together a sixteenth of what is left if half of all are listeners. */
const pipesPerFile = 1 / 64;

/** Connections of other machines through this one's exits. */
const mostRelayed = 10_000;
const leastRelayed = 256;

export interface DescriptorsOptions {
  files: number;
  /** Connection limits, which are lowered as listeners need descriptors. */
  limits: Pick<ClientLimits, "all" | "unauthenticated">;
}

/** Customers' ports: paid ones, and whitelisted ports, which are free of charge. */
export interface WantedPorts {
  paid: number;
  whitelisted: number;
}
/** Ports of static listeners: `sold` ones belong to customers; `all` includes those. */
export interface WantedStaticListeners {
  sold: number;
  all: number;
}

export class Descriptors {
  #options: DescriptorsOptions;
  #limitsAtStart: DescriptorsOptions["limits"];
  #ports: WantedPorts = { paid: 0, whitelisted: 0 };
  #staticListeners: WantedStaticListeners = { sold: 0, all: 0 };
  /** How many listeners there are descriptors for. */
  #granted = { ports: 0, staticListeners: 0 };
  /** Called when the number of customers' ports that may be open has changed. */
  onPortLimit: () => void = () => {};
  /** Called when the number of static listeners that may be open has changed. */
  onStaticLimit: () => void = () => {};

  constructor(options: DescriptorsOptions) {
    this.#options = options;
    this.#limitsAtStart = { ...options.limits };
    this.#share();
  }

  /** How many of the wanted customers' ports may be open, paid ones first. */
  portsFor(wanted: WantedPorts): number {
    this.#ports = wanted;
    const before = this.#granted.staticListeners;
    this.#share();
    if (this.#granted.staticListeners !== before) this.onStaticLimit();
    return this.#granted.ports;
  }

  /** How many of the wanted static listeners may be open, sold ones first. */
  staticListenersFor(wanted: WantedStaticListeners): number {
    this.#staticListeners = wanted;
    const before = this.#granted.ports;
    this.#share();
    if (this.#granted.ports !== before) this.onPortLimit();
    return this.#granted.staticListeners;
  }

  #share(): void {
    const { files, limits } = this.#options;
    this.#granted = shareListeners(maxListeners(files), this.#ports, this.#staticListeners);
    const shares = shareFiles(files, this.#granted.ports + this.#granted.staticListeners);
    limits.all = Math.min(this.#limitsAtStart.all, shares.connections);
    limits.unauthenticated = Math.min(this.#limitsAtStart.unauthenticated, shares.unauthenticated);
  }
}

/**
 * Paid ports come first, then sold static listeners. Whitelisted ports, which anybody may open by
 * the thousand, get what is left, but at most half of all, since each reduces the connections of
 * others. Unsold static listeners come last.
 */
function shareListeners(
  most: number,
  { paid, whitelisted }: WantedPorts,
  { sold, all }: WantedStaticListeners,
): { ports: number; staticListeners: number } {
  const paidPorts = Math.min(paid, most);
  const soldListeners = Math.min(sold, most - paidPorts);
  const left = most - paidPorts - soldListeners;
  const whitePorts = Math.min(whitelisted, left, Math.floor(most / 2));
  const staticListeners = Math.min(all, soldListeners + left - whitePorts);
  return { ports: paidPorts + whitePorts, staticListeners };
}

const freeFiles = (files: number) => Math.max(0, files - ownFiles);

/** Listeners get at most half of the descriptors; the other half is for connections. */
export const maxListeners = (files: number) => Math.floor(freeFiles(files) / 2);

/** Divides the descriptors that the process may open. */
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

/** The most pipes that may be open. */
export const maxPipes = (files: number) => Math.floor(freeFiles(files) * pipesPerFile);

/**
 * The most relayed connections: each needs two of the descriptors that this node's own customers leave,
 * so that other machines cannot use up those.
 */
export function maxRelayed(files: number, { all, unauthenticated }: DescriptorsOptions["limits"]) {
  const left = freeFiles(files) - 2 * all - 2 * unauthenticated;
  return Math.max(leastRelayed, Math.min(mostRelayed, Math.floor(left / 2)));
}
