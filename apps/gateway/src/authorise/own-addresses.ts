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
  #lookup: OwnNamesOptions["lookup"] | null;
  /** Hosts of the installation's other machines: no targets, but not this machine either. */
  #nodes: { hosts: string; names: ReadonlySet<string>; known: OwnNames[] } | null = null;

  /**
   * `ownNames` holds the installation's host names and public addresses. Throws if the machine's
   * addresses cannot be read at the start, since no target may be allowed without them.
   */
  constructor(read: () => string[], ownNames: OwnNamesOptions | null = null) {
    this.#read = read;
    this.#readAddresses();
    this.#timer = setInterval(() => this.#refresh(), everyMs).unref();
    this.#ownNames = ownNames && new OwnNames(ownNames);
    this.#lookup = ownNames && ownNames.lookup;
  }

  /** Replaces the hosts of nodes and relays; earlier ones count until the new ones are looked up. */
  setNodeHosts(hosts: readonly string[]): void {
    const text = hosts.join();
    if (this.#lookup === null || this.#nodes?.hosts === text) return;
    const before = this.#nodes?.known ?? [];
    const fresh = new OwnNames({ names: hosts, lookup: this.#lookup });
    const names = new Set(hosts.map((host) => host.toLowerCase().replace(/\.$/, "")));
    const nodes = { hosts: text, names, known: [fresh, ...before.slice(0, 1)] };
    for (const known of before) known.stop();
    this.#nodes = nodes;
    void fresh.refresh().then(() => nodes.known.splice(1));
  }

  /** Whether a lower-case name is that of a node or relay. */
  isNodeName(name: string): boolean {
    return this.#nodes?.names.has(name) ?? false;
  }

  /** Whether a canonical address is or was one of the installation's: it must not be a target. */
  has(address: string): boolean {
    if (this.#everSeen.has(address) || this.#ownNames?.has(address)) return true;
    return this.#nodes?.known.some((known) => known.has(address)) ?? false;
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
    for (const known of this.#nodes?.known ?? []) known.stop();
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
