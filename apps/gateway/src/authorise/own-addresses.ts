/**
 * This machine's addresses, and the installation's public ones behind NAT. They are read from time to
 * time and not when they are needed: the kernel takes milliseconds for thousands of them, and fails
 * while there is no descriptor left.
 */
import { OwnNames, type OwnNamesOptions } from "@turnpike/net/own-names.ts";
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

const everyMs = 15_000;
/** Dialling the unspecified address reaches this machine, too. */
const selves = new Set(["::1", "localhost", "0.0.0.0", "::"]);

export class OwnAddresses {
  #read: () => string[];
  #now: ReadonlySet<string> = new Set();
  #ever = new Set<string>();
  #timer: NodeJS.Timeout;
  #named: OwnNames | null;

  /**
   * `named` are names and public addresses of the installation. Throws where the machine's cannot be
   * read at the start: no target may be allowed without them.
   */
  constructor(read: () => string[], named: OwnNamesOptions | null = null) {
    this.#read = read;
    this.#readAddresses();
    this.#timer = setInterval(() => this.#refresh(), everyMs).unref();
    this.#named = named && new OwnNames(named);
  }

  /** Whether a canonical address is or was the installation's: it must not be a target. */
  has(address: string): boolean {
    return this.#ever.has(address) || (this.#named?.has(address) ?? false);
  }

  /** Whether a host, in any spelling, leads to this machine. */
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

  /** Keeps the last addresses until they can be read again. */
  #refresh(): void {
    try {
      this.#readAddresses();
    } catch {}
  }
}
