/**
 * Numbered reports: written to the journal, then sent to the hub until it has acknowledged them.
 *
 *     rows ─▶ journal segment ─▶ hub ─▶ acknowledged ─▶ their leases settled, segment deleted
 *                                  └─▶ refused ─▶ `refused-reports.ts`, queued separately
 * Only the active segment is in memory. Acknowledged reports are noted in it and not sent again.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import {
  acknowledge,
  dropSegment,
  readSegment,
  type Segment,
  SegmentWriter,
  segmentsIn,
} from "./journal.ts";
import { HubQueue } from "./hub-queue.ts";
import type { Log } from "../lib/log.ts";
import type { RefusedItems } from "./refused-items.ts";
import { refusedReports } from "./refused-reports.ts";
import { batchOf, sendReports } from "./report-size.ts";
import { SplitSender } from "./split-sender.ts";

const rowsPerReport = 500;
const reportsPerQuestion = 50;
const segmentRecords = 400;
const segmentBytes = 4 * 1024 * 1024;
const leasesPerQuestion = 500;
const askTimeoutMs = 10_000;
/** Retry interval after a failed report. */
const refusedRetryMs = 1_000;
/** The interval of reports of held leases. */
const heldEveryMs = 5_000;
/** With more leases than this they are not reported; lost ones expire at the hub. */
const maxHeld = 20_000;

type Counted = Pick<UsageReport, "outcomes" | "upstreams">;

export interface ReporterOptions {
  gateway: string;
  epoch: string;
  folder: string;
  link: GatewayLink;
  log: Log;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /** The outstanding leases, written at the beginning of each segment. */
  leasesOut: () => string[];
  settled: (leaseIds: string[]) => void;
  /** The folder is a former worker's (`adoption.ts`): it is emptied, and holds no leases. */
  adopted?: boolean;
}

