/**
 * Counts bytes where they are moved, in one row per holder, lease, hour, domain and place, and the
 * outcomes of requests by the same keys except the lease.
 */
import type { Product, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { OutcomeRow } from "@turnpike/contract/outcome-row.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { connectBucket, connectBuckets } from "@turnpike/rules/usage.ts";
import { NamedDomains } from "./named-domains.ts";

const hourMs = 3_600_000;

/** The key under which a tunnel's or request's bytes are recorded. */
export interface UsageKey {
  accountId: string;
  subAccountId: string;
  product: Product;
  /** The target's host, lower-case. */
  domain: string;
  country: string;
  city: string;
}

/** The outcome of a tunnel or request, and where it went; empty strings if not known yet. */
export interface EndedRequest extends UsageKey {
  outcome: RequestRow["outcome"];
  reason: RequestRow["reason"];
  /** How long it took to connect to the target; null if no connection was opened for it. */
  connectMs: number | null;
}

/** With more rows than this between two collects, further rows have no domain. */
const maxOutcomeRows = 5_000;

/** A row to count into; valid only while `window` equals the meter's. */
export interface UsageCounter {
  window: number;
  leaseId: string;
  row: UsageRow;
  /** The outcomes of what it counted; null until there are any. */
  outcomes: OutcomeRow | null;
}

export class Meter {
  /** Changes with each `collect`, which invalidates counters of earlier windows. */
  window = 1;
  #counters = new Map<string, UsageCounter>();
  /** The counter that each holder used last, found without making a key. */
  #lastOf = new Map<string, UsageCounter>();
  #outcomes = new Map<string, OutcomeRow>();
  #names = new NamedDomains();
  #now: () => number;

  /** `now` is the product's clock, milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The counter for these bytes in the current hour; valid until the next `collect`. */
  counter(leaseId: string, usageKey: UsageKey): UsageCounter {
    const { subAccountId, domain, country, city } = usageKey;
    const hour = hourOf(this.#now());
    const last = this.#lastOf.get(subAccountId);
    if (last !== undefined && isFor(last.row, leaseId, hour, usageKey)) return last;
    const key = `${subAccountId} ${leaseId} ${hour} ${domain} ${country} ${city}`;
    const counter = this.#counters.get(key) ?? this.#add(key, { leaseId, hour, ...usageKey });
    this.#lastOf.set(subAccountId, counter);
    return counter;
  }

  /** Adds a row; of an account with very many targets, the row of its others. */
  #add(key: string, of: UsageKey & { leaseId: string; hour: number }): UsageCounter {
    const { leaseId, hour, subAccountId, country, city } = of;
    const domain = this.#names.nameOf(of.accountId, of.domain, hour);
    const isNamed = domain === of.domain;
    const named = isNamed ? key : `${subAccountId} ${leaseId} ${hour} ${domain} ${country} ${city}`;
    const known = isNamed ? undefined : this.#counters.get(named);
    if (known !== undefined) return known;
    const row = { ...of, domain, upBytes: 0, downBytes: 0, requests: 0 };
    const counter = { window: this.window, leaseId, row, outcomes: null };
    this.#counters.set(named, counter);
    return counter;
  }

  /** Counts an outcome; `counter` is the counter that its bytes were last added to. */
  countOutcome(ended: EndedRequest, counter: UsageCounter | null = null): void {
    const { outcome, reason, connectMs } = ended;
    const isValid = counter?.window === this.window;
    const known = isValid ? counter?.outcomes : null;
    const row = known ?? this.#outcomeRow(ended, counter?.row.domain);
    if (isValid && counter) counter.outcomes = row;
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

  /**
   * Its row; of an account with very many targets, the row of its others: a refusal costs nothing.
   * `counted`: the name that its bytes were counted under.
   */
  #outcomeRow(ended: EndedRequest, counted?: string): OutcomeRow {
    const { accountId, subAccountId, product, country, city } = ended;
    const hour = hourOf(this.#now());
    const keyOf = (name: string) => `${subAccountId} ${hour} ${name} ${country} ${city}`;
    const own = counted ?? ended.domain;
    const known = this.#outcomes.get(keyOf(own));
    if (known !== undefined) return known;
    const isFull = this.#outcomes.size >= maxOutcomeRows;
    const isNamed = counted !== undefined || own === "";
    const domain = isFull ? "" : isNamed ? own : this.#names.nameOf(accountId, own, hour);
    let row = domain === own ? undefined : this.#outcomes.get(keyOf(domain));
    if (row === undefined) {
      const place = { subAccountId, product, hour, domain, country, city };
      row = { ...place, outcomes: {}, reasons: {}, connects: [] };
      this.#outcomes.set(keyOf(domain), row);
    }
    return row;
  }

  /** Returns all rows since the last call and starts a new window. */
  collect(): { usage: UsageRow[]; outcomes: OutcomeRow[] } {
    this.window += 1;
    this.#names.collected();
    const usage = Array.from(this.#counters.values(), ({ row }) => row);
    const outcomes = [...this.#outcomes.values()];
    if (usage.length > 0) {
      this.#counters = new Map();
      this.#lastOf = new Map();
    }
    if (outcomes.length > 0) this.#outcomes = new Map();
    return { usage, outcomes };
  }
}

function isFor(row: UsageRow, leaseId: string, hour: number, usageKey: UsageKey): boolean {
  return (
    row.leaseId === leaseId &&
    row.hour === hour &&
    row.domain === usageKey.domain &&
    row.country === usageKey.country &&
    row.city === usageKey.city
  );
}

function hourOf(instant: number): number {
  return Math.floor(instant / hourMs) * hourMs;
}
