/**
 * Takes log rows from gateways into the store, apart from all that bills: one statement at a time,
 * so that a slow log holds one connection of the pool and no report ever waits for it.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import {
  requestsKeptMs,
  requestsKeptPerAccount,
  requestsTrimmedEvery,
} from "@turnpike/rules/request-log.ts";
import type { Services } from "../../platform/services.ts";
import { validRow } from "./valid-row.ts";
import { insertRequests, trimRequests } from "./store.ts";

/** Batches that wait for their turn; a gateway whose batch is refused sends it again later. */
const mostWaiting = 16;
const sayEveryMs = 60_000;

export class Intake {
  #services: Services;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Lines that gateways had no room for, and when that was last said. */
  #dropped = 0;
  #saidAt = Number.NEGATIVE_INFINITY;
  /** Rows that came for an account since it was last trimmed. */
  #grown = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Keeps rows that hold together; answers how many were new. `dropped` are those that the gateway
   * had no room for. Throws when too many batches wait, or the database fails.
   */
  async take(given: { rows: RequestRow[]; dropped: number }): Promise<number> {
    if (this.#waiting >= mostWaiting) throw new Error("The request log is behind");
    this.#waiting += 1;
    const mine = this.#last.then(() => this.#write(given.rows));
    this.#last = mine.catch(() => {});
    try {
      const fresh = await mine;
      this.#sayDropped(given.dropped);
      return fresh;
    } finally {
      this.#waiting -= 1;
    }
  }

  #sayDropped(dropped: number): void {
    this.#dropped += dropped;
    if (this.#dropped === 0 || performance.now() - this.#saidAt < sayEveryMs) return;
    this.#services.log.warn({ dropped: this.#dropped }, "request log lines dropped: too many");
    this.#dropped = 0;
    this.#saidAt = performance.now();
  }

  async #write(given: RequestRow[]): Promise<number> {
    const { db, world } = this.#services;
    const now = world.now();
    const rows = given.flatMap((row) => validRow(row, { from: now - requestsKeptMs, now }) ?? []);
    if (rows.length === 0) return 0;
    const fresh = await insertRequests(db, rows);
    for (const { accountId } of rows) {
      this.#grown.set(accountId, (this.#grown.get(accountId) ?? 0) + 1);
    }
    for (const accountId of new Set(rows.map((row) => row.accountId))) {
      if ((this.#grown.get(accountId) ?? 0) < requestsTrimmedEvery) continue;
      this.#grown.delete(accountId);
      await trimRequests(db, accountId, requestsKeptPerAccount);
    }
    return fresh;
  }
}
