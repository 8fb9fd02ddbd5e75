/**
 * What was counted, on disk before it is sent: files of one line per record, each
 *
 *     CRC32 of the JSON, 8 hex digits · space · JSON · newline
 *
 * named EPOCH.NUMBER.jsonl. A write that survives the process is enough (design §3): no fsync.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { UsageReport } from "@turnpike/contract/data-plane.ts";

/** A numbered report, or the leases that are out at this moment. */
export type JournalRecord = { report: UsageReport } | { leases: string[] };

export interface Segment {
  path: string;
  epoch: string;
}

/** The segments in a folder, oldest number first within each epoch. */
export function segmentsIn(folder: string): Segment[] {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return readdirSync(folder)
    .filter((name) => /^[0-9a-z]+\.\d{8}\.jsonl$/.test(name))
    .sort()
    .map((name) => ({ path: join(folder, name), epoch: name.slice(0, name.indexOf(".")) }));
}

/** Every whole record of a segment; a torn or damaged line is passed over and counted. */
export function readSegment(path: string): { records: JournalRecord[]; damaged: number } {
  const records: JournalRecord[] = [];
  let damaged = 0;
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line === "") continue;
    const json = line.slice(9);
    if (line[8] === " " && line.slice(0, 8) === checksum(json)) {
      records.push(JSON.parse(json) as JournalRecord);
    } else damaged += 1;
  }
  return { records, damaged };
}

const asideFile = "set-aside.jsonl";

/** Keeps a report that the hub never took; answers the file it was added to. */
export function setAside(folder: string, report: UsageReport): string {
  const path = join(folder, asideFile);
  const json = JSON.stringify({ report } satisfies JournalRecord);
  appendFileSync(path, `${checksum(json)} ${json}\n`, { mode: 0o600 });
  return path;
}

/** Makes what was set aside a segment again, the last of all: each start tries it once more. */
export function takeUpAside(folder: string): void {
  const path = join(folder, asideFile);
  if (existsSync(path)) renameSync(path, join(folder, "zzaside.00000000.jsonl"));
}

/** Removes a segment; one that is gone already is no fault. */
export function dropSegment(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** The segment that is written now. */
export class SegmentWriter {
  readonly path: string;
  bytes = 0;
  records = 0;
  #fd: number;

  constructor(folder: string, epoch: string, number: number) {
    this.path = join(folder, `${epoch}.${String(number).padStart(8, "0")}.jsonl`);
    this.#fd = openSync(this.path, "ax", 0o600);
  }

  /** Appends one record. Throws when the disk does not take all of it. */
  append(record: JournalRecord): void {
    const json = JSON.stringify(record);
    const line = Buffer.from(`${checksum(json)} ${json}\n`);
    let written = 0;
    try {
      while (written < line.length) written += writeSync(this.#fd, line, written);
    } catch (error) {
      // A torn line must not swallow the next one.
      if (written > 0) writeSync(this.#fd, "\n");
      throw error;
    }
    this.bytes += line.length;
    this.records += 1;
  }

  stop(): void {
    closeSync(this.#fd);
  }
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, "0");
}
