/**
 * Logs tunnels and requests that had an exit, for the trace: written to disk within 250 ms, then
 * sent to the hub until it accepts them. A crash of this worker loses what ended in those 250 ms;
 * sending lines twice has no effect there.
 *
 *     add ─▶ every 250 ms: segment on disk ─▶ hub, in batches ─▶ segment deleted
 *                                              └─▶ a refused line ─▶ `refused-items.ts`, the rest goes on
 *
 * As there are as many lines as tunnels, each is serialised only once. A batch is the JSON object
 * `{"rows":[…]}`: one record of a segment, which is sent to the hub unchanged.
 */
import { rmSync } from "node:fs";
import { type ConnectionLine, connectionLine } from "@turnpike/contract/connection-line.ts";
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { Encoded, type GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { AdaptiveInterval } from "../lib/adaptive-interval.ts";
import { batchOf, linesOf } from "./connection-batch.ts";
import { dropSegment, readTexts, SegmentWriter, segmentsIn } from "./journal.ts";
import type { RefusedItems } from "./refused-items.ts";
import { refusedLines } from "./refused-lines.ts";
import { SplitSender } from "./split-sender.ts";

/** The subfolder of a worker's journal folder. */
export const connectionLogFolder = "connections";
const writeMs = 250;
/** Serialising this many rows delays traffic by a millisecond or two at most. */
const rowsPerBatch = 500;
/** Segments that memory had no room for are read as a whole: some 3 ms for a megabyte. */
const segmentBytes = 1024 * 1024;
/** The most rows kept in memory in addition to the disk, and rows not written to disk yet. */
const maxRows = 20_000;
/** The most bytes on disk waiting for the hub, some 5 million lines. */
const defaultMaxBytes = 2_000_000_000;
/** The minimum interval between batches: 5,000 lines per second, so as not to overload the hub. */
const batchMs = 100;
const askTimeoutMs = 10_000;
/** Retry interval after a failed send. */
const retryMs = 1_000;
/** How long the last lines are sent at a stop; the rest is sent after the next start. */
const lastMs = 1_000;
const warnEveryMs = 60_000;

export interface ConnectionLogOptions {
  gateway: string;
  epoch: string;
  /** Used only by this log; segments of earlier runs in it are sent first. */
  folder: string;
  link: Pick<GatewayLink, "ask">;
  log: Log;
  maxBytes?: number;
}

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

export class ConnectionLog {
  #options: ConnectionLogOptions;
  /** Lines that are not on disk yet. */
  #pending: RequestRow[] = [];
  /** Oldest first; the last one is being written to while there is a writer. */
  #segments: Segment[];
  #writer: SegmentWriter | null = null;
  #number = 0;
  #inMemory = 0;
  #bytes = 0;
  #dropped = 0;
  /** The number dropped since the start. */
  droppedTotal = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #sending: Promise<void> | null = null;
  #pausedUntil = 0;
  #stopping = false;
  #pace: AdaptiveInterval;
  #sender: SplitSender<ConnectionLine>;
  #refused: RefusedItems<ConnectionLine>;

  constructor(options: ConnectionLogOptions) {
    this.#options = options;
    this.#segments = segmentsIn(options.folder).map(({ path }) => {
      return { path, bytes: 0, sent: 0, batches: null, rows: 0 };
    });
    this.#refused = refusedLines(options, (lines) => this.#ask(batchOf(lines)));
    this.#sender = new SplitSender({
      kind: "connection",
      link: options.link,
      log: options.log,
      nameOf: ([id]) => String(id),
      probe: () => this.#ask(batchOf([])),
      keep: (refused) => {
        for (const { item, why } of refused) this.#keep(item, why);
      },
    });
    this.#pace = new AdaptiveInterval(writeMs, () => {
      this.#tick();
      return !this.isDone() || this.#dropped > 0;
    });
  }

  /** The number of segments that wait for the hub. */
  get segments(): number {
    return this.#segments.length;
  }

  /** Lines dropped for lack of space on disk and in memory that are not reported yet. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Lines that the hub refused and does not keep yet. */
  get refused(): number {
    return this.#refused.waiting;
  }

  /** Whether the hub has everything. */
  isDone(): boolean {
    return this.#pending.length === 0 && this.#segments.length === 0 && this.#refused.isDone;
  }

  /** Adds the line of a connection that ended or that has been open for some time. */
  add(row: RequestRow): void {
    if (this.#pending.length < maxRows) this.#pending.push(row);
    else this.#drop(1, "memory is full");
    this.#pace.wake();
  }

  /** Writes what is left and sends for at most a second. */
  async stop(): Promise<void> {
    this.#pace.stop();
    this.#pausedUntil = 0;
    this.#stopping = true;
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
    this.#refused.stop();
    if (this.isDone()) rmSync(this.#options.folder, { recursive: true, force: true });
  }

  /** Stores a refused line until the hub keeps it; drops it if too many wait. */
  #keep(line: ConnectionLine, why: string): void {
    if (this.#refused.isFull) this.#drop(1, "the hub refuses too many");
    else this.#refused.add(line, why);
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
    if (this.#segments.length === 0 && this.#dropped === 0 && this.#refused.isDone) return;
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
        // The disk is full: the lines stay in memory as long as there is room.
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

  /** Drops its batches from memory; they are read from disk when they are due. */
  #forget(segment: Segment): void {
    this.#inMemory -= segment.rows;
    segment.rows = 0;
    segment.batches = null;
  }

  /** Sends the batches in order and deletes each segment once it was accepted completely. */
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
      await this.#refused.pump();
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
      await this.#sendBatch(batch);
      segment.sent += 1;
      const left = batchMs - (performance.now() - began);
      const isLast = batches[segment.sent] === undefined && this.#segments.length === 1;
      if (left > 0 && !isLast && !this.#stopping)
        await new Promise((resolve) => setTimeout(resolve, left));
    }
  }

  async #sendBatch(batch: string): Promise<void> {
    const give = (lines: ConnectionLine[]) => this.#ask(batchOf(lines));
    await this.#sender.send(
      () => linesOf(batch),
      give,
      () => this.#ask(batch),
    );
  }

  #read(path: string): string[] {
    const { log } = this.#options;
    const { texts, damaged } = readTexts(path);
    if (damaged > 0) log.warn({ path, damaged }, "connection log has damaged lines, left out");
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
