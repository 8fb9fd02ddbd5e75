/**
 * Addresses at which this gateway's own doors stand: nothing may lead back into them
 * (spec/quality#g6).
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

/**
 * The address that clients connect to. A local exit behind NAT is reached at the address that this
 * machine has.
 */
export function listenAddress({ how, host, ip }: ExitFact): string {
  return how === "local" ? host : ip;
}

export class StaticAddresses {
  #ports: ReadonlySet<number>;
  /** Of local exits: this machine's, before and behind NAT. */
  #own = new Set<string>();
  /** The same of exits that are retired by now: the address leads here still. */
  #ever = new Set<string>();
  /** Of upstream ones: a door of ours only where this machine has the address. */
  #perhaps = new Set<string>();

  constructor(ports: readonly number[]) {
    this.#ports = new Set(ports);
  }

  /** Exits of all workers: any of their doors would lead back. */
  note(exits: Iterable<ExitFact>): void {
    this.#own.clear();
    this.#perhaps.clear();
    for (const exit of exits) {
      if (exit.how !== "local") this.#perhaps.add(canonical(listenAddress(exit)));
      else this.#own.add(canonical(exit.host)).add(canonical(exit.ip));
    }
    for (const address of this.#own) this.#ever.add(address);
  }

  /** Whether a canonical address is a local exit's, or was one's: it is no target. */
  has(address: string): boolean {
    return this.#ever.has(address);
  }

  isListener(host: string, port: number, isOwnHost: (host: string) => boolean): boolean {
    if (!this.#ports.has(port)) return false;
    const address = canonical(host);
    return this.#own.has(address) || (this.#perhaps.has(address) && isOwnHost(address));
  }
}

const canonical = (host: string) => canonicalAddress(host) ?? host.toLowerCase();
