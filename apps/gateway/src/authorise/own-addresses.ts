/**
 * This machine's addresses and, behind NAT, the installation's public ones. Read periodically
 * instead of on demand: with thousands of addresses a read takes milliseconds, and it fails while
 * no file descriptor is free.
 */
import { OwnNames, type OwnNamesOptions } from "@turnpike/net/own-names.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

const everyMs = 15_000;
/** Dialling the unspecified address reaches this machine, too. */
const localHosts = new Set(["::1", "localhost", "0.0.0.0", "::"]);

export class OwnAddresses {
  #read: () => string[];
  #current: ReadonlySet<string> = new Set();
  #everSeen = new Set<string>();
  #timer: NodeJS.Timeout;
  #ownNames: OwnNames | null;

  /**
   * `ownNames` holds the installation's host names and public addresses. Throws if the machine's
   * addresses cannot be read at the start, since no target may be allowed without them.
   */
  constructor(read: () => string[], ownNames: OwnNamesOptions | null = null) {
    this.#read = read;
    this.#readAddresses();
    this.#timer = setInterval(() => this.#refresh(), everyMs).unref();
    this.#ownNames = ownNames && new OwnNames(ownNames);
  }

  /** Whether a canonical address is or was one of the installation's: it must not be a target. */
  has(address: string): boolean {
    return this.#everSeen.has(address) || (this.#ownNames?.has(address) ?? false);
  }

  /** Whether a host, in any spelling, leads to this machine now. */
  isThisMachine(host: string): boolean {
    const address = canonicalAddress(host) ?? host.toLowerCase();
    if (address.startsWith("127.") || localHosts.has(address) || this.#current.has(address))
      return true;
    return this.#ownNames?.hasNow(address) ?? false;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#ownNames?.stop();
  }

  #readAddresses(): void {
    this.#current = new Set(this.#read().map((address) => canonicalAddress(address) ?? address));
    for (const address of this.#current) this.#everSeen.add(address);
  }

  /** On failure, keeps the last known addresses until the next successful read. */
  #refresh(): void {
    try {
      this.#readAddresses();
    } catch {}
  }
}
