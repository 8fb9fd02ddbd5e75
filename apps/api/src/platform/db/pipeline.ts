/**
 * Statements that nobody waits for one by one. A transaction's `begin`, and statements that are sent
 * by `later`, go out at once and are answered together with the next one that is waited for: a round
 * trip less each. PostgreSQL runs them in the order in which they were sent. One that fails makes
 * the next statement, or the commit, fail with its error.
 */
import type { CompiledQuery } from "kysely";
import type pg from "pg";
import type { Tx } from "./database.ts";
import { createHash } from "node:crypto";

/*
 * Which statements are prepared: PostgreSQL parses and plans a statement with a name once for each
 * connection, which is more than half of the work of a short one.
 */

/** A statement is prepared once it has been sent so often. */
const often = 30;
/** So many at most: each connection keeps their plans, some 20 kB each. */
const most = 120;
/** Texts that are counted; those beyond differ in each call. */
const counted = 2_000;
const longest = 5_000;

/** All columns of a table: a migration that adds one would break what was prepared. */
const allColumns = /(?:\bselect|\breturning|,|\.)\s*(?:"\w+"\.)?\*/i;
/** What a pooler that hands connections on between statements makes of prepared ones. */
const unpreparable = new Set(["26000", "42P05", "0A000"]);

class PreparedStatements {
  #names = new Map<string, string>();
  #uses = new Map<string, number>();
  #given = 0;
  #off = false;

  /** The name that a statement goes under; undefined where it is not prepared. */
  nameOf(text: string): string | undefined {
    if (this.#off) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#given >= most || text.length > longest) return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses === 1 && this.#uses.size >= counted) return undefined;
    this.#uses.set(text, uses);
    if (uses < often || allColumns.test(text)) return undefined;
    this.#given += 1;
    // The text's own name: whoever prepares it, wherever a pooler leads, it is this statement.
    const fresh = `turnpike_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    this.#names.set(text, fresh);
    this.#uses.delete(text);
    return fresh;
  }

  /** Prepares nothing more where an error shows that prepared statements do not last here. */
  learn(error: unknown): void {
    if (unpreparable.has(String((error as { code?: unknown } | null)?.code))) this.#off = true;
  }
}

/** Marks a statement on its way to `PipelinedClient`. */
const LATER = "/* later */ ";

interface Compilable {
  compile(tx: Tx): CompiledQuery;
}
interface Compiled {
  compile(): CompiledQuery;
}

/** Sends a statement whose answer is not needed: its error is thrown by a later one, or the commit. */
export async function later(tx: Tx, query: Compilable | Compiled): Promise<void> {
  const compiled = query.compile(tx);
  await tx.executeQuery({ ...compiled, sql: LATER + compiled.sql });
}

type Answer = pg.QueryResult | { command: string; rowCount: number; rows: never[] };
const unanswered = { command: "LATER", rowCount: 0, rows: [] };

/** A client of a pipelining pool, as Kysely uses it. */
export class PipelinedClient {
  readonly processID: unknown;
  #client: pg.PoolClient;
  /** Errors of statements that were sent and not waited for; the first one counts. */
  #sent: Promise<Error | null>[] = [];

  #prepared: PreparedStatements;

  constructor(client: pg.PoolClient, prepared: PreparedStatements) {
    this.#client = client;
    this.#prepared = prepared;
    this.processID = (client as unknown as { processID: unknown }).processID;
  }

  release(error?: boolean): void {
    this.#sent = [];
    this.#client.release(error);
  }

  async query(text: string, values: unknown[]): Promise<Answer> {
    const name = values.length > 0 ? this.#prepared.nameOf(text) : undefined;
    const answer = this.#client.query(name ? { name, text, values } : { text, values });
    if (text === "begin" || text.startsWith(LATER)) {
      this.#sent.push(
        answer.then(
          () => null,
          (error: Error) => error,
        ),
      );
      return unanswered;
    }
    const sent = this.#sent;
    this.#sent = [];
    const [done] = await Promise.allSettled([answer]);
    if (done.status === "rejected") this.#prepared.learn(done.reason);
    const failed = (await Promise.all(sent)).find((error) => error !== null);
    // What came after a failed statement says only that the transaction is aborted.
    if (failed && text !== "rollback") throw failed;
    if (done.status === "rejected") throw done.reason;
    return done.value;
  }
}

/** A pool for Kysely whose clients pipeline. */
export function pipelined(pool: pg.Pool) {
  const known = new WeakMap<pg.PoolClient, PipelinedClient>();
  const prepared = new PreparedStatements();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const own = known.get(client) ?? new PipelinedClient(client, prepared);
      known.set(client, own);
      return own;
    },
    end: () => pool.end(),
  };
}
