/**
 * Stores gateways' log rows separately from billing, one statement at a time: a slow log uses only
 * one connection of the pool, and never delays usage reports.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import {
  requestRetentionMs,
  requestsKeptPerAccount,
  requestsTrimmedEvery,
} from "@turnpike/rules/request-log.ts";
import { traceRetentionMs } from "@turnpike/rules/trace.ts";
import type { Services } from "../../platform/services.ts";
import { insertConnections } from "./store/connections.ts";
import { insertRequests, trimRequests } from "./store/requests.ts";
import { validConnection, validRow } from "./valid-row.ts";

/** Maximum length of the queue; a gateway whose batch is refused sends it again later. */
const maxWaiting = 16;
const logEveryMs = 60_000;

export class Intake {
  #services: Services;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Lines dropped by gateways since the last log message. */
  #dropped = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** Rows stored per account since its log was last trimmed. */
  #grown = new Map<string, number>();

  constructor(services: Services) {
    this.#services = services;
  }

  /**
   * Stores the valid rows of a worker (`NODE-WORKER`); rows with an exit go into the trace. Returns
   * how many were new. `dropped` counts rows for which the gateway had no room.
   * @throws Error if the queue is full or the database fails
   */
  async record(given: { rows: RequestRow[]; dropped: number; gateway: string }): Promise<number> {
    if (this.#waiting >= maxWaiting) throw new Error("The request log is behind");
    this.#waiting += 1;
    const mine = this.#last.then(() => this.#write(given));
    this.#last = mine.catch(() => {});
    try {
      const fresh = await mine;
      this.#logDropped(given.dropped);
      return fresh;
    } finally {
      this.#waiting -= 1;
    }
  }

  #logDropped(dropped: number): void {
    this.#dropped += dropped;
    if (this.#dropped === 0 || performance.now() - this.#loggedAt < logEveryMs) return;
    this.#services.log.warn({ dropped: this.#dropped }, "request log lines dropped: too many");
    this.#dropped = 0;
    this.#loggedAt = performance.now();
  }

  async #write({ rows, gateway }: { rows: RequestRow[]; gateway: string }): Promise<number> {
    const withExit = rows.filter(({ exitIp }) => exitIp !== "");
    const without = rows.filter(({ exitIp }) => exitIp === "");
    return (await this.#writeConnections(withExit, gateway)) + (await this.#writeRequests(without));
  }

  async #writeConnections(given: RequestRow[], gateway: string): Promise<number> {
    const { db, world, env } = this.#services;
    const now = world.now();
    const kept = { from: now - traceRetentionMs(env), now };
    const rows = given.flatMap((row) => validConnection(row, kept) ?? []);
    return rows.length === 0 ? 0 : insertConnections(db, rows, { now, gateway });
  }

  async #writeRequests(given: RequestRow[]): Promise<number> {
    const { db, world } = this.#services;
    const now = world.now();
    const rows = given.flatMap(
      (row) => validRow(row, { from: now - requestRetentionMs, now }) ?? [],
    );
    if (rows.length === 0) return 0;
    const fresh = await insertRequests(db, rows, now);
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
