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
  #rows = new Map<string, UpstreamUsageRow>();
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
  add({ upstreamId, accountId, country }: BookKey, counted: Counted): void {
    const day = Math.floor(this.#now() / dayMs) * dayMs;
    const name = `${upstreamId} ${accountId} ${day} ${country}`;
    let row = this.#rows.get(name);
    if (row === undefined) {
      const none = { sentBytes: 0, receivedBytes: 0, connections: 0, failures: 0 };
      row = { upstreamId, accountId, day, country, ...none };
      this.#rows.set(name, row);
    }
    for (const [field, count] of Object.entries(counted) as [keyof Counted, number][])
      row[field] += count;
    const total = this.#totals.get(upstreamId) ?? { sent: 0, received: 0 };
    total.sent += counted.sentBytes ?? 0;
    total.received += counted.receivedBytes ?? 0;
    this.#totals.set(upstreamId, total);
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
    const rows = [...this.#rows.values()];
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
