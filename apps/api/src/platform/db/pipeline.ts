/**
 * Pipelining: a transaction's `begin`, and statements sent with `pipelineStatement`, do not wait for their
 * results. These are read with the result of the next awaited statement, which saves a round trip
 * for each. PostgreSQL runs the statements in the order in which they were sent. If one fails, the
 * next awaited statement, or the commit, fails with its error. What does not wait is also written to
 * the socket only with what does, so that the server wakes up once.
 */
import type { RawBuilder } from "kysely";
import type pg from "pg";
import { createHash } from "node:crypto";
import type { Writable } from "node:stream";
import type { Tx } from "./database.ts";

/*
 * Frequent statements are prepared: PostgreSQL parses and plans a named statement once per
 * connection, which is more than half of the work of a short one.
 */

/** A statement is prepared once it has been sent this often. */
const prepareAfterUses = 30;
/** The most prepared statements: each connection keeps their plans, some 20 kB each. */
const maxPrepared = 120;
/** The most texts whose uses are counted, and the longest text that is prepared. */
const maxCountedTexts = 2_000;
const maxTextLength = 5_000;

/** `select *`: a migration that adds a column would break the prepared statement. */
const allColumns = /(?:\bselect|\breturning|,|\.)\s*\*/i;
/** Errors of prepared statements behind a pooler that switches connections between statements. */
const unpreparable = new Set(["26000", "42P05", "0A000"]);

class PreparedStatements {
  #names = new Map<string, string>();
  #uses = new Map<string, number>();
  #preparedCount = 0;
  #off = false;

