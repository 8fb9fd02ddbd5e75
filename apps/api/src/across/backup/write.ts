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
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { openClient } from "../../platform/db/connection.ts";
import { encryptTo } from "./encrypt.ts";
import { END_MARK, type End, FORMAT, type Header, END_OF_ROWS, TABLE_MARK } from "./format.ts";
import { quoteNames, readTables, type Table } from "./tables.ts";

export interface BackupCounts {
  tables: number;
  rows: number;
}

/** Writes `file` atomically, readable by its owner only, because it contains the key. */
export async function writeBackup(options: {
  databaseUrl: string;
  /** The installation's key file. */
  keyFile: string;
  file: string;
  /** Public key to encrypt the backup to; if absent, it is not encrypted. */
  recipient?: string | undefined;
}): Promise<BackupCounts> {
  const { databaseUrl, keyFile, file, recipient } = options;
  const unfinished = `${file}.${process.pid}.part`;
  const client = await openClient(databaseUrl, { name: "turnpike-backup" });
  try {
    await client.query("begin isolation level repeatable read read only");
    const key = (await readFile(keyFile, "utf8")).trim();
    const written: BackupCounts = { tables: 0, rows: 0 };
    const sink = createWriteStream(unfinished, { mode: 0o600, flags: "wx" });
    const plain = withChecksum(client, key, written);
    if (recipient === undefined) await pipeline(plain, createGzip(), sink);
    else await pipeEncrypted(plain, sink, recipient);
    if (written.tables === 0 || written.rows === 0)
      throw new Error(
        `nothing was backed up: ${written.rows} rows of ${written.tables} tables; does DATABASE_URL name the right database, and its search_path the right schema?`,
      );
    await syncToDisk(unfinished);
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
async function pipeEncrypted(
  plain: AsyncGenerator<Buffer>,
  into: Writable,
  recipient: string,
): Promise<void> {
  const { input, output, exited } = encryptTo(recipient);
  const piped = Promise.all([pipeline(plain, createGzip(), input), pipeline(output, into)]);
  const failed = piped.catch((error: unknown) => error);
  await exited;
  const error = await failed;
  if (error instanceof Error) throw error;
}

async function* withChecksum(
  client: pg.Client,
  key: string,
  written: BackupCounts,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  for await (const chunk of backupContent(client, key, written)) {
    hash.update(chunk);
    yield chunk;
  }
  const end: End = { sha256: hash.digest("hex"), ...written };
  yield Buffer.from(`${END_MARK}${JSON.stringify(end)}\n`);
}

async function* backupContent(
  client: pg.Client,
  key: string,
  written: BackupCounts,
): AsyncGenerator<Buffer> {
  const { rows: migrations } = await client.query<Header["migrations"][number]>(
    "select name, checksum from schema_migration order by name",
  );
  const header: Header = { createdAt: new Date().toISOString(), key, migrations };
  yield Buffer.from(`${FORMAT}\n${JSON.stringify(header)}\n`);
  for (const table of await readTables(client)) {
    yield Buffer.from(`${TABLE_MARK}${JSON.stringify(table)}\n`);
    written.rows += yield* rowsOf(client, table);
    written.tables++;
    yield Buffer.from(`${END_OF_ROWS}\n`);
  }
}

async function* rowsOf(
  client: pg.Client,
  { name, columns }: Table,
): AsyncGenerator<Buffer, number> {
  // A query, because COPY of a partitioned table itself is not possible.
  const rows = `(select ${quoteNames(columns)} from ${quoteNames(name)})`;
  const stream = client.query(copyTo(`copy ${rows} to stdout`));
  for await (const chunk of stream) yield chunk as Buffer;
  return stream.rowCount;
}

/** Flushes to disk, so that the file survives a power cut. */
async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
