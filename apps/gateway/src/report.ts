/**
 * Numbered reports: into the journal, to the hub until it has acknowledged them, then forgotten.
 *
 *     rows ─▶ journal segment ─▶ hub ─▶ acknowledged ─▶ their leases settled, segment deleted
 *
 * Memory holds the active segment alone; what the hub has not taken meanwhile waits on disk.
 */
import type { UsageReport, UsageRow } from "@turnpike/contract/data-plane.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import { dropSegment, readSegment, type Segment, SegmentWriter, segmentsIn } from "./journal.ts";
import type { Log } from "./log.ts";

const rowsPerReport = 500;
const reportsPerQuestion = 50;
const rowsPerQuestion = 2_000;
const segmentRecords = 400;
const segmentBytes = 4 * 1024 * 1024;
const leasesPerQuestion = 500;
const askTimeoutMs = 10_000;
/** A hub that answers but does not take a report is asked again after so long. */
const refusedRetryMs = 1_000;

export interface ReporterOptions {
  gateway: string;
  epoch: string;
  folder: string;
  link: GatewayLink;
  log: Log;
  /** Leases that are out now, written at the head of each segment. */
  leasesOut: () => string[];
  settled: (leaseIds: string[]) => void;
}

export class Reporter {
  #options: ReporterOptions;
  #sequence = 0;
  #segmentNumber = 0;
  #writer: SegmentWriter;
  #unacknowledged: UsageReport[] = [];
  #older: Segment[];
  /** Leases to settle once all reports up to `after` are acknowledged. */
  #toSettle: { ids: string[]; after: number }[] = [];
  #pumping = false;
  #pausedUntil = 0;
  #stopped = false;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#older = segmentsIn(options.folder);
    this.#writer = new SegmentWriter(options.folder, options.epoch, 0);
  }

  /** Writes a granted lease down before it is used. */
  granted(leaseId: string): void {
    this.#writer.append({ leases: [leaseId] });
  }

  /**
   * Journals what was counted, then sends. `drained` are leases that nothing more is counted for.
   * Throws when the disk takes nothing; the rows must be kept for the next time then.
   */
  flush(rows: UsageRow[], drained: string[]): void {
    while (rows.length > 0) {
      const { gateway, epoch } = this.#options;
      const part = rows.slice(0, rowsPerReport);
      const report = { gateway, epoch, sequence: this.#sequence + 1, rows: part };
      this.#writer.append({ report });
      rows.splice(0, part.length);
      this.#sequence += 1;
      this.#unacknowledged.push(report);
    }
    if (drained.length > 0) this.#toSettle.push({ ids: drained, after: this.#sequence });
    this.#rotate();
    void this.pump();
  }

  /** Sends what waits, oldest first; one question at a time. Harmless when the hub is away. */
  async pump(): Promise<void> {
    if (this.#pumping || this.#stopped || Date.now() < this.#pausedUntil) return;
    this.#pumping = true;
    try {
      while (await this.#sendOldest());
      while (await this.#sendActive());
      await this.#settleAcknowledged();
    } catch (error) {
      // The link is down, or the hub could not take it: it waits in the journal.
      this.#pausedUntil = Date.now() + refusedRetryMs;
      this.#options.log.debug({ error: String(error) }, "reports wait for the hub");
    } finally {
      this.#pumping = false;
    }
  }

  /** Whether everything counted so far is acknowledged and its leases are settled. */
  isDone(): boolean {
    return (
      this.#unacknowledged.length === 0 && this.#older.length === 0 && this.#toSettle.length === 0
    );
  }

  /** The link is up again: no reason to wait longer. */
  wake(): void {
    this.#pausedUntil = 0;
    void this.pump();
  }

  /** Ends writing; the segment is deleted when the hub has everything. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#writer.stop();
    if (this.isDone() && this.#options.leasesOut().length === 0) dropSegment(this.#writer.path);
  }

  async #sendOldest(): Promise<boolean> {
    const oldest = this.#older[0];
    if (oldest === undefined || this.#stopped) return false;
    const { records, damaged } = readSegment(oldest.path);
    if (damaged > 0) this.#options.log.warn({ ...oldest, damaged }, "journal lines were damaged");
    let reports = records.flatMap((record) => ("report" in record ? [record.report] : []));
    while (reports.length > 0) {
      const applied = await this.#send(reports);
      reports = reports.filter((each) => !applied.has(each.sequence));
    }
    const own = oldest.epoch === this.#options.epoch;
    if (!own && this.#older[1]?.epoch !== oldest.epoch) await this.#settleEpoch(oldest.epoch);
    if (own) dropSegment(oldest.path);
    this.#older.shift();
    return true;
  }

  /** An older epoch ended without settling: all of its leases go back, then its files. */
  async #settleEpoch(epoch: string): Promise<void> {
    const segments = segmentsIn(this.#options.folder).filter((each) => each.epoch === epoch);
    const leases = new Set<string>();
    for (const { path } of segments) {
      for (const record of readSegment(path).records) {
        if ("leases" in record) for (const id of record.leases) leases.add(id);
      }
    }
    await this.#settle(epoch, [...leases]);
    for (const { path } of segments) dropSegment(path);
  }

  async #sendActive(): Promise<boolean> {
    if (this.#unacknowledged.length === 0 || this.#older.length > 0) return false;
    const applied = await this.#send(this.#unacknowledged);
    // Meanwhile new ones may have come, and a rotation may have moved all of them to disk.
    this.#unacknowledged = this.#unacknowledged.filter((each) => !applied.has(each.sequence));
    return true;
  }

  /** Sends the first of these, all of one epoch; answers the sequences that were applied. */
  async #send(reports: UsageReport[]): Promise<Set<number>> {
    let rows = 0;
    const batch: UsageReport[] = [];
    for (const report of reports) {
      rows += report.rows.length;
      if (batch.length > 0 && (rows > rowsPerQuestion || batch.length >= reportsPerQuestion)) break;
      batch.push(report);
    }
    const { applied } = await this.#options.link.ask("report", { reports: batch }, askTimeoutMs);
    if (applied.length === 0) throw new Error("The hub applied none of the reports");
    return new Set(applied);
  }

  async #settleAcknowledged(): Promise<void> {
    const oldestLeft = this.#unacknowledged[0]?.sequence ?? Number.POSITIVE_INFINITY;
    if (this.#older.length > 0) return;
    while (this.#toSettle[0] !== undefined && this.#toSettle[0].after < oldestLeft) {
      const { ids } = this.#toSettle[0];
      await this.#settle(this.#options.epoch, ids);
      this.#options.settled(ids);
      this.#toSettle.shift();
    }
  }

  async #settle(epoch: string, ids: string[]): Promise<void> {
    const { gateway, link } = this.#options;
    for (let from = 0; from < ids.length; from += leasesPerQuestion) {
      const leaseIds = ids.slice(from, from + leasesPerQuestion);
      await link.ask("settle", { gateway, epoch, leaseIds }, askTimeoutMs);
    }
  }

  /** Begins a new segment when this one is long; the old one is deleted or waits on disk. */
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
