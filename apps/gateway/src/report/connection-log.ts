/**
 * Lines of tunnels and requests that had an exit, for the trace: on disk within 250 ms, then sent to the
 * hub until it has taken them. A crash of this worker loses what ended in those 250 ms; what is sent
 * twice changes nothing there.
 *
 *     add ─▶ every 250 ms: segment on disk ─▶ hub, in batches ─▶ segment deleted
 *
 * Lines become JSON once, for the disk and for the hub: they are as many as tunnels. A batch is the JSON
 * object `{"rows":[…]}`, a record of a segment, and goes to the hub as it was written.
 */
import { rmSync } from "node:fs";
import { type ConnectionLine, connectionLine } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { Encoded, type GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { Pace } from "../lib/pace.ts";
import { dropSegment, readTexts, SegmentWriter, segmentsIn } from "./journal.ts";

/** Its folder in that of a worker's journal. */
export const connectionLogFolder = "connections";
const writeMs = 250;
/** Serialising this many holds up traffic for at most a millisecond or two. */
const rowsPerBatch = 500;
/** A segment that memory had no room for is read at once: a megabyte takes some 3 ms. */
const segmentBytes = 1024 * 1024;
/** Rows that are kept in memory beside the disk, and rows that the disk did not take. */
const maxRows = 20_000;
/** What waits on disk for the hub, some 5 million lines. */
const defaultMaxBytes = 2_000_000_000;
/** Batches follow each other in this time at least: 5,000 lines a second, so that the hub has room. */
const batchMs = 100;
const askTimeoutMs = 10_000;
/** The next attempt follows a failed one after this time. */
const retryMs = 1_000;
/** The last lines have this long when the gateway stops; what is left is sent after the next start. */
const lastMs = 1_000;
const warnEveryMs = 60_000;

export interface ConnectionLogOptions {
  gateway: string;
  epoch: string;
  /** Of this log alone; segments of former runs in it are sent first. */
  folder: string;
  link: Pick<GatewayLink, "ask">;
  log: Log;
  maxBytes?: number;
}

interface Segment {
  path: string;
  bytes: number;
  /** Batches that the hub has taken. */
  sent: number;
  /** Its batches; null where they have to be read. */
  batches: string[] | null;
  /** Lines of the batches that are in memory. */
  rows: number;
}

export class ConnectionLog {
  #options: ConnectionLogOptions;
  /** Lines that are not on disk yet. */
  #pending: RequestRow[] = [];
  /** Oldest first; the last one is written while it has a writer. */
  #segments: Segment[];
  #writer: SegmentWriter | null = null;
  #number = 0;
  #inMemory = 0;
  #bytes = 0;
  #dropped = 0;
  /** All since the start. */
  droppedTotal = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> | null = null;
  #pausedUntil = 0;
  #isLast = false;
  #pace: Pace;

  constructor(options: ConnectionLogOptions) {
    this.#options = options;
    this.#segments = segmentsIn(options.folder).map(({ path }) => {
      return { path, bytes: 0, sent: 0, batches: null, rows: 0 };
    });
    this.#pace = new Pace(writeMs, () => {
      this.#tick();
      return !this.isDone() || this.#dropped > 0;
    });
  }

  /** Segments that wait for the hub. */
  get segments(): number {
    return this.#segments.length;
  }

  /** Lines that neither disk nor memory had room for, and that are not reported yet. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Whether the hub has taken everything. */
  isDone(): boolean {
    return this.#pending.length === 0 && this.#segments.length === 0;
  }

  /** Takes the line of a connection that ended, or of one that is open for some time. */
  add(row: RequestRow): void {
    if (this.#pending.length < maxRows) this.#pending.push(row);
    else this.#drop(1, "memory is full");
    this.#pace.hurry();
  }

  /** Writes what is left, and sends for a second at most. */
  async stop(): Promise<void> {
    this.#pace.stop();
    this.#pausedUntil = 0;
    this.#isLast = true;
    this.#write();
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, lastMs);
    });
    const flushed = (async () => {
      await this.#sending;
      await this.#send();
    })();
    await Promise.race([flushed, timeout]);
    clearTimeout(timer);
    this.#writer?.stop();
    this.#writer = null;
    if (this.isDone()) rmSync(this.#options.folder, { recursive: true, force: true });
  }

  #drop(rows: number, why: string): void {
    this.#dropped += rows;
    this.droppedTotal += rows;
    if (performance.now() - this.#warnedAt < warnEveryMs) return;
    this.#warnedAt = performance.now();
    this.#options.log.error({ rows: this.#dropped, why }, "connection log lines dropped");
  }

  #tick(): void {
    this.#write();
    if (this.#sending !== null || performance.now() < this.#pausedUntil) return;
    if (this.#segments.length === 0 && this.#dropped === 0) return;
    this.#sending = this.#send().finally(() => {
      this.#sending = null;
    });
  }

  #write(): void {
    while (this.#pending.length > 0) {
      const rows = this.#pending.slice(0, rowsPerBatch);
      if (this.#bytes >= (this.#options.maxBytes ?? defaultMaxBytes)) {
        this.#pending = this.#pending.slice(rows.length);
        this.#drop(rows.length, "too many wait on the disk");
        continue;
      }
      try {
        this.#append(rows);
      } catch (error) {
        // The disk is full: they wait in memory as long as that has room.
        this.#options.log.debug({ error: String(error) }, "connection log write failed, retrying");
        return;
      }
      this.#pending = this.#pending.slice(rows.length);
    }
  }

  #append(rows: RequestRow[]): void {
    let segment = this.#segments.at(-1);
    if (this.#writer === null || segment === undefined || segment.bytes >= segmentBytes) {
      this.#writer?.stop();
      this.#writer = new SegmentWriter(this.#options.folder, this.#options.epoch, this.#number);
      this.#number += 1;
      segment = { path: this.#writer.path, bytes: 0, sent: 0, batches: [], rows: 0 };
      this.#segments.push(segment);
    }
    const before = this.#writer.bytes;
    const batch = batchOf(rows.map(connectionLine));
    this.#writer.appendJson(batch);
    const written = this.#writer.bytes - before;
    segment.bytes += written;
    this.#bytes += written;
    if (segment.batches === null) return;
    if (this.#inMemory + rows.length > maxRows) this.#forget(segment);
    else {
      segment.batches.push(batch);
      segment.rows += rows.length;
      this.#inMemory += rows.length;
    }
  }

  /** Its batches are read from the disk when their turn comes. */
  #forget(segment: Segment): void {
    this.#inMemory -= segment.rows;
    segment.rows = 0;
    segment.batches = null;
  }

  /** One batch after the other; a segment goes once all of it is taken. */
  async #send(): Promise<void> {
    const { log } = this.#options;
    try {
      for (let segment = this.#segments[0]; segment !== undefined; segment = this.#segments[0]) {
        if (this.#writer?.path === segment.path) {
          this.#writer.stop();
          this.#writer = null;
        }
        await this.#sendSegment(segment);
        dropSegment(segment.path);
        this.#forget(segment);
        this.#bytes -= segment.bytes;
        this.#segments.shift();
      }
      if (this.#dropped > 0) await this.#ask(batchOf([]));
    } catch (error) {
      this.#pausedUntil = performance.now() + retryMs;
      const waiting = this.#segments.length;
      log.debug({ error: String(error), waiting }, "connection log send failed, retrying");
    }
  }

  async #sendSegment(segment: Segment): Promise<void> {
    const batches = segment.batches ?? this.#read(segment.path);
    for (let batch = batches[segment.sent]; batch; batch = batches[segment.sent]) {
      const began = performance.now();
      await this.#ask(batch);
      segment.sent += 1;
      const left = batchMs - (performance.now() - began);
      const isLast = batches[segment.sent] === undefined && this.#segments.length === 1;
      if (left > 0 && !isLast && !this.#isLast)
        await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  #read(path: string): string[] {
    const { texts, damaged } = readTexts(path);
    if (damaged > 0)
      this.#options.log.warn({ path, damaged }, "connection log has damaged lines, left out");
    return texts;
  }

  async #ask(batch: string): Promise<void> {
    const { gateway, epoch, link } = this.#options;
    const dropped = this.#dropped;
    const rest = JSON.stringify({ gateway, epoch, dropped });
    const question = new Encoded(`${rest.slice(0, -1)},${batch.slice(1)}`);
    await link.ask("connections", question, askTimeoutMs);
    this.#dropped -= dropped;
  }
}

function batchOf(rows: ConnectionLine[]): string {
  return JSON.stringify({ rows });
}
