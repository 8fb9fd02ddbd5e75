/**
 * Writes a backup of a database that may be in use: one snapshot of all tables, and the key that
 * decrypts their sealed columns.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { encryptTo } from "./encrypt.ts";
import { END, type End, FORMAT, type Header, OVER, TABLE } from "./format.ts";
import { quoted, readTables, type Table } from "./tables.ts";

export interface Written {
  tables: number;
  rows: number;
}

/** Writes `file` atomically, readable by its owner only, because it contains the key. */
export async function writeBackup(given: {
  databaseUrl: string;
  /** The installation's key file. */
  keyFile: string;
  file: string;
  /** Public key to encrypt the backup to; if absent, it is not encrypted. */
  recipient?: string | undefined;
}): Promise<Written> {
  const { databaseUrl, keyFile, file, recipient } = given;
  const unfinished = `${file}.${process.pid}.part`;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: "turnpike-backup",
  });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    const key = (await readFile(keyFile, "utf8")).trim();
    const written: Written = { tables: 0, rows: 0 };
    const into = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    const plain = lines(client, key, written);
    if (recipient === undefined) await pipeline(plain, createGzip(), into);
    else await encrypted(plain, into, recipient);
    await flush(unfinished);
    await rename(unfinished, file);
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/** Encrypts and writes. Reports the program's own error rather than the broken pipe it causes. */
async function encrypted(
  plain: AsyncGenerator<Buffer>,
  into: Writable,
  recipient: string,
): Promise<void> {
  const { input, output, ended } = encryptTo(recipient);
  const piped = Promise.all([pipeline(plain, createGzip(), input), pipeline(output, into)]);
  const failed = piped.catch((error: unknown) => error);
  await ended;
  const error = await failed;
  if (error instanceof Error) throw error;
}

async function* lines(client: pg.Client, key: string, written: Written): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of content(client, key, written)) {
    hash.update(chunk);
    yield chunk;
  }
  const end: End = { sha256: hash.digest("hex"), ...written };
  yield Buffer.from(`${END}${JSON.stringify(end)}\n`);
}

async function* content(client: pg.Client, key: string, written: Written): AsyncGenerator<Buffer> {
  const { rows: migrations } = await client.query<Header["migrations"][number]>(
    "select name, checksum from schema_migration order by name",
  );
  const header: Header = { createdAt: new Date().toISOString(), key, migrations };
  yield Buffer.from(`${FORMAT}\n${JSON.stringify(header)}\n`);
  for (const table of await readTables(client)) {
    yield Buffer.from(`${TABLE}${JSON.stringify(table)}\n`);
    written.rows += yield* rowsOf(client, table);
    written.tables++;
    yield Buffer.from(`${OVER}\n`);
  }
}

async function* rowsOf(
  client: pg.Client,
  { name, columns }: Table,
): AsyncGenerator<Buffer, number> {
  // A query, because COPY of a partitioned table itself is not possible.
  const rows = `(select ${quoted(columns)} from ${quoted(name)})`;
  const stream = client.query(copyTo(`copy ${rows} to stdout`));
  for await (const chunk of stream) yield chunk as Buffer;
  return stream.rowCount;
}

/** Flushes to disk, so that the file survives a power cut. */
async function flush(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
