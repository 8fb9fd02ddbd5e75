/**
 * Counts bytes where they move: one row for each holder, lease, hour, domain and place.
 */
import type { Product, UsageRow } from "@turnpike/contract/data-plane.ts";

const hourMs = 3_600_000;

/** What a tunnel's or request's bytes are recorded under. */
export interface UsageKey {
  accountId: string;
  subAccountId: string;
  product: Product;
  /** The target's host, lower-case. */
  domain: string;
  country: string;
  city: string;
}

/** A row to count into; valid while `window` is the meter's. */
export interface UsageCounter {
  window: number;
  leaseId: string;
  row: UsageRow;
}

export class Meter {
  /** Changes with each `collect`: a counter of an older window is void. */
  window = 1;
  #rows = new Map<string, UsageRow>();
  #now: () => number;

  /** `now` is the product's clock, milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The counter for these bytes in the present hour, until the next `collect`. */
  counter(leaseId: string, usageKey: UsageKey): UsageCounter {
    const { subAccountId, domain, country, city } = usageKey;
    const hour = hourOf(this.#now());
    const key = `${subAccountId} ${leaseId} ${hour} ${domain} ${country} ${city}`;
    let row = this.#rows.get(key);
    if (row === undefined) {
      row = { leaseId, hour, ...usageKey, upBytes: 0, downBytes: 0, requests: 0 };
      this.#rows.set(key, row);
    }
    return { window: this.window, leaseId, row };
  }

  /** Returns all rows since the last call and starts a new window. */
  collect(): UsageRow[] {
    this.window += 1;
    if (this.#rows.size === 0) return [];
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    return rows;
  }
}

function hourOf(instant: number): number {
  return Math.floor(instant / hourMs) * hourMs;
}
