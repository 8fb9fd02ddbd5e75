/**
 * Counts the bytes on our sockets to upstreams, handshakes and failed tries included: what the
 * wholesaler bills us. By upstream, account, UTC day and asked country.
 */
import type { UpstreamUsageRow } from "@turnpike/contract/upstream-facts.ts";

const dayMs = 86_400_000;

export interface BookKey {
  upstreamId: string;
  accountId: string;
  country: string;
}
/** Bytes of an open connection so far. */
export interface Moved {
  sent: number;
  received: number;
}
type Counted = Partial<Omit<UpstreamUsageRow, keyof BookKey | "day">>;

/** An open connection that is counted while it moves bytes. */
export interface Entry {
  key: BookKey;
  read: () => Moved;
  taken: Moved;
}

export class UpstreamBook {
  /** By upstream and account: a row for each day and country, which are few. */
  #rows = new Map<string, Map<string, UpstreamUsageRow[]>>();
  #open = new Set<Entry>();
  #totals = new Map<string, Moved>();
  #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** All bytes of each upstream since the start, by id. */
  get totals(): ReadonlyMap<string, Moved> {
    return this.#totals;
  }

  /** Counts what is known at once. */
  add(key: BookKey, counted: Counted): void {
    const { sentBytes = 0, receivedBytes = 0, connections = 0, failures = 0 } = counted;
    const row = this.#rowOf(key);
    row.sentBytes += sentBytes;
    row.receivedBytes += receivedBytes;
    row.connections += connections;
    row.failures += failures;
    let total = this.#totals.get(key.upstreamId);
    if (total === undefined) {
      total = { sent: 0, received: 0 };
      this.#totals.set(key.upstreamId, total);
    }
    total.sent += sentBytes;
    total.received += receivedBytes;
  }

  /** Today's row. */
  #rowOf({ upstreamId, accountId, country }: BookKey): UpstreamUsageRow {
    const day = Math.floor(this.#now() / dayMs) * dayMs;
    const byAccount = this.#rows.get(upstreamId) ?? new Map<string, UpstreamUsageRow[]>();
    if (byAccount.size === 0) this.#rows.set(upstreamId, byAccount);
    const rows = byAccount.get(accountId) ?? [];
    if (rows.length === 0) byAccount.set(accountId, rows);
    for (const row of rows) if (row.country === country && row.day === day) return row;
    const none = { sentBytes: 0, receivedBytes: 0, connections: 0, failures: 0 };
    const row = { upstreamId, accountId, day, country, ...none };
    rows.push(row);
    return row;
  }

  /** Counts a connection from now on, until `close`. */
  open(key: BookKey, read: () => Moved): Entry {
    const entry = { key, read, taken: { sent: 0, received: 0 } };
    this.#open.add(entry);
    return entry;
  }

  close(entry: Entry): void {
    if (this.#open.delete(entry)) this.#sample(entry);
  }

  get isEmpty(): boolean {
    return this.#rows.size + this.#open.size === 0;
  }

  /** Takes all rows since the last call. */
  take(): UpstreamUsageRow[] {
    if (this.isEmpty) return [];
    for (const entry of this.#open) this.#sample(entry);
    const rows = [...this.#rows.values()].flatMap((each) => [...each.values()].flat());
    this.#rows.clear();
    return rows;
  }

  #sample(entry: Entry): void {
    const { sent, received } = entry.read();
    const sentBytes = sent - entry.taken.sent;
    const receivedBytes = received - entry.taken.received;
    if (sentBytes + receivedBytes === 0) return;
    entry.taken = { sent, received };
    this.add(entry.key, { sentBytes, receivedBytes });
  }
}
