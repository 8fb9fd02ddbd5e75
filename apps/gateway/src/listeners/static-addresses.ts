/**
 * Addresses of this gateway's static listeners: no target and no upstream may lead back to them
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
  /** Addresses of local exits: this machine's, before and behind NAT. */
  #own = new Set<string>();
  /** The same, of retired exits too: their addresses still lead here. */
  #ever = new Set<string>();
  /** Addresses of upstream exits: listeners of ours only where this machine has the address. */
  #perhaps = new Set<string>();

  constructor(ports: readonly number[]) {
    this.#ports = new Set(ports);
  }

  /** Takes the static exits of all workers. */
  note(exits: Iterable<ExitFact>): void {
    this.#own.clear();
    this.#perhaps.clear();
    for (const exit of exits) {
      if (exit.how !== "local") this.#perhaps.add(canonical(listenAddress(exit)));
      else this.#own.add(canonical(exit.host)).add(canonical(exit.ip));
    }
    for (const address of this.#own) this.#ever.add(address);
  }

  /** Whether a canonical address is or was a local exit's: it must not be a target. */
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
