/**
 * This machine's addresses. They are read now and then and not where they are needed: the kernel
 * takes milliseconds for thousands of them, and refuses while there is no descriptor left.
 */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

const defaultEveryMs = 15_000;
/** Who dials the unspecified address comes out at this machine, too. */
const selves = new Set(["::1", "localhost", "0.0.0.0", "::"]);

export class OwnAddresses {
  #read: () => string[];
  #now: ReadonlySet<string> = new Set();
  #ever = new Set<string>();
  #timer: NodeJS.Timeout;

  /** Throws where they cannot be read at first: nothing may be let through without them. */
  constructor(read: () => string[], everyMs = defaultEveryMs) {
    this.#read = read;
    this.#look();
    this.#timer = setInterval(() => this.#lookAgain(), everyMs).unref();
  }

  /** Whether a canonical address is this machine's or was since the start: it is no target. */
  has(address: string): boolean {
    return this.#ever.has(address);
  }

  /** Whether a host, however spelled, is this machine by one of its addresses. */
  isHere(host: string): boolean {
    const address = canonicalAddress(host) ?? host.toLowerCase();
    return address.startsWith("127.") || selves.has(address) || this.#now.has(address);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#now = new Set(this.#read().map((address) => canonicalAddress(address) ?? address));
    for (const address of this.#now) this.#ever.add(address);
  }

  /** The last ones serve until they can be read again. */
  #lookAgain(): void {
    try {
      this.#look();
    } catch {}
  }
}
