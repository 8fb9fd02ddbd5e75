/**
 * Writes a backup of a database that may be in use: one snapshot of all tables, and the key that
 * decrypts their sealed columns.
 */
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, readFile, rename, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { END, type End, FORMAT, type Header, OVER, TABLE } from "./format.ts";
import { quoted, readTables, type Table } from "./tables.ts";

export interface Written {
  tables: number;
  rows: number;
}

/** Writes `file` atomically; only its owner may read it, as it contains the key. */
export async function writeBackup(given: {
  databaseUrl: string;
  /** Where the installation's key is. */
  keyFile: string;
  file: string;
}): Promise<Written> {
  const { databaseUrl, keyFile, file } = given;
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
    await pipeline(
      lines(client, key, written),
      createGzip(),
      createWriteStream(unfinished, { mode: 0o600, flags: "wx" }),
    );
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
  const stream = client.query(copyTo(`copy ${quoted(name)} (${quoted(columns)}) to stdout`));
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
