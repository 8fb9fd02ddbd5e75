/**
 * This machine's addresses, and those of the installation that no machine of it has: behind NAT. The
 * machine's are read now and then and not where they are needed: the kernel
 * takes milliseconds for thousands of them, and refuses while there is no descriptor left.
 */
import { OwnNames, type OwnNamesOptions } from "@turnpike/net/own-names.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

const everyMs = 15_000;
/** Who dials the unspecified address comes out at this machine, too. */
const selves = new Set(["::1", "localhost", "0.0.0.0", "::"]);

export class OwnAddresses {
  #read: () => string[];
  #now: ReadonlySet<string> = new Set();
  #ever = new Set<string>();
  #timer: NodeJS.Timeout;
  #named: OwnNames | null;

  /**
   * `named` are names and public addresses of the installation. Throws where the machine's cannot be
   * read at first: nothing may be let through without them.
   */
  constructor(read: () => string[], named: OwnNamesOptions | null = null) {
    this.#read = read;
    this.#readAddresses();
    this.#timer = setInterval(() => this.#refresh(), everyMs).unref();
    this.#named = named && new OwnNames(named);
  }

  /** Whether a canonical address is the installation's or was since the start: it is no target. */
  has(address: string): boolean {
    return this.#ever.has(address) || (this.#named?.has(address) ?? false);
  }

  /** Whether a host, however spelled, is this machine, or what leads to it, by one of its addresses. */
  isHere(host: string): boolean {
    const address = canonicalAddress(host) ?? host.toLowerCase();
    if (address.startsWith("127.") || selves.has(address) || this.#now.has(address)) return true;
    return this.#named?.hasNow(address) ?? false;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#named?.stop();
  }

  #readAddresses(): void {
    this.#now = new Set(this.#read().map((address) => canonicalAddress(address) ?? address));
    for (const address of this.#now) this.#ever.add(address);
  }

  /** The last ones serve until they can be read again. */
  #refresh(): void {
    try {
      this.#readAddresses();
    } catch {}
  }
}
