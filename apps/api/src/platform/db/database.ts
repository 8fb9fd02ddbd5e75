/** The connection to PostgreSQL: one pool, one query builder, one way to run a transaction. */
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./db.gen.ts";

export type Db = Kysely<DB>;
export type Tx = Transaction<DB>;

const INT8 = 20;
/** int8 columns are safe integers (cents, bytes, milliseconds); anything larger is a fault. */
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond safe integers: ${text}`);
  return value;
});

const ONE_CORE = "set max_parallel_workers_per_gather = 0; set jit = off";

export interface ConnectOptions {
  /** Connections at most. */
  pool?: number;
  /** Stands in pg_stat_activity. */
  name?: string;
  /** A single statement is ended after this long. */
  statementTimeoutMs?: number;
  /** Given the pool, to count its connections. */
  opened?: (pool: pg.Pool) => void;
}

/** Opens a pool on `url`; nothing connects before the first query. End it with `db.destroy()`. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const { pool: max = 20, name = "turnpike", statementTimeoutMs = 10_000 } = options;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // A connection that breaks is replaced by the pool; without listeners it would end the process:
  // one for idle connections, one for those between two statements of a transaction.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // One query takes one core at most, and none is compiled first: others have a share.
    client.query(ONE_CORE).catch(() => undefined);
  });
  options.opened?.(pool);
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const TRIES = 3;

function mayPassOnRetry(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/**
 * Runs `work` in one transaction. PostgreSQL ends one of two transactions that wait for each other:
 * that one is run again, three times at most, so `work` has to do all its effects through `tx`.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= TRIES || !mayPassOnRetry(error)) throw error;
    }
  }
}
