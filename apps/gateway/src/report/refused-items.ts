/**
 * Items that the hub refuses while it accepts others. They are queued separately so as not to block
 * the others: each is retried for some seconds, then set aside, that is, handed to the hub to be kept
 * for the operator. Until the hub has it, it is stored in `set-aside.jsonl`.
 */
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { LinkDown } from "@turnpike/link/link.ts";
import { dropSegment, readRecords, RecordWriter } from "./journal.ts";
import type { Log } from "../lib/log.ts";

const fileName = "set-aside.jsonl";
/** The file's name in an earlier version. */
const earlierName = "zzaside.00000000.jsonl";
const earlierWhy = "an earlier version set it aside: the API did not take it";

const retryMs = 1_000;
/** Retry interval for setting items aside. */
const handOverRetryMs = 60_000;

/** A refused item. */
export interface Refused<T> {
  item: T;
  /** The hub's error. */
  why: string;
  /** When it was refused, by the product's clock; 0 if unknown. */
  at: number;
}
interface WaitingItem<T> extends Refused<T> {
  refusals: number;
  tryAt: number;
}

export interface RefusedItemsOptions<T> {
  folder: string;
  epoch: string;
  log: Log;
  /** The product's clock, milliseconds since 1970. */
  now: () => number;
  /** The name of the item in the file's records, and in the log. */
  what: "report" | "line";
  /** How many may wait. With more, the hub accepts nothing at all. */
  most: number;
  /** An item that was refused this many times is set aside. */
  refusals: number;
  /** Sends one item. @throws LinkDown if the hub is away */
  retry: (item: T) => Promise<unknown>;
  /** Resolves if the hub accepts items at all. */
  probeHub: () => Promise<unknown>;
  /** Hands items to the hub. @throws LinkDown if the hub is away */
  handOver: (refused: Refused<T>[]) => Promise<unknown>;
  /** Describes an item in the log. */
  describe: (item: T) => object;
}

export class RefusedItems<T> {
  #options: RefusedItemsOptions<T>;
  #waiting: WaitingItem<T>[] = [];
  #writer: RecordWriter | null = null;
  /** Files of earlier runs, whose items are all handed to the hub. */
  #files: string[];
  #handOverAt = 0;

  constructor(options: RefusedItemsOptions<T>) {
    this.#options = options;
    this.#files = filesOfEarlierRuns(options);
  }

  /** The number of waiting items of this run. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the hub has everything, including items of earlier runs. */
  get isDone(): boolean {
    return this.#waiting.length === 0 && this.#files.length === 0;
  }

  /** Whether there is no room for another item. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#options.most;
  }

  /** Stores a refused item. Throws if the write fails or too many wait. */
  add(item: T, why: string): void {
    const { folder, now, what } = this.#options;
    if (this.isFull) throw new Error(`the hub refuses too many ${what}s`);
    const refused: Refused<T> = { item, why, at: now() };
    this.#writer ??= new RecordWriter(join(folder, fileName), "a");
    this.#writer.append({ [what]: item, why, at: refused.at });
    this.#waiting.push({ ...refused, refusals: 1, tryAt: performance.now() + retryMs });
  }

  /** Retries items that are due. Rejects if the hub is away or accepts nothing at all. */
  async pump(): Promise<void> {
    const { refusals: most } = this.#options;
    for (const each of this.#waiting) {
      if (each.refusals < most && each.tryAt <= performance.now()) await this.#retry(each);
    }
    if (performance.now() < this.#handOverAt) return;
    await this.#setAside(this.#waiting.filter(({ refusals }) => refusals >= most));
    while (this.#files[0] !== undefined && performance.now() >= this.#handOverAt) {
      const [path] = this.#files;
      if (await this.#handOver(this.#read(path))) {
        dropSegment(path);
        this.#files.shift();
      }
    }
  }

  stop(): void {
    this.#writer?.stop();
  }

  async #retry(each: WaitingItem<T>): Promise<void> {
    const { retry, probeHub } = this.#options;
    each.tryAt = performance.now() + retryMs;
    try {
      await retry(each.item);
    } catch (error) {
      if (error instanceof LinkDown) throw error;
      await probeHub();
      each.refusals += 1;
      each.why = String(error);
      return;
    }
    this.#remove([each]);
  }

  async #setAside(due: WaitingItem<T>[]): Promise<void> {
    if (due.length === 0 || !(await this.#handOver(due))) return;
    const { log, what, describe } = this.#options;
    for (const { item, why } of due)
      log.error({ ...describe(item), error: why }, `${what} set aside: refused by the hub`);
    this.#remove(due);
  }

  /** Hands items to the hub to be kept; returns whether it has all of them. */
  async #handOver(refused: Refused<T>[]): Promise<boolean> {
    const { handOver, log, what } = this.#options;
    try {
      await handOver(refused.map(({ item, why, at }) => ({ item, why, at })));
      return true;
    } catch (error) {
      if (error instanceof LinkDown) throw error;
      this.#handOverAt = performance.now() + handOverRetryMs;
      const fields = { error: String(error), [`${what}s`]: refused.length };
      log.error(fields, `setting ${what}s aside failed, retrying`);
      return false;
    }
  }

  /** Removes items that the hub has; deletes the file, which may contain them, with the last. */
  #remove(done: WaitingItem<T>[]): void {
    const gone = new Set(done);
    this.#waiting = this.#waiting.filter((each) => !gone.has(each));
    if (this.#waiting.length > 0 || this.#writer === null) return;
    this.#writer.stop();
    dropSegment(this.#writer.path);
    this.#writer = null;
  }

  #read(path: string): Refused<T>[] {
    const { log, what } = this.#options;
    const { records, damaged } = readRecords<Record<string, unknown>>(path);
    if (damaged > 0) log.warn({ path, damaged }, "journal lines damaged");
    return records.flatMap(({ [what]: item, why = earlierWhy, at = 0 }) =>
      item === undefined ? [] : [{ item: item as T, why: String(why), at: Number(at) }],
    );
  }
}

/** Renames files of earlier runs, so that this run writes its own. */
function filesOfEarlierRuns({ folder, epoch }: { folder: string; epoch: string }): string[] {
  const last = join(folder, fileName);
  if (existsSync(last)) renameSync(last, join(folder, `set-aside.${epoch}.jsonl`));
  return readdirSync(folder)
    .filter((name) => /^set-aside\.[0-9a-z]+\.jsonl$/.test(name) || name === earlierName)
    .sort()
    .map((name) => join(folder, name));
}
