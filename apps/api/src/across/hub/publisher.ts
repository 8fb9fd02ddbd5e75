/** Sends changes to the gateways: woken by NOTIFY, and every 2 s in case one was missed. */
import type { Changes, HubMessage } from "@turnpike/contract/data-plane.ts";
import { giveSplit } from "@turnpike/link/give-split.ts";
import { everySecond } from "@turnpike/net/every-second.ts";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { changesChannel } from "../../platform/changes/changes.ts";
import {
  type ChangeRow,
  changesAfter,
  changesSince,
  keptChangeIds,
  lastChangeId,
  type ResourceRef,
} from "../../platform/changes/store.ts";
import { isUnreadable } from "../../platform/db/unavailable.ts";
import type { Services } from "../../platform/services.ts";
import { followClock } from "../lab/clock.ts";
import { changesFor, type OwnedChanges, type Receiver } from "./project.ts";
import { inParts } from "./change-parts.ts";
import { currentResources, setChangesAside } from "./resources.ts";

/** How many changes are read at once. */
const batchRows = 2_000;
/** A gateway that missed more changes than this reads a snapshot instead. */
const maxResumed = 20_000;
/** Or more parts than these, as they come in one answer. */
const maxParts = 2;

/** A message to all gateways; each node receives only changes that concern it (`project.ts`). */
export type Broadcast =
  | { kind: "changes"; changes: OwnedChanges }
  | Omit<Extract<HubMessage, { kind: "clock" }>, "seq">;

/** A message without its sequence number, which is separate for each peer. */
export type WithoutSeq =
  | Omit<Extract<HubMessage, { kind: "change" }>, "seq" | "position">
  | Omit<Extract<HubMessage, { kind: "clock" }>, "seq">
  | Omit<Extract<HubMessage, { kind: "node" }>, "seq">
  | Omit<Extract<HubMessage, { kind: "relay" }>, "seq">
  | Omit<Extract<HubMessage, { kind: "hosts" }>, "seq">
  | Omit<Extract<HubMessage, { kind: "brand" }>, "seq">
  | Omit<Extract<HubMessage, { kind: "policies" }>, "seq">
  | Omit<Extract<HubMessage, { kind: "bind" }>, "seq">;

/**
 * Which changes were sent. Ids are not committed in order: one below the highest may still appear
 * while a transaction is running that started to write before the highest id was read
 * (`checkpoint`). No id below `floor` can appear any more.
 */
interface PublishedPosition {
  floor: number;
  above: Set<number>;
  checkpoint: { id: number; xid: bigint } | null;
}

export interface PublisherOptions {
  services: Services;
  /** Runs work that must not overlap with reading a snapshot's page. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  sendToAll: (message: Broadcast) => void;
}

export class Publisher {
  #services: Services;
  #inTurn: PublisherOptions["inTurn"];
  #sendToAll: PublisherOptions["sendToAll"];
  #sent: PublishedPosition = { floor: 0, above: new Set(), checkpoint: null };
  #sentOffsetMs: number;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #endPoll: () => void;
  #unlisten: (() => void)[] = [];
  #version = 0;
  #skipped = false;

  constructor({ services, inTurn: runExclusive, sendToAll }: PublisherOptions) {
    this.#services = services;
    this.#inTurn = runExclusive;
    this.#sendToAll = sendToAll;
    this.#sentOffsetMs = services.world.offsetMs();
    this.#endPoll = everySecond(() => this.#look());
  }

  /**
   * Marks all changes committed so far as sent: gateways that connect later read them anyway. Await
   * it before any gateway connects.
   */
  async start(): Promise<void> {
    const { db } = this.#services;
    const ids = await keptChangeIds(db);
    this.#sent.above = new Set(ids);
    const id = ids.reduce((most, each) => Math.max(most, each), await lastChangeId(db));
    // Read last: any transaction that has taken an id by now has an older transaction id.
    this.#sent.checkpoint = { id, xid: await nextXid(db) };
    const wake = () => this.#wake();
    const { listener, env } = this.#services;
    if (listener) this.#unlisten.push(listener.on(changesChannel, wake, wake));
    if (env.lab) this.#unlisten.push(followClock(this.#services, wake));
  }

  /** All changes up to this position were sent to every peer connected at that time. */
  get position(): number {
    return this.#sent.floor;
  }

