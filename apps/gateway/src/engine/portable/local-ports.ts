/**
 * Local ports for connections that leave from an exit's own address. Left to the kernel, the choice
 * falls from 7,000 to 400 tunnels/s after some 8,000 tunnels from one address (quality §6 "The
 * exit-address trap"); so each address rotates through ports below the ephemeral range.
 */

/** Below the kernel's ephemeral range, above most services. */
export const firstPort = 10_240;
export const lastPort = 32_700;

export class LocalPorts {
  #first: number;
  #count: number;
  #random: () => number;
  #next = new Map<string, number>();

  /** Workers have parts of the range each, so that they never meet on a port. */
  constructor(share: { worker: number; workers: number; random: () => number }) {
    const all = lastPort - firstPort + 1;
    this.#count = Math.max(1, Math.floor(all / share.workers));
    this.#first = firstPort + this.#count * (share.worker % share.workers);
    this.#random = share.random;
  }

  /** The next port for an address; begins anywhere, since the last run's may linger. */
  next(address: string): number {
    const offset = this.#next.get(address) ?? Math.floor(this.#random() * this.#count);
    this.#next.set(address, (offset + 1) % this.#count);
    return this.#first + offset;
  }
}
