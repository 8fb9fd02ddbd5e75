/**
 * The addresses of this gateway's static listeners: no target and no upstream may lead back to them
 * (spec/quality#g6).
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

/**
 * The address to listen on. Behind NAT, a local exit's listener is bound to the address that this
 * machine itself has.
 */
export function listenAddress({ how, host, ip }: ExitFact): string {
  return how === "local" ? host : ip;
}

export class StaticAddresses {
  #ports: ReadonlySet<number>;
  /** Addresses of local exits: this machine's own and, behind NAT, the public ones. */
  #own = new Set<string>();
  /** The same, including retired exits, as their addresses still lead here. */
  #everOwn = new Set<string>();
  /** Addresses of upstream exits: our listeners only if this machine has the address. */
  #upstream = new Set<string>();
  /** Ports at the gateway's own hosts. */
  #shared = new Set<number>();

  constructor(ports: readonly number[]) {
    this.#ports = new Set(ports);
  }

  /** Replaces the addresses by those of the static exits of all workers. */
  setExits(exits: Iterable<ExitFact>): void {
    this.#own.clear();
    this.#upstream.clear();
    this.#shared.clear();
    for (const exit of exits) {
      if (exit.sharedPort !== undefined) this.#shared.add(exit.sharedPort);
      else if (exit.how !== "local") this.#upstream.add(canonical(listenAddress(exit)));
      else this.#own.add(canonical(exit.host)).add(canonical(exit.ip));
    }
    for (const address of this.#own) this.#everOwn.add(address);
  }

  /** Whether a canonical address is or was a local exit's and so must not be a target. */
  has(address: string): boolean {
    return this.#everOwn.has(address);
  }

  /** Whether a static exit's listener is at this port of the gateway's own hosts. */
  isSharedPort(port: number): boolean {
    return this.#shared.has(port);
  }

  isListener(host: string, port: number, isOwnHost: (host: string) => boolean): boolean {
    if (!this.#ports.has(port)) return false;
    const address = canonical(host);
    return this.#own.has(address) || (this.#upstream.has(address) && isOwnHost(address));
  }
}

const canonical = (host: string) => canonicalAddress(host) ?? host.toLowerCase();
