/** Connections to PostgreSQL: the pool, and transactions. */
import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import pg from "pg";
import { openPool } from "./connection.ts";
import { pipelined, pipelineStatement } from "./pipeline.ts";

/** Statements are SQL: without tables in the type, a call of the query builder does not compile. */
export type Db = Kysely<unknown>;
export type Tx = Transaction<unknown>;

const INT8 = 20;
/** int8 columns must hold safe integers (cents, bytes, milliseconds); others are an error. */
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond safe integers: ${text}`);
  return value;
});

export interface ConnectOptions {
  /** The most connections. */
  pool?: number;
  /** The name in pg_stat_activity. */
  name?: string;
  /** A statement is cancelled after this long. */
  statementTimeoutMs?: number;
  /** Receives the pool, to count its connections. */
  onPoolCreated?: (pool: pg.Pool) => void;
}

/** The most connections of a pool that does not say; tests reduce it. */
export const poolDefaults = { pool: 20 };

/** Opens a pool on `url`; nothing connects before the first query. End it with `db.destroy()`. */
export function connect(url: string, options: ConnectOptions = {}): Db {
  const { pool: max = poolDefaults.pool, name = "turnpike", statementTimeoutMs = 10_000 } = options;
  const pool = openPool(url, { max, name, statementTimeoutMs, idleInTransactionMs: 15_000 });
  options.onPoolCreated?.(pool);
  return new Kysely<unknown>({ dialect: new PostgresDialect({ pool: pipelined(pool) as never }) });
}

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
const TRIES = 3;

function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/**
 * Runs `work` in one transaction. After a deadlock or serialisation failure it runs again, three
 * times at most, so all effects of `work` have to go through `tx`.
 */
export async function transaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error;
    }
  }
}

/** Lets the transaction's further statements fail (55P03) where they wait longer for a lock. */
export function limitLockWaits(tx: Tx, ms: number): Promise<void> {
  return pipelineStatement(tx, sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`);
}
