/**
 * Lines of the trace on their way to the hub: batches in segments on disk, in order. What memory has
 * room for is sent without being read again.
 */
import type { ConnectionLine } from "@turnpike/contract/connection-line.ts";
import type { Log } from "../lib/log.ts";
import { batchesOf } from "./connection-batch.ts";
import { dropSegment, readTexts, SegmentWriter } from "./journal.ts";

/** Segments that memory had no room for are read as a whole: some 3 ms for a megabyte. */
const segmentBytes = 1024 * 1024;
/** The most rows of a lane that are kept in memory in addition to the disk. */
const maxRows = 20_000;

interface Segment {
  path: string;
  bytes: number;
  /** Number of batches that the hub has accepted. */
  sent: number;
  /** Its batches; null if they have to be read from disk. */
  batches: string[] | null;
  /** Number of rows in the batches that are in memory. */
  rows: number;
}

export interface LineLaneOptions {
  folder: string;
  epoch: string;
  log: Log;
  /** The number of its first segment in this run. */
  firstNumber: number;
  /** Segments of earlier runs, which are sent first. */
  found: string[];
}

export class LineLane {
  #options: LineLaneOptions;
  /** Oldest first; the last one is being written to while there is a writer. */
  #segments: Segment[];
  #writer: SegmentWriter | null = null;
  #number: number;
  #inMemory = 0;
  /** Bytes on disk that this run has written. */
  bytes = 0;

  constructor(options: LineLaneOptions) {
    this.#options = options;
    this.#number = options.firstNumber;
    this.#segments = options.found.map((path) => {
      return { path, bytes: 0, sent: 0, batches: null, rows: 0 };
    });
  }

  /** The number of segments that wait for the hub. */
  get segments(): number {
    return this.#segments.length;
  }

  /** Writes lines to the disk. @throws Error if they do not fit */
  append(lines: ConnectionLine[]): void {
    const { folder, epoch } = this.#options;
    let segment = this.#segments.at(-1);
    if (this.#writer === null || segment === undefined || segment.bytes >= segmentBytes) {
      this.#writer?.stop();
      this.#writer = new SegmentWriter(folder, epoch, this.#number);
      this.#number += 1;
      segment = { path: this.#writer.path, bytes: 0, sent: 0, batches: [], rows: 0 };
      this.#segments.push(segment);
    }
    const batches = batchesOf(lines);
    const before = this.#writer.bytes;
    for (const batch of batches) this.#writer.appendJson(batch);
    const written = this.#writer.bytes - before;
    segment.bytes += written;
    this.bytes += written;
    if (segment.batches === null) return;
    if (this.#inMemory + lines.length > maxRows) this.#forget(segment);
    else {
      segment.batches.push(...batches);
      segment.rows += lines.length;
      this.#inMemory += lines.length;
    }
  }

  /** The next batch to send; null if there is none. Deletes segments that were sent. */
  next(): string | null {
    for (let segment = this.#segments[0]; segment !== undefined; segment = this.#segments[0]) {
      if (this.#writer?.path === segment.path) this.close();
      segment.batches ??= this.#read(segment.path);
      const batch = segment.batches[segment.sent];
      if (batch !== undefined) return batch;
      dropSegment(segment.path);
      this.#forget(segment);
      this.bytes -= segment.bytes;
      this.#segments.shift();
    }
    return null;
  }

  /** Records that the batch of `next` is done. */
  accepted(): void {
    const [segment] = this.#segments;
    if (segment !== undefined) segment.sent += 1;
  }

  /** Closes the file that is being written to; the next line begins another one. */
  close(): void {
    this.#writer?.stop();
    this.#writer = null;
  }

  /** Drops its batches from memory; they are read from disk when they are due. */
  #forget(segment: Segment): void {
    this.#inMemory -= segment.rows;
    segment.rows = 0;
    segment.batches = null;
  }

  #read(path: string): string[] {
    const { texts, damaged } = readTexts(path);
    if (damaged > 0)
      this.#options.log.warn({ path, damaged }, "connection log has damaged lines, left out");
    return texts;
  }
}
