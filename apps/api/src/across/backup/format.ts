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
import { z } from "zod";

export const FORMAT = "turnpike-backup 1";
export const TABLE_MARK = "@table ";
export const END_MARK = "@end ";
/** Ends a table's rows. No row can equal it, as COPY escapes backslashes. */
export const END_OF_ROWS = "\\.";

const headerSchema = z.object({
  createdAt: z.iso.datetime(),
  /** The key that decrypts the sealed columns (hexadecimal). */
  key: z.string().regex(/^[0-9a-fA-F]{64}$/),
  /** The schema version of the rows. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type Header = z.infer<typeof headerSchema>;
const tableSchema = z.object({
  name: z.string().regex(/^\w+$/),
  columns: z.array(z.string().regex(/^\w+$/)),
});
const count = z.number().int().nonnegative();
/** Checksum of everything before the end line, and what that has. */
const endSchema = z.object({ sha256: z.string(), tables: count, rows: count });
export type End = z.infer<typeof endSchema>;

/** The parts of a backup, in file order. `rows` holds whole lines. */
export type Part =
  | { header: Header }
  | { table: z.infer<typeof tableSchema> }
  | { rows: Buffer; count: number }
  | { over: true }
  | { end: End; sha256: string };

const NEWLINE = 0x0a;
const ROWS_BYTES = 64 * 1024;
/** More than any row has; a file that somebody made up must not take the memory. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** Splits into lines with their newlines. Not readline, which also splits at other separators. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const text = createGunzip();
  source.on("error", (error) => text.destroy(error));
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of source.pipe(text)) {
    const bytes = chunk as Buffer;
    let from = 0;
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      const end = bytes.subarray(from, at + 1);
      yield rest.length > 0 ? Buffer.concat([...rest, end]) : end;
      rest = [];
      restBytes = 0;
      from = at + 1;
    }
    if (from === bytes.length) continue;
    rest.push(Buffer.from(bytes.subarray(from)));
    restBytes += bytes.length - from;
    if (restBytes > LONGEST_LINE) throw new Error("a line of the backup has no end");
  }
  if (rest.length > 0) throw new Error("the backup ends in the middle of a line");
}

/** What a line says. @throws Error if it is not of the schema */
function parsed<T>(schema: z.ZodType<T>, json: string, line: number): T {
  let said: unknown;
  try {
    said = JSON.parse(json);
  } catch {
    // Refused below.
  }
  const { success, data } = schema.safeParse(said);
  if (!success) throw new Error(`line ${line} of the backup is damaged`);
  return data;
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
      yield {
        end: parsed(endSchema, text.slice(END_MARK.length), number),
        sha256: hash.digest("hex"),
      };
      return;
    }
    hash.update(line);
    if (number === 1 && text !== FORMAT) throw new Error(`this is no backup (${FORMAT})`);
    if (number === 2) yield { header: parsed(headerSchema, text, number) };
    if (number <= 2) continue;
    if (!inRows) {
      if (!text.startsWith(TABLE_MARK)) throw new Error(`line ${number} of the backup is damaged`);
      inRows = true;
      yield { table: parsed(tableSchema, text.slice(TABLE_MARK.length), number) };
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
