/**
 * Logs tunnels and requests that had an exit, for the trace: written to disk within 250 ms, then
 * sent to the hub until it accepts them. A crash of this worker loses what ended in those 250 ms;
 * sending lines twice has no effect there.
 *
 *     add ─▶ every 250 ms: segment on disk ─▶ hub, in batches ─▶ segment deleted
 *                                              └─▶ a refused line ─▶ `refused-items.ts`, the rest goes on
 *
 * Lines of accounts that have many go another lane than all others', and the lanes take turns: so an
 * account with a flood delays nobody else's lines, also after an outage (spec/operator#folded-rows).
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
import { HubQueue } from "./hub-queue.ts";
import { segmentsIn } from "./journal.ts";
import { LineLane } from "./line-lane.ts";
import type { RefusedItems } from "./refused-items.ts";
import { refusedLines } from "./refused-lines.ts";
import { SplitSender } from "./split-sender.ts";

/** The subfolder of a worker's journal folder. */
export const connectionLogFolder = "connections";
const writeMs = 250;
/** Serialising this many rows delays traffic by a millisecond or two at most. */
const rowsPerBatch = 500;
/** The most rows that are not written to disk yet. */
const maxRows = 20_000;
/** An account with more lines than this in a minute goes the lane for such accounts. */
const busyLines = 300;
const minuteMs = 60_000;
/** While both lanes wait, this turn is the busy one's, and all before it are the other's. */
const busyTurn = 4;
/** Segments of the busy lane have numbers from this on: the next run tells the lanes apart. */
const firstBusyNumber = 50_000_000;
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

export class ConnectionLog {
  #options: ConnectionLogOptions;
  /** Lines that are not on disk yet. */
  #pending: RequestRow[] = [];
  #quiet: LineLane;
  #busy: LineLane;
  /** The lane whose turn it is. */
  #turn = 0;
  /** Lines by account since `#minuteAt`. */
  #lines = new Map<string, number>();
  #minuteAt = 0;
  #dropped = 0;
  /** The number dropped since the start. */
  droppedTotal = 0;
  #warnedAt = Number.NEGATIVE_INFINITY;
  #stopping = false;
  #pace: AdaptiveInterval;
  #queue: HubQueue;
  #sender: SplitSender<ConnectionLine>;
  #refused: RefusedItems<ConnectionLine>;

  constructor(options: ConnectionLogOptions) {
    this.#options = options;
    const found = segmentsIn(options.folder).map(({ path }) => path);
    const isBusy = (path: string) => numberOf(path) >= firstBusyNumber;
    this.#quiet = new LineLane({
      ...options,
      firstNumber: 0,
      found: found.filter((path) => !isBusy(path)),
    });
    this.#busy = new LineLane({
      ...options,
      firstNumber: firstBusyNumber,
      found: found.filter(isBusy),
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
    this.#queue = new HubQueue({
      log: options.log,
      failed: "connection log send failed, retrying",
      describe: () => ({ waiting: this.segments }),
      retryMs,
      send: () => this.#send(),
    });
    this.#pace = new AdaptiveInterval(writeMs, () => {
      this.#tick();
      return !this.isDone() || this.#dropped > 0;
    });
  }

  /** The number of segments that wait for the hub. */
  get segments(): number {
    return this.#quiet.segments + this.#busy.segments;
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
    return this.#pending.length === 0 && this.segments === 0 && this.#refused.isDone;
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
    this.#stopping = true;
    this.#write();
    await this.#queue.stopAfterLast(lastMs);
    this.#quiet.close();
    this.#busy.close();
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
    if (this.segments === 0 && this.#dropped === 0 && this.#refused.isDone) return;
    void this.#queue.pump();
  }

  #write(): void {
    if (this.#pending.length === 0) return;
    const isBusy = this.#busyAccounts(this.#pending);
    const rest: RequestRow[] = [];
    for (const [lane, rows] of [
      [this.#quiet, this.#pending.filter((row) => !isBusy.has(row.accountId))],
      [this.#busy, this.#pending.filter((row) => isBusy.has(row.accountId))],
    ] as const)
      rest.push(...this.#writeTo(lane, rows));
    this.#pending = rest;
  }

  /** Writes rows in batches; returns those for which the disk had no room, to be tried again. */
  #writeTo(lane: LineLane, rows: RequestRow[]): RequestRow[] {
    const { maxBytes = defaultMaxBytes, log } = this.#options;
    for (let from = 0; from < rows.length; from += rowsPerBatch) {
      const some = rows.slice(from, from + rowsPerBatch);
      if (this.#quiet.bytes + this.#busy.bytes >= maxBytes) {
        this.#drop(some.length, "too many wait on the disk");
        continue;
      }
      try {
        lane.append(some.map(connectionLine));
      } catch (error) {
        // The disk is full: the lines stay in memory as long as there is room.
        log.debug({ error: String(error) }, "connection log write failed, retrying");
        return rows.slice(from);
      }
    }
    return [];
  }

  /** Counts lines by account; returns those accounts that have many in this minute. */
  #busyAccounts(rows: RequestRow[]): ReadonlySet<string> {
    const now = performance.now();
    if (now - this.#minuteAt >= minuteMs) {
      this.#minuteAt = now;
      this.#lines.clear();
    }
    const busy = new Set<string>();
    for (const { accountId } of rows) {
      const lines = (this.#lines.get(accountId) ?? 0) + 1;
      this.#lines.set(accountId, lines);
      if (lines > busyLines) busy.add(accountId);
    }
    return busy;
  }

  /** Sends the batches of each lane in order, the lanes in turn. */
  async #send(): Promise<void> {
    for (let next = this.#next(); next !== null; next = this.#next()) {
      const began = performance.now();
      await this.#sendBatch(next.batch);
      next.lane.accepted();
      const left = batchMs - (performance.now() - began);
      const isLast = this.#quiet.next() === null && this.#busy.next() === null;
      if (left > 0 && !isLast && !this.#stopping)
        await new Promise((resolve) => setTimeout(resolve, left));
    }
    if (this.#dropped > 0) await this.#ask(batchOf([]));
    await this.#refused.pump();
  }

  /** The next batch, of the lane whose turn it is or else of the other. */
  #next(): { lane: LineLane; batch: string } | null {
    const lanes = [this.#quiet, this.#busy];
    this.#turn += 1;
    for (const lane of this.#turn % busyTurn === 0 ? lanes.toReversed() : lanes) {
      const batch = lane.next();
      if (batch !== null) return { lane, batch };
    }
    return null;
  }

  async #sendBatch(batch: string): Promise<void> {
    const give = (lines: ConnectionLine[]) => this.#ask(batchOf(lines));
    await this.#sender.send(
      () => linesOf(batch),
      give,
      () => this.#ask(batch),
    );
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

/** The number in a segment's name, EPOCH.NUMBER.jsonl. */
const numberOf = (path: string) => Number(/\.(\d{8})\.jsonl$/.exec(path)?.[1] ?? 0);
