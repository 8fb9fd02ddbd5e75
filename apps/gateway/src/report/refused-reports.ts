/**
 * Reports that the hub refuses while it accepts others. They are queued separately so as not to
 * block the others: each is retried for some seconds, then set aside, that is, handed to the hub to
 * be kept for the operator. Until the hub has it, it is stored in `set-aside.jsonl`.
 */
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { SetAsideReport, UsageReport } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { dropSegment, readRecords, RecordWriter } from "./journal.ts";
import type { Log } from "../lib/log.ts";

const fileName = "set-aside.jsonl";
/** The file's name in an earlier version. */
const earlierName = "zzaside.00000000.jsonl";
const earlierWhy = "an earlier version set it aside: the API did not take it";

const retryMs = 1_000;
/** A report that was refused this many times is set aside. */
const maxRefusals = 10;
/** With more than this, the hub accepts nothing at all, and everything waits in the journal. */
const maxRefused = 200;
const asidesPerQuestion = 20;
/** Retry interval for setting reports aside. */
const handOverRetryMs = 60_000;
const askTimeoutMs = 10_000;

interface RefusedReport extends SetAsideReport {
  refusals: number;
  tryAt: number;
}

export interface RefusedOptions {
  folder: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /** Resolves if the hub accepts an empty report. */
  probeHub: () => Promise<void>;
}

export class RefusedReports {
  #options: RefusedOptions;
  #waiting: RefusedReport[] = [];
  #writer: RecordWriter | null = null;
  /** Files of earlier runs, whose reports are all handed to the hub. */
  #files: string[];
  #handOverAt = 0;

  constructor(options: RefusedOptions) {
    this.#options = options;
    this.#files = filesOfEarlierRuns(options);
  }

  /** The number of waiting reports of this run. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the hub has everything, including reports of earlier runs. */
  get isDone(): boolean {
    return this.#waiting.length === 0 && this.#files.length === 0;
  }

  /** Stores a refused report. Throws if the write fails or too many wait. */
  add(report: UsageReport, why: string): void {
    if (this.#waiting.length >= maxRefused) throw new Error("the hub refuses too many reports");
    const aside: SetAsideReport = { report, why, at: this.#options.now() };
    this.#writer ??= new RecordWriter(join(this.#options.folder, fileName), "a");
    this.#writer.append(aside);
    this.#waiting.push({ ...aside, refusals: 1, tryAt: performance.now() + retryMs });
  }

  /** Retries reports that are due. Rejects if the hub is away or accepts nothing at all. */
  async pump(): Promise<void> {
    for (const each of this.#waiting) {
      if (each.refusals < maxRefusals && each.tryAt <= performance.now()) await this.#retry(each);
    }
    if (performance.now() < this.#handOverAt) return;
    await this.#setAside(this.#waiting.filter(({ refusals }) => refusals >= maxRefusals));
    while (this.#files[0] !== undefined && performance.now() >= this.#handOverAt) {
      const [path] = this.#files;
      if (await this.#sendToHub(readAsides(path, this.#options.log))) {
        dropSegment(path);
        this.#files.shift();
      }
    }
  }

  stop(): void {
    this.#writer?.stop();
  }

  async #retry(each: RefusedReport): Promise<void> {
    const { link, probeHub } = this.#options;
    each.tryAt = performance.now() + retryMs;
    try {
      await link.ask("report", { reports: [each.report] }, askTimeoutMs);
    } catch (error) {
      if (error instanceof LinkDown) throw error;
      await probeHub();
      each.refusals += 1;
      each.why = String(error);
      return;
    }
    this.#remove([each]);
  }

  async #setAside(due: RefusedReport[]): Promise<void> {
    if (due.length === 0 || !(await this.#sendToHub(due))) return;
    for (const { report, why } of due) {
      const { epoch, sequence } = report;
      const fields = { epoch, sequence, error: why };
      this.#options.log.error(fields, "report set aside: refused by the hub");
    }
    this.#remove(due);
  }

  /** Hands reports to the hub to be kept; returns whether it has all of them. */
  async #sendToHub(asides: SetAsideReport[]): Promise<boolean> {
    const { link, log } = this.#options;
    for (let from = 0; from < asides.length; from += asidesPerQuestion) {
      const part = asides.slice(from, from + asidesPerQuestion);
      try {
        const plain = part.map(({ report, why, at }) => ({ report, why, at }));
        await link.ask("aside", { asides: plain }, askTimeoutMs);
      } catch (error) {
        if (error instanceof LinkDown) throw error;
        this.#handOverAt = performance.now() + handOverRetryMs;
        const fields = { error: String(error), reports: asides.length };
        log.error(fields, "setting reports aside failed, retrying");
        return false;
      }
    }
    return true;
  }

  /** Removes reports that the hub has; deletes the file, which may contain them, with the last. */
  #remove(done: RefusedReport[]): void {
    this.#waiting = this.#waiting.filter((each) => !done.includes(each));
    if (this.#waiting.length > 0 || this.#writer === null) return;
    this.#writer.stop();
    dropSegment(this.#writer.path);
    this.#writer = null;
  }
}

/** Renames files of earlier runs, so that this run writes its own. */
function filesOfEarlierRuns({ folder, epoch }: RefusedOptions): string[] {
  const last = join(folder, fileName);
  if (existsSync(last)) renameSync(last, join(folder, `set-aside.${epoch}.jsonl`));
  return readdirSync(folder)
    .filter((name) => /^set-aside\.[0-9a-z]+\.jsonl$/.test(name) || name === earlierName)
    .sort()
    .map((name) => join(folder, name));
}

function readAsides(path: string, log: Log): SetAsideReport[] {
  const { records, damaged } = readRecords<Partial<SetAsideReport>>(path);
  if (damaged > 0) log.warn({ path, damaged }, "journal lines damaged");
  return records.flatMap(({ report, why = earlierWhy, at = 0 }) =>
    report === undefined ? [] : [{ report, why, at }],
  );
}
