/**
 * Counts bytes where they move: one row for each holder, lease, hour, domain and place. And how
 * requests ended, by the same but the lease.
 */
import type { Product, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { connectBucket, connectBuckets } from "@turnpike/rules/usage.ts";

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

/** How a tunnel or request ended, and where it went; empty texts for what was not known yet. */
export interface Ended extends Omit<UsageKey, "accountId"> {
  outcome: RequestRow["outcome"];
  reason: RequestRow["reason"];
  /** How long the connect to its target took; null where it had none of its own. */
  connectMs: number | null;
}

/** With more rows than this between two collects, domains are not told apart. */
const maxOutcomeRows = 5_000;

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
  #outcomes = new Map<string, OutcomeRow>();
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

  /** Counts how a tunnel or request ended. */
  countEnded({ outcome, reason, connectMs, ...ended }: Ended): void {
    const { subAccountId, product, country, city } = ended;
    const domain = this.#outcomes.size < maxOutcomeRows ? ended.domain : "";
    const hour = hourOf(this.#now());
    const key = `${subAccountId} ${hour} ${domain} ${country} ${city}`;
    let row = this.#outcomes.get(key);
    if (row === undefined) {
      const place = { subAccountId, product, hour, domain, country, city };
      row = { ...place, outcomes: {}, reasons: {}, connects: [] };
      this.#outcomes.set(key, row);
    }
    row.outcomes[outcome] = (row.outcomes[outcome] ?? 0) + 1;
    if (reason !== "") {
      const why = `${outcome}:${reason}`;
      row.reasons[why] = (row.reasons[why] ?? 0) + 1;
    }
    if (connectMs === null) return;
    if (row.connects.length === 0) row.connects = Array.from({ length: connectBuckets }, () => 0);
    const at = connectBucket(connectMs);
    row.connects[at] = (row.connects[at] ?? 0) + 1;
  }

  /** Returns how requests ended since the last call. */
  collectOutcomes(): OutcomeRow[] {
    if (this.#outcomes.size === 0) return [];
    const rows = [...this.#outcomes.values()];
    this.#outcomes = new Map();
    return rows;
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
