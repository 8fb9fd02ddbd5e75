/**
 * Reports that the hub refuses while it takes others. They are queued apart, so that they hold nothing
 * up: each is retried for some seconds, then set aside: handed to the hub to keep for the operator. Until
 * the hub has it, it is in `set-aside.jsonl`.
 */
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { AsideReport, UsageReport } from "@turnpike/contract/data-plane.ts";
import { type GatewayLink, LinkDown } from "@turnpike/link/link.ts";
import { dropSegment, readRecords, RecordWriter } from "./journal.ts";
import type { Log } from "../lib/log.ts";

const fileName = "set-aside.jsonl";
/** The file's name in an earlier version. */
const earlierName = "zzaside.00000000.jsonl";
const earlierWhy = "an earlier version set it aside: the API did not take it";

const retryMs = 1_000;
/** A report that was refused this often is set aside. */
const maxRefusals = 10;
/** With more of them the hub takes nothing at all: then everything waits in the journal. */
const maxRefused = 200;
const asidesPerQuestion = 20;
/** Setting aside that failed is retried after this time. */
const handOverRetryMs = 60_000;
const askTimeoutMs = 10_000;

interface RefusedReport extends AsideReport {
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
  /** Resolves where the hub takes an empty report. */
  proveHub: () => Promise<void>;
}

export class RefusedReports {
  #options: RefusedOptions;
  #waiting: RefusedReport[] = [];
  #writer: RecordWriter | null = null;
  /** Files of earlier runs: the hub is given all of them. */
  #files: string[];
  #handOverAt = 0;

  constructor(options: RefusedOptions) {
    this.#options = options;
    this.#files = filesOfEarlierRuns(options);
  }

  /** How many wait of this run. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the hub has everything, of earlier runs too. */
  get isDone(): boolean {
    return this.#waiting.length === 0 && this.#files.length === 0;
  }

  /** Writes a refused report down. Throws when the disk does not take it, or too many wait. */
  add(report: UsageReport, why: string): void {
    if (this.#waiting.length >= maxRefused) throw new Error("the hub refuses too many reports");
    const aside: AsideReport = { report, why, at: this.#options.now() };
    this.#writer ??= new RecordWriter(join(this.#options.folder, fileName), "a");
    this.#writer.append(aside);
    this.#waiting.push({ ...aside, refusals: 1, tryAt: performance.now() + retryMs });
  }

  /** Retries reports that are due. Rejects when the hub is away, or takes nothing at all. */
  async pump(): Promise<void> {
    for (const each of this.#waiting) {
      if (each.refusals < maxRefusals && each.tryAt <= performance.now()) await this.#try(each);
    }
    if (performance.now() < this.#handOverAt) return;
    await this.#setAside(this.#waiting.filter(({ refusals }) => refusals >= maxRefusals));
    while (this.#files[0] !== undefined && performance.now() >= this.#handOverAt) {
      const [path] = this.#files;
      if (await this.#giveToHub(readAsides(path, this.#options.log))) {
        dropSegment(path);
        this.#files.shift();
      }
    }
  }

  stop(): void {
    this.#writer?.stop();
  }

  async #try(each: RefusedReport): Promise<void> {
    const { link, proveHub } = this.#options;
    each.tryAt = performance.now() + retryMs;
    try {
      await link.ask("report", { reports: [each.report] }, askTimeoutMs);
    } catch (error) {
      if (error instanceof LinkDown) throw error;
      await proveHub();
      each.refusals += 1;
      each.why = String(error);
      return;
    }
    this.#forget([each]);
  }

  async #setAside(due: RefusedReport[]): Promise<void> {
    if (due.length === 0 || !(await this.#giveToHub(due))) return;
    for (const { report, why } of due) {
      const { epoch, sequence } = report;
      const fields = { epoch, sequence, error: why };
      this.#options.log.error(fields, "report set aside: refused by the hub");
    }
    this.#forget(due);
  }

  /** Gives reports to the hub to keep; returns whether it has all of them. */
  async #giveToHub(asides: AsideReport[]): Promise<boolean> {
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

  /** The hub has these. The file goes with the last of them; until then they may stand in it. */
  #forget(done: RefusedReport[]): void {
    this.#waiting = this.#waiting.filter((each) => !done.includes(each));
    if (this.#waiting.length > 0 || this.#writer === null) return;
    this.#writer.stop();
    dropSegment(this.#writer.path);
    this.#writer = null;
  }
}

/** Names what earlier runs left, so that this one writes a file of its own. */
function filesOfEarlierRuns({ folder, epoch }: RefusedOptions): string[] {
  const last = join(folder, fileName);
  if (existsSync(last)) renameSync(last, join(folder, `set-aside.${epoch}.jsonl`));
  return readdirSync(folder)
    .filter((name) => /^set-aside\.[0-9a-z]+\.jsonl$/.test(name) || name === earlierName)
    .sort()
    .map((name) => join(folder, name));
}

function readAsides(path: string, log: Log): AsideReport[] {
  const { records, damaged } = readRecords<Partial<AsideReport>>(path);
  if (damaged > 0) log.warn({ path, damaged }, "journal lines damaged");
  return records.flatMap(({ report, why = earlierWhy, at = 0 }) =>
    report === undefined ? [] : [{ report, why, at }],
  );
}
