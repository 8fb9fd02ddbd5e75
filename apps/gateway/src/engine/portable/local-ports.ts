/**
 * Local ports for connections from an exit's own address. If the kernel chooses them, throughput
 * drops from 7,000 to 400 tunnels/s after some 8,000 tunnels from one address
 * (spec/quality#exit-address-trap), so each address rotates through ports below the ephemeral
 * range.
 */

/** Below the kernel's ephemeral range, above most services. */
export const firstPort = 10_240;
export const lastPort = 32_700;

export interface LocalPortsShare {
  worker: number;
  workers: number;
  random: () => number;
  /** Whether the machine may be listening there, at all its addresses: such ports are skipped. */
  isTaken?: ((port: number) => boolean) | undefined;
}

export class LocalPorts {
  #share: LocalPortsShare;
  #count: number;
  #next = new Map<string, number>();

  /**
   * Worker i of n uses every n-th port of the range, so that workers never collide and each of them
   * has some ports that nobody listens on.
   */
  constructor(share: LocalPortsShare) {
    this.#share = share;
    this.#count = Math.max(1, Math.floor((lastPort - firstPort + 1) / share.workers));
  }

  /** Returns an address's next port; starts at random, as the last run's may linger. */
  next(address: string): number {
    const { worker, workers, random, isTaken } = this.#share;
    let offset = this.#next.get(address) ?? Math.floor(random() * this.#count);
    const portAt = (at: number) => firstPort + (worker % workers) + at * workers;
    for (let tries = 1; tries < this.#count && isTaken?.(portAt(offset)); tries += 1) {
      offset = (offset + 1) % this.#count;
    }
    this.#next.set(address, (offset + 1) % this.#count);
    return portAt(offset);
  }
}