export class Reporter {
  #options: ReporterOptions;
  #sequence = 0;
  #segmentNumber = 0;
  #writer: SegmentWriter;
  #unacknowledged: UsageReport[] = [];
  #older: Segment[];
  /** Reports of the oldest segment that the hub has not accepted; null until it is read. */
  #oldestReports: UsageReport[] | null = null;
  /** Leases to settle once all reports up to `after` are acknowledged. */
  #toSettle: { ids: string[]; after: number }[] = [];
  #refused: RefusedItems<UsageReport>;
  #leases: SplitSender<string>;
  #queue: HubQueue;
  /** How many more reports are sent one by one because their batch was refused. */
  #oneByOne = 0;
  #heldReportedAt = performance.now();
  #stopped = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#older = segmentsIn(options.folder);
    const queue = { failed: "report send failed, retrying", retryMs: refusedRetryMs };
    this.#queue = new HubQueue({ ...queue, log: options.log, send: () => this.#sendAll() });
    const probe = () => this.#probeHub();
    this.#refused = refusedReports(options, probe);
    this.#leases = new SplitSender<string>({ ...options, kind: "lease", nameOf: String, probe });
    this.#writer = new SegmentWriter(options.folder, options.epoch, 0);
  }

  /** Writes a granted lease to the journal before it is used. */
  recordLease(leaseId: string): void {
    this.#writer.append({ leases: [leaseId] });
  }

  /**
   * Writes rows to the journal and sends them; `drained` leases are no longer counted for. Throws
   * if the disk fails; the caller must then keep the remaining rows.
   */
  flush(rows: UsageRow[], drained: string[], counted: Counted = {}): void {
    const { outcomes = [], upstreams = [] } = counted;
    while (rows.length + outcomes.length + upstreams.length > 0) {
      const { gateway, epoch } = this.#options;
      const report: UsageReport = { gateway, epoch, sequence: this.#sequence + 1, rows: [] };
      report.rows = rows.slice(0, rowsPerReport);
      if (outcomes.length > 0) report.outcomes = outcomes.slice(0, rowsPerReport);
      if (upstreams.length > 0) report.upstreams = upstreams.slice(0, rowsPerReport);
      this.#writer.append({ report });
      for (const written of [rows, outcomes, upstreams]) written.splice(0, rowsPerReport);
      this.#sequence += 1;
      this.#unacknowledged.push(report);
    }
    if (drained.length > 0) this.#toSettle.push({ ids: drained, after: this.#sequence });
    this.#rotate();
    void this.pump();
  }

  /** Sends waiting reports, oldest first, one request at a time. Tolerates an absent hub. */
  pump(): Promise<void> {
    return this.#queue.pump();
  }

  /** Reports in memory that the hub has not acknowledged. */
  get waiting(): number {
    return this.#unacknowledged.length;
  }

  /** The number of segments on disk that wait for the hub. */
  get segments(): number {
    return this.#older.length;
  }

  /** Whether everything counted so far is acknowledged and its leases are settled. */
  isDone(): boolean {
    if (this.#options.adopted === true && !this.#refused.isDone) return false;
    return this.#unacknowledged.length + this.#older.length + this.#toSettle.length === 0;
  }

  /** Call when the link is up again, to retry at once. */
  wake(): void {
    void this.#queue.wake();
  }

  /** Stops writing; deletes the segment if it was acknowledged completely. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#queue.stop();
    this.#writer.stop();
    this.#refused.stop();
    if (this.isDone() && this.#options.leasesOut().length === 0) dropSegment(this.#writer.path);
  }

  /** If it rejects (the link is down or the hub failed), the reports wait in the journal. */
  async #sendAll(): Promise<void> {
    while (await this.#sendOldest());
    while (await this.#sendActive());
    await this.#settleAcknowledged();
    await this.#reportHeld();
    await this.#refused.pump();
  }

  async #sendOldest(): Promise<boolean> {
    const oldest = this.#older[0];
    if (oldest === undefined || this.#stopped) return false;
    this.#oldestReports ??= this.#read(oldest);
    while (this.#oldestReports.length > 0) {
      const done = await this.#send(this.#oldestReports);
      this.#acknowledge(oldest.path, done);
      this.#oldestReports = this.#oldestReports.filter(({ sequence }) => !done.has(sequence));
    }
    const own = oldest.epoch === this.#options.epoch;
    if (!own && this.#older[1]?.epoch !== oldest.epoch) await this.#settleEpoch(oldest.epoch);
    if (own) dropSegment(oldest.path);
    this.#older.shift();
    this.#oldestReports = null;
    return true;
  }

  #read(segment: Segment): UsageReport[] {
    const { reports, damaged } = readSegment(segment.path);
    if (damaged > 0) this.#options.log.warn({ ...segment, damaged }, "journal lines damaged");
    return reports;
  }

  /** An older epoch ended without settling: settles all of its leases, then deletes its files. */
  async #settleEpoch(epoch: string): Promise<void> {
    const segments = segmentsIn(this.#options.folder).filter((each) => each.epoch === epoch);
    const leases = new Set(segments.flatMap(({ path }) => [...readSegment(path).leases]));
    await this.#settle(epoch, [...leases]);
    for (const { path } of segments) dropSegment(path);
  }

  async #sendActive(): Promise<boolean> {
    if (this.#unacknowledged.length === 0 || this.#older.length > 0) return false;
    const { path } = this.#writer;
    const done = await this.#send(this.#unacknowledged);
    // In the meantime there may be new ones, and a rotation may have moved all of them to disk.
    this.#unacknowledged = this.#unacknowledged.filter((each) => !done.has(each.sequence));
    this.#acknowledge(path, done);
    return true;
  }

  /** Notes acknowledged reports. If the disk fails, they are sent again, but only after a crash. */
  #acknowledge(path: string, done: Set<number>): void {
    try {
      if (done.size > 0) acknowledge(path, done);
    } catch (error) {
      this.#options.log.debug({ error: String(error) }, "acknowledgement write failed");
    }
  }

  /** Sends the first of these reports, all of one epoch; returns the sequences that are done. */
  async #send(reports: UsageReport[]): Promise<Set<number>> {
    const { link } = this.#options;
    const most = this.#oneByOne > 0 ? 1 : reportsPerQuestion;
    const batch = batchOf(reports, { most, reportOf: (report) => report });
    try {
      const applied = await sendReports(link, batch, askTimeoutMs);
      if (applied.length === 0) throw new Error("The hub applied none of the reports");
      this.#oneByOne = Math.max(0, this.#oneByOne - batch.length);
      return new Set(applied);
    } catch (error) {
      if (error instanceof LinkDown) throw error;
      return await this.#judgeRefused(batch, error);
    }
  }

  /**
   * The hub is up and refused these: the reports of a batch are sent one by one. One that is
   * refused while others are accepted is queued separately, so as not to block them.
   */
  async #judgeRefused(batch: UsageReport[], error: unknown): Promise<Set<number>> {
    const [report] = batch;
    if (report === undefined || batch.length > 1) {
      this.#oneByOne = batch.length;
      return new Set();
    }
    await this.#probeHub();
    this.#refused.add(report, String(error));
    this.#oneByOne = Math.max(0, this.#oneByOne - 1);
    return new Set([report.sequence]);
  }

  /** Resolves if the hub accepts an empty report; then only the refused report is at fault. */
  async #probeHub(): Promise<void> {
    const { gateway, epoch, link } = this.#options;
    this.#sequence += 1;
    const report = { gateway, epoch, sequence: this.#sequence, rows: [] };
    await link.ask("report", { reports: [report] }, askTimeoutMs);
  }

  /** Checks each entry anew: leases may drain meanwhile that have reports left. */
  async #settleAcknowledged(): Promise<void> {
    while (this.#toSettle[0] !== undefined && this.#isAcknowledged(this.#toSettle[0].after)) {
      const { ids } = this.#toSettle[0];
      await this.#settle(this.#options.epoch, ids);
      this.#options.settled(ids);
      this.#toSettle.shift();
    }
  }

  /** Whether the hub has accepted everything up to a sequence. */
  #isAcknowledged(sequence: number): boolean {
    const oldestLeft = this.#unacknowledged[0]?.sequence ?? Number.POSITIVE_INFINITY;
    return this.#older.length === 0 && sequence < oldestLeft;
  }

  /** Reports held leases, so that the hub takes back those whose grant never arrived here. */
  async #reportHeld(): Promise<void> {
    const now = performance.now();
    const isDue = now - this.#heldReportedAt >= heldEveryMs && this.#options.adopted !== true;
    if (!isDue || this.#older.length > 0) return;
    this.#heldReportedAt = now;
    const { gateway, link } = this.#options;
    const leaseIds = this.#options.leasesOut();
    if (leaseIds.length <= maxHeld) await link.ask("held", { gateway, leaseIds }, askTimeoutMs);
  }

  async #settle(epoch: string, ids: string[]): Promise<void> {
    const { gateway, link } = this.#options;
    for (let from = 0; from < ids.length; from += leasesPerQuestion) {
      const give = (leaseIds: string[]) =>
        link.ask("settle", { gateway, epoch, leaseIds }, askTimeoutMs);
      await this.#leases.send(ids.slice(from, from + leasesPerQuestion), give);
    }
  }

  /** Starts a new segment when this one is long. */
  #rotate(): void {
    if (this.#writer.records < segmentRecords && this.#writer.bytes < segmentBytes) return;
    const { folder, epoch } = this.#options;
    const next = new SegmentWriter(folder, epoch, this.#segmentNumber + 1);
    next.append({ leases: this.#options.leasesOut() });
    const { path } = this.#writer;
    this.#writer.stop();
    if (this.#unacknowledged.length > 0) this.#older.push({ path, epoch });
    else dropSegment(path);
    this.#unacknowledged = [];
    this.#segmentNumber += 1;
    this.#writer = next;
  }
}
