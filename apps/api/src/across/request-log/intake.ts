/**
 * Stores gateways' log rows separately from billing, one statement at a time: a slow log uses only
 * one connection of the pool, and never delays usage reports.
 */
import { type ConnectionLine, connectionRow } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { giveSplit, type RefusedItem } from "@turnpike/link/give-split.ts";
import {
  requestRetentionMs,
  requestsKeptPerAccount,
  requestsTrimmedEvery,
} from "@turnpike/rules/request-log.ts";
import { traceRetentionMs } from "@turnpike/rules/trace.ts";
import { nodeIdNamed } from "../../inventory/node/store/addresses.ts";
import type { Services } from "../../platform/services.ts";
import { isRefused } from "../../platform/db/unavailable.ts";
import { countryOf } from "../../platform/geo/country-of.ts";
import { setAside } from "../../platform/set-aside/set-aside.ts";
import { type Origin, requireWritable } from "../../platform/set-aside/store.ts";
import { LineProofs } from "./line-proofs.ts";
import { type GivenConnection, insertConnections } from "./store/connections.ts";
import { insertRequests, trimRequests } from "./store/requests.ts";
import { faultOf, validConnection, validRow } from "./valid-row.ts";

/** Maximum length of the queue; a gateway whose batch is refused sends it again later. */
const maxWaiting = 16;
const logEveryMs = 60_000;

/** What a worker (`NODE-WORKER`) of a node sent. */
interface GivenRows extends Origin {
  rows: RequestRow[];
  dropped: number;
}

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
   * Stores the valid rows of a worker; rows with an exit go into the trace. Returns how many were
   * new. Rows that cannot be stored are set aside. `dropped` counts rows for which the gateway had
   * no room. Without rows it only checks that the database accepts writes.
   * @throws Error if the queue is full or the database fails: the whole batch is to be sent again
   */
  async record(given: GivenRows): Promise<number> {
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

  /** Stores a row that was set aside, here or by a gateway. @throws Error if it still cannot be stored */
  async retry(item: unknown, { node, gateway }: Origin): Promise<void> {
    const row = Array.isArray(item) ? connectionRow(item as ConnectionLine) : (item as RequestRow);
    const fault = faultOf(row);
    if (fault !== null) throw new Error(fault);
    const nodeId = (await nodeIdNamed(this.#services.db, node)) ?? "";
    const { rows } = await new LineProofs(this.#services).judge([row], { nodeName: node, nodeId });
    const store = row.exitIp === "" ? this.#requests : this.#connections;
    await store(rows, gateway);
  }

  #logDropped(dropped: number): void {
    this.#dropped += dropped;
    if (this.#dropped === 0 || performance.now() - this.#loggedAt < logEveryMs) return;
    this.#services.log.warn({ dropped: this.#dropped }, "request log lines dropped: too many");
    this.#dropped = 0;
    this.#loggedAt = performance.now();
  }

  async #write({ rows, ...origin }: GivenRows): Promise<number> {
    if (rows.length === 0) {
      await requireWritable(this.#services.db);
      return 0;
    }
    const [bad, good] = split(rows, (row) => faultOf(row) !== null);
    const [without, withExit] = split(good, ({ exitIp }) => exitIp === "");
    const refused: RefusedItem<RequestRow>[] = bad.map((item) => {
      return { item, why: faultOf(item) ?? "" };
    });
    let fresh = 0;
    for (const [some, store] of [
      [withExit, this.#connections],
      [without, this.#requests],
    ] as const) {
      const give = async (part: RequestRow[]) => {
        fresh += await store(part, origin.gateway);
      };
      refused.push(...(await giveSplit(some, { give, isRefusal: isRefused })));
    }
    await this.#setAside(refused, origin);
    return fresh;
  }

  async #setAside(refused: RefusedItem<RequestRow>[], origin: Origin): Promise<void> {
    const { db, world } = this.#services;
    const items = refused.map(({ item, why }) => {
      const isConnection = item?.exitIp !== undefined && item.exitIp !== "";
      const kind = isConnection ? ("connection" as const) : ("request" as const);
      return { kind, name: String(item?.id ?? ""), item, why, at: world.now() };
    });
    await setAside(this.#services, db, { origin, items });
  }

  /** Stores rows that have an exit: all or none. */
  #connections = async (given: RequestRow[], gateway: string): Promise<number> => {
    const { db, world, env } = this.#services;
    const now = world.now();
    const kept = { from: now - traceRetentionMs(env), now };
    const rows = given.flatMap((row) => validConnection(row, kept) ?? []);
    for (const row of rows) await this.#locate(row);
    return rows.length === 0 ? 0 : insertConnections(db, rows, { now, gateway });
  };

  /** Finds where an exit is that an upstream named, to compare it with what was asked for. */
  async #locate(given: GivenConnection): Promise<void> {
    const { exit, row } = given;
    if (exit === null || !row.upstream || row.country === "") return;
    const found = await countryOf(this.#services.env.GEO_COUNTRY_MMDB)(exit);
    if (found !== null) given.found = found;
  }

  /** Stores rows without an exit: all or none. */
  #requests = async (given: RequestRow[]): Promise<number> => {
    const { db, world } = this.#services;
    const now = world.now();
    const rows = given.flatMap(
      (row) => validRow(row, { from: now - requestRetentionMs, now }) ?? [],
    );
    if (rows.length === 0) return 0;
    const fresh = await insertRequests(db, rows, now);
    await this.#trim(rows);
    return fresh;
  };

  async #trim(rows: RequestRow[]): Promise<void> {
    for (const { accountId } of rows) {
      this.#grown.set(accountId, (this.#grown.get(accountId) ?? 0) + 1);
    }
    for (const accountId of new Set(rows.map((row) => row.accountId))) {
      if ((this.#grown.get(accountId) ?? 0) < requestsTrimmedEvery) continue;
      this.#grown.delete(accountId);
      await trimRequests(this.#services.db, accountId, requestsKeptPerAccount);
    }
  }
}

/** The items that meet a condition, and the others. */
function split<T>(items: T[], meets: (item: T) => boolean): [T[], T[]] {
  return [items.filter(meets), items.filter((item) => !meets(item))];
}
