/**
 * The journal: counted bytes are on disk before they are sent. Each record is one line of a file:
 *
 *     newline · CRC32 of the JSON, 8 hex digits · space · JSON · newline
 *
 * Files are named EPOCH.NUMBER.jsonl. Reports that the hub has accepted are noted in the segment
 * that contains them, so that each file itself tells what is left to send. Records must survive the
 * process, not the machine (spec/accounting#reports): no fsync.
 */
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";

/**
 * A numbered report, the outstanding leases at this moment, or the sequence numbers of reports in
 * this segment that are done, as inclusive ranges.
 */
export type JournalRecord =
  | { report: UsageReport }
  | { leases: string[] }
  | { acknowledged: [from: number, to: number][] };

export interface Segment {
  path: string;
  epoch: string;
}

/** The segments in a folder, ordered by number within each epoch. */
export function segmentsIn(folder: string): Segment[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readdirSync(folder)
    .filter((name) => /^[0-9a-z]+\.\d{8}\.jsonl$/.test(name) && !name.startsWith("zzaside."))
    .sort()
    .map((name) => ({ path: join(folder, name), epoch: name.slice(0, name.indexOf(".")) }));
}

/** Reads all complete records of a file; skips and counts torn or damaged lines. */
export function readRecords<T = JournalRecord>(path: string): { records: T[]; damaged: number } {
  const { texts, damaged } = readTexts(path);
  return { records: texts.map((json) => JSON.parse(json) as T), damaged };
}

/** Like `readRecords`, but returns JSON. */
export function readTexts(path: string): { texts: string[]; damaged: number } {
  const texts: string[] = [];
  let damaged = 0;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const json = line.slice(9);
    if (line[8] === " " && line.slice(0, 8) === checksum(json)) texts.push(json);
    else damaged += 1;
  }
  return { texts, damaged };
}

/** Reads a segment: its reports that are not done, and every lease it names. */
export function readSegment(path: string): {
  reports: UsageReport[];
  leases: Set<string>;
  damaged: number;
} {
  const { records, damaged } = readRecords(path);
  const reports = new Map<number, UsageReport>();
  const leases = new Set<string>();
  for (const record of records) {
    if ("report" in record) reports.set(record.report.sequence, record.report);
    else if ("leases" in record) for (const id of record.leases) leases.add(id);
    else {
      for (const [from, to] of record.acknowledged) {
        for (let sequence = from; sequence <= to; sequence += 1) reports.delete(sequence);
      }
    }
  }
  return { reports: [...reports.values()], leases, damaged };
}

/**
 * Notes in a segment which of its reports are done; does nothing if the segment is gone. Throws if
 * the write fails; the reports are then sent once more, which has no effect.
 */
export function acknowledge(path: string, sequences: Iterable<number>): void {
  let fd: number;
  try {
    fd = openSync(path, constants.O_WRONLY | constants.O_APPEND);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    writeAll(fd, lineOf(JSON.stringify({ acknowledged: rangesOf(sequences) })));
  } finally {
    closeSync(fd);
  }
}

/** Converts numbers to inclusive ranges, in order. */
function rangesOf(numbers: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** Deletes a segment, if it exists. */
export function dropSegment(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** A file of records that is being written. */
export class RecordWriter {
  readonly path: string;
  bytes = 0;
  records = 0;
  #fd: number;
  #stopped = false;

  /** Creates the file; throws if it exists, unless `flag` is `a` (append). */
  constructor(path: string, flag: "ax" | "a" = "ax") {
    this.path = path;
    this.#fd = openSync(path, flag, 0o600);
  }

  /** Appends one record. Throws if it cannot be written completely. */
  append(record: object): void {
    this.appendJson(JSON.stringify(record));
  }

  /** Like `append`, for a record that is already serialised. */
  appendJson(json: string): void {
    // The descriptor of a closed file may belong to another file by now.
    if (this.#stopped) throw new Error("the file is closed");
    const line = lineOf(json);
    writeAll(this.#fd, line);
    this.bytes += line.length;
    this.records += 1;
  }

  stop(): void {
    if (!this.#stopped) closeSync(this.#fd);
    this.#stopped = true;
  }
}

/** The segment that is being written. */
export class SegmentWriter extends RecordWriter {
  constructor(folder: string, epoch: string, number: number) {
    super(join(folder, `${epoch}.${String(number).padStart(8, "0")}.jsonl`));
  }

  override append(record: JournalRecord): void {
    super.append(record);
  }
}

/** Encodes a record as a line. The leading newline protects it from a torn line before it. */
function lineOf(json: string): Buffer {
  return Buffer.from(`\n${checksum(json)} ${json}\n`);
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, "0");
}