  /** Increases with each change that is sent. */
  get version(): number {
    return this.#version;
  }

  /** The changes for a gateway since a position; null if it needs a snapshot. Run it in turn. */
  async since(position: number, receiver: Receiver): Promise<Changes | null> {
    const rows = await changesSince(this.#services.db, position, maxResumed);
    if (rows === null) return null;
    const changes = await this.#read(refsOf(rows));
    return inParts(changes).length > maxParts ? null : changesFor(receiver, changes);
  }

  /** Resolves once all changes committed by now have been sent. */
  async delivered(): Promise<void> {
    this.#wake();
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endPoll();
    for (const unlisten of this.#unlisten) unlisten();
    await this.#running;
  }

  /** Polls each second if changes are pending or NOTIFY is unavailable, else every other second. */
  #look(): void {
    const { checkpoint, above } = this.#sent;
    const isQuiet = checkpoint === null && above.size === 0;
    this.#skipped = isQuiet && this.#services.listener.isReady && !this.#skipped;
    if (!this.#skipped) this.#wake();
  }

  #wake(): void {
    this.#sendClock();
    this.#again = true;
    if (this.#running !== null || this.#stopped) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
    });
  }

  #sendClock(): void {
    const offsetMs = this.#services.world.offsetMs();
    if (offsetMs === this.#sentOffsetMs) return;
    this.#sentOffsetMs = offsetMs;
    this.#sendToAll({ kind: "clock", offsetMs });
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#inTurn(() => this.#publish());
      } catch (error) {
        this.#services.log.warn({ err: error }, "gateway changes delayed: database unavailable");
      }
    }
  }

  /**
   * Reads changed resources. One that cannot be read is set aside and sent as deleted, so that it
   * holds up no other change and gateways do not go on with what it was.
   */
  async #read(refs: ResourceRef[]): Promise<OwnedChanges> {
    const changes: OwnedChanges = { upserts: [], deletes: [] };
    const refused = await giveSplit(refs, {
      give: async (some) => {
        const { upserts, deletes } = await currentResources(this.#services, some);
        changes.upserts.push(...upserts);
        changes.deletes.push(...deletes);
      },
      isRefusal: isUnreadable,
    });
    await setChangesAside(this.#services, refused);
    changes.deletes.push(...refused.map(({ item }) => item));
    return changes;
  }

  async #publish(): Promise<void> {
    const { db } = this.#services;
    const published = this.#sent;
    // Read before the rows, so that they include those of all transactions finished by now.
    const oldestRunning = published.checkpoint === null ? 0n : await oldestRunningXid(db);
    const limit = published.above.size + batchRows;
    const rows = await changesAfter(db, published.floor, limit);
    const fresh = rows.filter((row) => !published.above.has(row.id));
    if (rows.length === limit) this.#again = true;
    if (fresh.length > 0) {
      const changes = await this.#read(refsOf(fresh));
      this.#version += 1;
      for (const part of inParts(changes)) this.#sendToAll({ kind: "changes", changes: part });
      for (const row of fresh) published.above.add(row.id);
    }
    if (published.checkpoint !== null && oldestRunning >= published.checkpoint.xid) {
      published.floor = published.checkpoint.id;
      for (const id of published.above) if (id <= published.floor) published.above.delete(id);
      published.checkpoint = null;
    }
    if (published.checkpoint === null && published.above.size > 0) {
      published.checkpoint = { id: Math.max(...published.above), xid: await nextXid(db) };
    }
  }
}

/** The oldest transaction still running: all older ones have ended. */
async function oldestRunningXid(db: Db): Promise<bigint> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return BigInt(rows[0]?.xid ?? 0);
}

/** A transaction id above those of all transactions that have written so far. */
async function nextXid(db: Db): Promise<bigint> {
  const { rows } = await sql<{ xid: string }>`
    select pg_current_xact_id()::text as xid`.execute(db);
  return BigInt(rows[0]?.xid ?? Number.MAX_SAFE_INTEGER);
}

/** Each changed resource once. */
function refsOf(rows: ChangeRow[]): ResourceRef[] {
  const byRef = new Map(rows.map((row) => [`${row.kind}/${row.row_id}`, row]));
  return [...byRef.values()].map((row) => ({ kind: row.kind, id: row.row_id }));
}
