/**
 * Sends lines of the request log to the hub, independently of billing. Adding a line costs only a
 * push. Lines that do not fit are dropped and counted; failures have priority over successes.
 *
 *     add ─▶ two bounded buffers ─▶ every 500 ms: hub, in batches ─▶ dropped
 *                                                   └─▶ a refused line: set aside, the rest goes on
 *
 * Without lines no timer runs.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { HubQueue } from "./hub-queue.ts";
import { SplitSender } from "./split-sender.ts";

const flushMs = 500;
/** The rate limit of lines per second; a full bucket lets `burstRows` through at once. */
const rowsPerSecond = 1_000;
const burstRows = 10_000;
/** The part of the bucket that is reserved for failures. */
const reservedRows = 2_000;
/**
 * An account that adds more lines than this between two sends leaves half of the bucket and of the
 * buffer to others: a refusal costs nothing, and others' lines say why theirs were refused.
 */
const rowsOfAccount = 100;
const loud = { leavesTokens: 5_000, mostRows: 10_000 };
/** The most about wrong passwords, which strangers write into the log of whose name they know. */
const rowsOfStrangers = 20;
/** The most lines buffered while the hub is away or slow, some 400 bytes each. */
const maxRows = 20_000;
/** Serialising this many lines delays traffic by a millisecond or two at most. */
const rowsPerQuestion = 500;
/**
 * Of lines in a question, below what the hub accepts: customers choose the letters of a detail, which have
 * up to six bytes, and one customer's lines must not have the others' refused with them.
 */
const bytesPerQuestion = 900 * 1024;
const bytesPerLetter = 6;
const otherBytes = 800;
const askTimeoutMs = 10_000;
/** Retry interval after a failed send. */
const retryMs = 1_000;
/** How long the last lines are sent when the gateway stops. */
const lastMs = 1_000;

export interface RequestLogOptions {
  gateway: string;
  epoch: string;
  link: GatewayLink;
  log: Log;
}

export class RequestLog {
  #options: RequestLogOptions;
  /** Failures and successes, sent in this order. */
  #failures: RequestRow[] = [];
  #successes: RequestRow[] = [];
  #tokens = burstRows;
  #dropped = 0;
  /** The lines of each account since the last send, and those about wrong passwords. */
  #added = { own: new Map<string, number>(), strangers: new Map<string, number>() };
  #timer: NodeJS.Timeout | undefined;
  #refilledAt = performance.now();
  #stopped = false;
  #queue: HubQueue;
  #sender: SplitSender<RequestRow>;

  constructor(options: RequestLogOptions) {
    this.#options = options;
    const { link, log } = options;
    const probe = () => this.#ask([]);
    this.#queue = new HubQueue({
      log,
      failed: "request log send failed, retrying",
      describe: () => ({ rows: this.size }),
      retryMs,
      send: () => this.#flush(),
    });
    this.#sender = new SplitSender({ kind: "request", link, log, nameOf: ({ id }) => id, probe });
  }

  /** The number of lines that wait for the hub. */
  get size(): number {
    return this.#failures.length + this.#successes.length;
  }

  /** The number of dropped lines that are not reported yet. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Adds a line, at the end of each tunnel or request and at each refusal of a known account. */
  add(row: RequestRow): void {
    if (this.#timer === undefined) this.#begin();
    const isSuccess = row.outcome === "ok";
    const isStranger = row.reason === "credentials" && row.outcome === "refused";
    const of = isStranger ? this.#added.strangers : this.#added.own;
    const added = of.get(row.accountId) ?? 0;
    const isLoud = added >= rowsOfAccount;
    const kept = isLoud ? loud.leavesTokens : isSuccess ? reservedRows : 0;
    const isFull = isStranger ? added >= rowsOfStrangers : isLoud && this.size >= loud.mostRows;
    if (this.#tokens <= kept || isFull || !this.#hasRoom(isSuccess)) {
      this.#dropped += 1;
      return;
    }
    of.set(row.accountId, added + 1);
    this.#tokens -= 1;
    (isSuccess ? this.#successes : this.#failures).push(row);
  }

  /** Sends what is left, for at most a second. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearInterval(this.#timer);
    await this.#queue.stopAfterLast(lastMs);
  }

  /** If the buffers are full, a failure replaces a success. */
  #hasRoom(fine: boolean): boolean {
    if (this.size < maxRows) return true;
    if (fine || this.#successes.length === 0) return false;
    this.#successes.pop();
    this.#dropped += 1;
    return true;
  }

  #begin(): void {
    if (this.#stopped) return;
    this.#refill();
    this.#timer = setInterval(() => this.#tick(), flushMs);
  }

  #refill(): void {
    const now = performance.now();
    const more = ((now - this.#refilledAt) * rowsPerSecond) / 1_000;
    this.#tokens = Math.min(burstRows, this.#tokens + more);
    this.#refilledAt = now;
  }

  #tick(): void {
    this.#refill();
    for (const of of Object.values(this.#added)) if (of.size > 0) of.clear();
    if (this.size === 0 && this.#dropped === 0 && !this.#queue.isSending) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      return;
    }
    void this.#queue.pump();
  }

  /** Sends batches one after another; those that the hub did not accept stay buffered. */
  async #flush(): Promise<void> {
    while (this.size > 0 || this.#dropped > 0) {
      const from = this.#failures.length > 0 ? this.#failures : this.#successes;
      const rows = from.slice(0, countOfFirst(from));
      if (rows.length === 0) await this.#ask(rows);
      else await this.#sender.send(rows, (some) => this.#ask(some));
      // In the meantime lines were only added behind these, or removed from the end.
      from.splice(0, rows.length);
    }
  }

  async #ask(rows: RequestRow[]): Promise<void> {
    const { gateway, epoch, link } = this.#options;
    const dropped = this.#dropped;
    await link.ask("requests", { gateway, epoch, rows, dropped }, askTimeoutMs);
    this.#dropped -= dropped;
  }
}

/** How many of these lines go into one question. */
function countOfFirst(rows: readonly RequestRow[]): number {
  let bytes = 0;
  let count = 0;
  for (const { detail, target } of rows) {
    bytes += otherBytes + bytesPerLetter * (detail.length + target.length);
    if (count === rowsPerQuestion || (count > 0 && bytes > bytesPerQuestion)) break;
    count += 1;
  }
  return count;
}
