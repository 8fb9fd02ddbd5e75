/** Sends what changed to the gateways: wakes by NOTIFY, and once a second where that was missed. */
import type { FactKind, News } from "@turnpike/contract/data-plane.ts";
import { sql } from "kysely";
import pg from "pg";
import type { Db } from "../../platform/db/database.ts";
import type { Services } from "../../platform/services.ts";
import { currentFacts } from "./resources.ts";
import {
  clockChannel,
  type NewsRow,
  newsAfter,
  newsChannel,
} from "../../platform/changes/changes.ts";

const pollMs = 1_000;
const reconnectMs = 250;
/** Rows of news that are read at once. */
const batchRows = 2_000;

/** News as the hub makes it; each peer's `seq` is put in when it is sent. */
export type Untold =
  | Omit<Extract<News, { kind: "change" }>, "seq">
  | Omit<Extract<News, { kind: "clock" }>, "seq">;

/**
 * Which rows of news were told. Ids are not committed in order: one below the highest may appear as
 * long as a transaction runs that had begun to write when the highest was seen (`checkpoint`).
 * Up to `floor` none can.
 */
interface Told {
  floor: number;
  above: Set<number>;
  checkpoint: { id: number; xid: bigint } | null;
}

export class Publisher {
  #services: Services;
  #url: string;
  #inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  #tellAll: (news: Untold) => void;
  #told: Told = { floor: 0, above: new Set(), checkpoint: null };
  #toldOffsetMs: number;
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #poll: NodeJS.Timeout;
  #retry: NodeJS.Timeout | undefined;
  #listener: pg.Client | null = null;

  constructor(given: {
    services: Services;
    databaseUrl: string;
    /** Runs work that must not cross a snapshot's page. */
    inTurn: <T>(work: () => Promise<T>) => Promise<T>;
    tellAll: (news: Untold) => void;
  }) {
    this.#services = given.services;
    this.#url = given.databaseUrl;
    this.#inTurn = given.inTurn;
    this.#tellAll = given.tellAll;
    this.#toldOffsetMs = given.services.world.offsetMs();
    this.#poll = setInterval(() => this.#wake(), pollMs);
    void this.#listen();
  }

  /** Resolves once all that is committed by now was sent. */
  async told(): Promise<void> {
    this.#wake();
    await this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#poll);
    clearTimeout(this.#retry);
    await this.#running;
    await this.#listener?.end().catch(() => {});
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: "turnpike-hub",
      keepAlive: true,
    });
    this.#listener = client;
    let lost = false;
    const again = () => {
      if (lost || this.#stopped) return;
      lost = true;
      void client.end().catch(() => {});
      this.#retry = setTimeout(() => void this.#listen(), reconnectMs);
    };
    client.on("error", again);
    client.on("end", again);
    client.on("notification", () => this.#wake());
    try {
      await client.connect();
      await client.query(`listen ${newsChannel}; listen ${clockChannel}`);
      this.#wake();
    } catch {
      again();
    }
  }

  #wake(): void {
    this.#tellClock();
    this.#again = true;
    if (this.#running !== null || this.#stopped) return;
    this.#running = this.#work().finally(() => {
      this.#running = null;
    });
  }

  #tellClock(): void {
    const offsetMs = this.#services.world.offsetMs();
    if (offsetMs === this.#toldOffsetMs) return;
    this.#toldOffsetMs = offsetMs;
    this.#tellAll({ kind: "clock", offsetMs });
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#inTurn(() => this.#publish());
      } catch (error) {
        this.#services.log.warn({ err: error }, "news for the gateways waits for the database");
      }
    }
  }

  async #publish(): Promise<void> {
    const { db } = this.#services;
    const told = this.#told;
    // Before the rows are read: a transaction that ended by now has its rows among them.
    const oldestRunning = told.checkpoint === null ? 0n : await oldestRunningXid(db);
    const limit = told.above.size + batchRows;
    const rows = await newsAfter(db, told.floor, limit);
    const fresh = rows.filter((row) => !told.above.has(row.id));
    if (rows.length === limit) this.#again = true;
    if (fresh.length > 0) {
      const { puts, drops } = await currentFacts(this.#services, namesOf(fresh));
      this.#tellAll({ kind: "change", puts, drops });
      for (const row of fresh) told.above.add(row.id);
    }
    if (told.checkpoint !== null && oldestRunning >= told.checkpoint.xid) {
      told.floor = told.checkpoint.id;
      for (const id of told.above) if (id <= told.floor) told.above.delete(id);
      told.checkpoint = null;
    }
    if (told.checkpoint === null && told.above.size > 0) {
      told.checkpoint = { id: Math.max(...told.above), xid: await nextXid(db) };
    }
  }
}

/** Every transaction below has ended. */
async function oldestRunningXid(db: Db): Promise<bigint> {
  const { rows } = await sql<{ xid: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as xid`.execute(db);
  return BigInt(rows[0]?.xid ?? 0);
}

/** Above that of every transaction that has written anything until now. */
async function nextXid(db: Db): Promise<bigint> {
  const { rows } = await sql<{ xid: string }>`
    select pg_current_xact_id()::text as xid`.execute(db);
  return BigInt(rows[0]?.xid ?? Number.MAX_SAFE_INTEGER);
}

function namesOf(rows: NewsRow[]): { kind: FactKind; id: string }[] {
  const byName = new Map(rows.map((row) => [`${row.kind}/${row.row_id}`, row]));
  return [...byName.values()].map((row) => ({ kind: row.kind, id: row.row_id }));
}
