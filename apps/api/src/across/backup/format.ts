/**
 * A backup file is gzipped text, readable with `zcat`: a line with the format, a header, each
 * table's rows in PostgreSQL's COPY format, and an end line that proves the file is complete.
 *
 *     turnpike-backup 1
 *     {"createdAt": …, "key": …, "migrations": […]}
 *     @table {"name": "account", "columns": […]}
 *     …rows…
 *     \.
 *     @end {"sha256": …, "tables": …, "rows": …}
 */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { Table } from "./tables.ts";

export const FORMAT = "turnpike-backup 1";
export const TABLE_MARK = "@table ";
export const END_MARK = "@end ";
/** Ends a table's rows. No row can equal it, as COPY escapes backslashes. */
export const END_OF_ROWS = "\\.";

export interface Header {
  createdAt: string;
  /** The key that decrypts the sealed columns (hexadecimal). */
  key: string;
  /** The schema version of the rows. */
  migrations: { name: string; checksum: string }[];
}
export interface End {
  /** Checksum of everything before the end line. */
  sha256: string;
  tables: number;
  rows: number;
}

/** The parts of a backup, in file order. `rows` holds whole lines. */
export type Part =
  | { header: Header }
  | { table: Table }
  | { rows: Buffer; count: number }
  | { over: true }
  | { end: End; sha256: string };

const NEWLINE = 0x0a;
const ROWS_BYTES = 64 * 1024;

/** Splits into lines with their newlines. Not readline, which also splits at other separators. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const text = createGunzip();
  source.on("error", (error) => text.destroy(error));
  let rest = Buffer.alloc(0);
  for await (const chunk of source.pipe(text)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk as Buffer]) : (chunk as Buffer);
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      yield bytes.subarray(from, at + 1);
      from = at + 1;
    }
    rest = Buffer.from(bytes.subarray(from));
  }
  if (rest.length > 0) throw new Error("the backup ends in the middle of a line");
}

/** Reads a backup part by part. @throws Error if it is not a backup, or has another format */
export async function* readParts(file: string): AsyncGenerator<Part> {
  const hash = createHash("sha256");
  let number = 0;
  let inRows = false;
  let rows: Buffer[] = [];
  let bytes = 0;
  const takeRows = (): Part => {
    const part = { rows: Buffer.concat(rows), count: rows.length };
    rows = [];
    bytes = 0;
    return part;
  };
  for await (const line of linesOf(file)) {
    number++;
    const text = inRows && line.length !== END_OF_ROWS.length + 1 ? "" : line.toString().trimEnd();
    if (!inRows && text.startsWith(END_MARK)) {
      yield { end: JSON.parse(text.slice(END_MARK.length)) as End, sha256: hash.digest("hex") };
      return;
    }
    hash.update(line);
    if (number === 1 && text !== FORMAT) throw new Error(`this is no backup (${FORMAT})`);
    if (number === 2) yield { header: JSON.parse(text) as Header };
    if (number <= 2) continue;
    if (!inRows) {
      if (!text.startsWith(TABLE_MARK)) throw new Error(`line ${number} of the backup is damaged`);
      inRows = true;
      yield { table: JSON.parse(text.slice(TABLE_MARK.length)) as Table };
    } else if (text === END_OF_ROWS) {
      if (rows.length > 0) yield takeRows();
      inRows = false;
      yield { over: true };
    } else {
      rows.push(line);
      bytes += line.length;
      if (bytes >= ROWS_BYTES) yield takeRows();
    }
  }
  throw new Error("the backup is not whole: its end is missing");
}

/** Reads a whole backup. @throws Error if it is incomplete or empty, or its checksum differs */
export async function checkBackup(file: string): Promise<Header & End> {
  let header: Header | null = null;
  for await (const part of readParts(file)) {
    if ("header" in part) header = part.header;
    if (!("end" in part)) continue;
    if (part.sha256 !== part.end.sha256) throw new Error("the backup is damaged: its sum differs");
    const { tables, rows } = part.end;
    if (tables === 0 || rows === 0)
      throw new Error(`the backup is empty: it has ${rows} rows of ${tables} tables`);
    if (header) return { ...header, ...part.end };
  }
  throw new Error("the backup is not whole");
}
