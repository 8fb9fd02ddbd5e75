/**
 * The addresses to which this installation's names resolve: behind NAT no interface has them. They
 * are looked up at once and every minute, in the background.
 */
import { canonicalAddress } from "@turnpike/rules/ip-address.ts";

const defaultEveryMs = 60_000;
/** A CDN's name resolves to many addresses over time; these are enough. */
const maxAddresses = 1_000;

export interface OwnNamesOptions {
  /** Host names and addresses, in any spelling; addresses are used directly. */
  names: Iterable<string>;
  /** Resolves all addresses of a name; rejects if there are none. */
  lookup: (host: string) => string[] | Promise<string[]>;
  everyMs?: number;
}

export class OwnNames {
  #options: OwnNamesOptions;
  #names: string[] = [];
  #addresses = new Set<string>();
  #current = new Map<string, string[]>();
  #everSeen = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: OwnNamesOptions) {
    this.#options = options;
    for (const text of options.names) {
      const host = text
        .toLowerCase()
        .replace(/^\[|\]$/g, "")
        .replace(/\.$/, "");
      const address = canonicalAddress(host);
      if (address !== null) this.#addresses.add(address);
      else if (host !== "") this.#names.push(host);
    }
    if (this.#names.length === 0) return;
    void this.refresh();
    const { everyMs = defaultEveryMs } = options;
    this.#timer = setInterval(() => void this.refresh(), everyMs).unref();
  }

  /** Whether a canonical address is this installation's, or was since the start. */
  has(address: string): boolean {
    return this.#addresses.has(address) || this.#everSeen.has(address);
  }

  /** Whether it is according to the latest look-ups. */
  hasNow(address: string): boolean {
    if (this.#addresses.has(address)) return true;
    if (!this.#everSeen.has(address)) return false;
    for (const found of this.#current.values()) if (found.includes(address)) return true;
    return false;
  }

  /** Looks up all names once; on failure, keeps the known addresses. Never rejects. */
  async refresh(): Promise<void> {
    await Promise.all(this.#names.map((name) => this.#lookUp(name)));
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #lookUp(name: string): Promise<void> {
    try {
      const found = (await this.#options.lookup(name)).map((each) => canonicalAddress(each));
      const addresses = found.filter((each) => each !== null);
      this.#current.set(name, addresses);
      for (const each of addresses) this.#everSeen.delete(each);
      for (const each of addresses) this.#everSeen.add(each);
      for (const each of this.#everSeen) {
        if (this.#everSeen.size <= maxAddresses) break;
        this.#everSeen.delete(each);
      }
    } catch {}
  }
}
