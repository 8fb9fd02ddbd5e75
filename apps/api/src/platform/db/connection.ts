/**
 * Opens every connection to PostgreSQL. A database, or the role that connects, may have its own
 * defaults for how dates are written, how transactions are isolated and more: each session sets what
 * this product relies on. The schema is not among that: tables are created and found in the first
 * schema of the search path (spec/accounting#database).
 */
import pg from "pg";

/** What every session sets, whatever the database's own defaults are. */
const sessionSettings = {
  client_encoding: "UTF8",
  datestyle: "ISO, MDY",
  intervalstyle: "postgres",
  timezone: "UTC",
  bytea_output: "hex",
  extra_float_digits: "1",
  standard_conforming_strings: "on",
  transform_null_equals: "off",
  array_nulls: "on",
  default_transaction_isolation: "read committed",
  default_transaction_deferrable: "off",
  client_min_messages: "warning",
  lock_timeout: "0",
  // Limits each query to one core without JIT, so that others get a share.
  max_parallel_workers_per_gather: "0",
  jit: "off",
} as const;

/**
 * Settings that a pooler which shares sessions could lose. Where there is one, the database's own
 * defaults have to be right (`checkServer`).
 */
export const settingsWithPooler = {
  datestyle: /^ISO\b/i,
  default_transaction_isolation: /^read committed$/,
  standard_conforming_strings: /^on$/,
  bytea_output: /^hex$/,
} as const;

export interface SessionOptions {
  /** The name in pg_stat_activity. */
  name: string;
  /** A statement is cancelled after this long; 0 (the default): never. */
  statementTimeoutMs?: number;
  /** A transaction that waits for its client is ended after this long; 0 (the default): never. */
  idleInTransactionMs?: number;
  /** How long to wait for the connection. */
  connectTimeoutMs?: number;
}

function settingsOf(options: SessionOptions): [string, string][] {
  return [
    // First: the database's own could end what follows.
    ["statement_timeout", String(options.statementTimeoutMs ?? 0)],
    ...Object.entries(sessionSettings),
    ["idle_in_transaction_session_timeout", String(options.idleInTransactionMs ?? 0)],
  ];
}

/** One message to the server. Sent after the connect: poolers refuse most startup parameters. */
const statementOf = (options: SessionOptions) =>
  settingsOf(options)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join("; ");

const CONNECT_TIMEOUT_MS = 10_000;

const configOf = (url: string, { name, connectTimeoutMs }: SessionOptions) => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
  keepAlive: true,
});

/** A client that is not connected yet, for callers that add listeners; then `connectClient`. */
export const newClient = (
  url: string,
  options: SessionOptions & { queryTimeoutMs?: number },
): pg.Client =>
  new pg.Client({
    ...configOf(url, options),
    ...(options.queryTimeoutMs === undefined ? {} : { query_timeout: options.queryTimeoutMs }),
  });

/** Connects a client and prepares its session. */
export async function connectClient(client: pg.Client, options: SessionOptions): Promise<void> {
  await client.connect();
  await client.query(statementOf(options));
}

/** Opens one connection of its own. The caller ends it. */
export async function openClient(url: string, options: SessionOptions): Promise<pg.Client> {
  const client = newClient(url, options);
  try {
    await connectClient(client, options);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return client;
}

/** Opens a pool; nothing connects before the first query. */
export function openPool(url: string, options: SessionOptions & { max: number }): pg.Pool {
  const config: pg.PoolConfig & { pipeline: boolean } = {
    ...configOf(url, options),
    pipeline: true,
    max: options.max,
    idleTimeoutMillis: 30_000,
  };
  const pool = new pg.Pool(config);
  // The pool replaces broken connections. Without listeners their errors would end the process: one
  // for idle connections, one for those between two statements of a transaction.
  pool.on("error", () => undefined);
  const statement = statementOf(options);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // Sent before the first statement without waiting. A session without it must not be used.
    client.query(statement).catch(() => void (client as pg.Client).end().catch(() => undefined));
  });
  return pool;
}

/**
 * What a library that opens its own connections needs to get such sessions. The settings are startup
 * parameters, so the URL must lead to PostgreSQL itself.
 */
export function libraryConnection(
  url: string,
  options: SessionOptions,
): { connectionString: string; options: string; application_name: string } {
  const address = new URL(url);
  // The URL's own come first, and would otherwise replace these.
  const given = address.searchParams.get("options") ?? "";
  address.searchParams.delete("options");
  const own = settingsOf(options).map(([name, value]) => `-c ${name}=${escapeOption(value)}`);
  return {
    connectionString: address.href,
    options: [given, ...own].filter(Boolean).join(" "),
    application_name: options.name,
  };
}

const escapeOption = (value: string) => value.replaceAll(/[\\ ]/g, "\\$&");

/** Quotes a name for SQL. */
export const quoteName = (name: string) => pg.escapeIdentifier(name);