  /** The name under which a statement is prepared; undefined if it is not. */
  nameOf(text: string): string | undefined {
    if (this.#off) return undefined;
    const name = this.#names.get(text);
    if (name !== undefined || this.#preparedCount >= maxPrepared || text.length > maxTextLength)
      return name;
    const uses = (this.#uses.get(text) ?? 0) + 1;
    if (uses === 1 && this.#uses.size >= maxCountedTexts) return undefined;
    this.#uses.set(text, uses);
    if (uses < prepareAfterUses || allColumns.test(text)) return undefined;
    this.#preparedCount += 1;
    // Derived from the text: behind a pooler, the same name always means the same statement.
    const fresh = `turnpike_${createHash("sha256").update(text).digest("hex").slice(0, 32)}`;
    this.#names.set(text, fresh);
    this.#uses.delete(text);
    return fresh;
  }

  /** Stops preparing statements if an error shows that they do not work on these connections. */
  noteError(error: unknown): void {
    if (unpreparable.has(String((error as { code?: unknown } | null)?.code))) this.#off = true;
  }
}

/** Marks a statement for `PipelinedClient`, which then does not wait for its result. */
const PIPELINED_MARK = "/* later */ ";

/** Marks a statement that becomes one with its neighbours of the same kind. */
const JOINED_MARK = "/* joined */ ";
/** Marks a statement that is sent together with the commit. */
const LAST_MARK = "/* last */ ";

type ReadError = (error: unknown) => Error;
/** What the errors of statements mean that nobody waits for, by their text. */
const readErrors = new Map<string, ReadError>();

/**
 * Sends a statement without waiting; a later statement or the commit throws its error, in the words
 * of `readError`, which is the same for all statements of one text.
 */
export async function pipelineStatement(
  tx: Tx,
  query: RawBuilder<unknown>,
  readError?: ReadError,
): Promise<void> {
  const compiled = query.compile(tx);
  const marked = PIPELINED_MARK + compiled.sql;
  if (readError) readErrors.set(marked, readError);
  await tx.executeQuery({ ...compiled, sql: marked });
}

/**
 * Like `pipelineStatement`, for an insert or update that reads nothing which its neighbours write:
 * those that follow each other become one statement, as a statement costs as much as its rows.
 */
export const joinStatement = (tx: Tx, query: RawBuilder<unknown>): Promise<void> =>
  holdBack(tx, query, JOINED_MARK);

/** Outside a transaction, nothing would come that the statement could go with. */
async function holdBack(tx: Tx, query: RawBuilder<unknown>, mark: string): Promise<void> {
  if (!tx.isTransaction) throw new Error("only a transaction holds statements back");
  const compiled = query.compile(tx);
  await tx.executeQuery({ ...compiled, sql: mark + compiled.sql });
}

/**
 * Sends a statement with the commit, in one write, after all others: what it locks is locked for the
 * commit alone. Nothing in the transaction sees its effect; its error is the commit's.
 */
export const sendWithCommit = (tx: Tx, query: RawBuilder<unknown>): Promise<void> =>
  holdBack(tx, query, LAST_MARK);

interface Sent {
  text: string;
  values: unknown[];
}

const joinedTexts = new Map<string, string>();
const maxJoinedTexts = 200;

/** Makes one statement of several. */
function joined(all: Sent[]): Sent {
  const [only] = all;
  if (all.length === 1 && only) return only;
  const values = all.flatMap((one) => one.values);
  const key = all.map(({ text }) => text).join("\n");
  const known = joinedTexts.get(key);
  if (known !== undefined) return { text: known, values };
  let before = 0;
  const parts = all.map((one, at) => {
    const text = one.text.replace(/\$(\d+)/g, (_, number: string) => `$${before + Number(number)}`);
    before += one.values.length;
    return `joined_${at} as (${text})`;
  });
  const text = `with ${parts.join(", ")} select`;
  if (joinedTexts.size < maxJoinedTexts) joinedTexts.set(key, text);
  return { text, values };
}

type Answer = pg.QueryResult | { command: string; rowCount: number; rows: never[] };
const streamOf = (client: pg.PoolClient) =>
  (client as unknown as { connection?: { stream?: Writable } }).connection?.stream;
const emptyResult = { command: "LATER", rowCount: 0, rows: [] };

/** A client of a pipelining pool, with the interface that Kysely uses. */
export class PipelinedClient {
  readonly processID: unknown;
  #client: pg.PoolClient;
  /** Errors of statements sent without waiting; the first one counts. */
  #sent: Promise<Error | null>[] = [];

  #prepared: PreparedStatements;
  /** Whether statements are held back until the next one that is awaited. */
  #corked = false;
  /** What is sent with the commit. */
  #last: Sent[] = [];
  #joined: Sent[] = [];

  constructor(client: pg.PoolClient, prepared: PreparedStatements) {
    this.#client = client;
    this.#prepared = prepared;
    this.processID = (client as unknown as { processID: unknown }).processID;
  }

  release(error?: boolean): void {
    this.#sent = [];
    this.#last = [];
    this.#joined = [];
    this.#uncork();
    this.#client.release(error);
  }

  /** Holds back what is sent: the server wakes up once for all that go together. */
  #cork(): void {
    if (this.#corked) return;
    this.#corked = true;
    streamOf(this.#client)?.cork();
  }

  #uncork(): void {
    if (!this.#corked) return;
    this.#corked = false;
    streamOf(this.#client)?.uncork();
  }

  async query(text: string, values: unknown[]): Promise<Answer> {
    if (text.startsWith(JOINED_MARK)) {
      this.#joined.push({ text: text.slice(JOINED_MARK.length), values });
      return emptyResult;
    }
    if (text.startsWith(LAST_MARK)) {
      this.#last.push({ text: text.slice(LAST_MARK.length), values });
      return emptyResult;
    }
    this.#sendHeld(text);
    if (text === "begin" || text.startsWith(PIPELINED_MARK)) {
      this.#sendWithoutWaiting({ text, values });
      return emptyResult;
    }
    const answer = this.#send({ text, values });
    this.#uncork();
    const sent = this.#sent;
    this.#sent = [];
    const [done] = await Promise.allSettled([answer]);
    if (done.status === "rejected") this.#prepared.noteError(done.reason);
    const failed = (await Promise.all(sent)).find((error) => error !== null);
    // After a failed statement, later errors say only that the transaction is aborted.
    if (failed && text !== "rollback") throw failed;
    if (done.status === "rejected") throw done.reason;
    return done.value;
  }

  /** Sends what was held back for this statement. */
  #sendHeld(text: string): void {
    const [joining, last] = [this.#joined, this.#last];
    this.#joined = [];
    if (text === "commit" || text === "rollback") this.#last = [];
    if (text === "rollback") return;
    const [first, ...more] = text === "commit" ? last : [];
    const together = first ? [...joining, first] : joining;
    if (together.length > 0) this.#sendWithoutWaiting(joined(together));
    for (const one of more) this.#sendWithoutWaiting(one);
  }

  #send({ text, values }: Sent): Promise<pg.QueryResult> {
    const name = values.length > 0 ? this.#prepared.nameOf(text) : undefined;
    return this.#client.query(name ? { name, text, values } : { text, values });
  }

  #sendWithoutWaiting(statement: Sent): void {
    this.#cork();
    const outcome = this.#send(statement).then(
      () => null,
      (error: Error) => {
        this.#prepared.noteError(error);
        return readErrors.get(statement.text)?.(error) ?? error;
      },
    );
    this.#sent.push(outcome);
  }
}

/** Wraps a pool for Kysely so that its clients pipeline. */
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
