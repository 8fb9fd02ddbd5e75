/**
 * Which targets of an account get rows of their own. Each row is written to the journal and counted by
 * the hub, in one queue for all customers, and a datagram to ever new targets costs a byte: beyond
 * these numbers targets are counted together, as the hub does with those beyond 1,000 a day.
 */
import { otherKey } from "@turnpike/rules/usage.ts";

/** New rows of an account between two collects, of which there are four a second. */
const maxRows = 1_000;
/** Different targets of an account in an hour: twice what the hub keeps in a day. */
const maxOfAccount = 2_000;
/** In all: a worker has no memory for more. */
const maxInAll = 200_000;

export class NamedDomains {
  #hour = 0;
  #count = 0;
  #known = new Map<string, Set<string>>();
  #rows = new Map<string, number>();

  /** The name for one more row of an account: the target's own, or that of all others. */
  nameOf(accountId: string, domain: string, hour: number): string {
    if (hour !== this.#hour || this.#count >= maxInAll) this.#forget(hour);
    const rows = this.#rows.get(accountId) ?? 0;
    if (rows >= maxRows || !this.#isKnown(accountId, domain)) return otherKey;
    this.#rows.set(accountId, rows + 1);
    return domain;
  }

  /** Call at each collect. */
  collected(): void {
    if (this.#rows.size > 0) this.#rows = new Map();
  }

  #isKnown(accountId: string, domain: string): boolean {
    let own = this.#known.get(accountId);
    if (own === undefined) {
      own = new Set();
      this.#known.set(accountId, own);
    }
    if (own.has(domain)) return true;
    if (own.size >= maxOfAccount) return false;
    own.add(domain);
    this.#count += 1;
    return true;
  }

  #forget(hour: number): void {
    this.#hour = hour;
    this.#count = 0;
    this.#known = new Map();
  }
}
