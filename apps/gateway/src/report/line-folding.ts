/**
 * Folds the trace's lines of an account that opens very many connections (spec/operator#folded-rows):
 * beyond a number a minute, lines of one holder, client, exit and target become one with a count.
 * Nobody's use of an exit disappears, and nobody's lines crowd out or delay those of others.
 *
 *     add ─▶ within the account's share of this minute? ─▶ connection log
 *              └ no ─▶ folded line ─ every 5 s, open ─▶ connection log ─ at the minute's end, final
 *
 * Through exits that have another address for each connection nothing can be folded: such lines leave
 * in portions, as the connection log has room for so many at a time, and others' need it, too.
 */
import type { RequestRow } from "@turnpike/contract/request-log.ts";
import { foldedTarget, linesPerMinute } from "@turnpike/rules/trace.ts";
import { AdaptiveInterval } from "../lib/adaptive-interval.ts";

const minuteMs = 60_000;
const defaultEveryMs = 5_000;
/** Lines that leave at once, and how often: 16,000 a second, more than a worker has connections. */
const portion = 4_000;
const portionMs = 250;

export interface LineFoldingOptions {
  /** Receives the lines: the connection log's. */
  add: (row: RequestRow) => void;
  /** Lines of connections this long were recorded while they were open, so they are not folded. */
  openAfterMs: number;
  /** The interval at which folded lines are recorded before they are final. */
  everyMs?: number;
}

interface FoldedLine {
  row: RequestRow;
  /** Whether it grew since it was last recorded. */
  grew: boolean;
}

/** What an account has recorded in the current minute. */
interface AccountMinute {
  lines: number;
  /** How many of them carried no byte. */
  empty: number;
  folded: Map<string, FoldedLine>;
}

export class LineFolding {
  #options: LineFoldingOptions;
  #minute = 0;
  #accounts = new Map<string, AccountMinute>();
  /** Lines on their way to the log, in order. */
  #leaving: RequestRow[] = [];
  #recordedAt = performance.now();
  #pace: AdaptiveInterval;

  constructor(options: LineFoldingOptions) {
    this.#options = options;
    this.#pace = new AdaptiveInterval(portionMs, () => this.#step());
  }

  /** Adds the line of a connection that ended. */
  add(row: RequestRow): void {
    this.#beginMinute();
    let account = this.#accounts.get(row.accountId);
    if (account === undefined) {
      account = { lines: 0, empty: 0, folded: new Map() };
      this.#accounts.set(row.accountId, account);
    }
    const isEmpty = row.upBytes + row.downBytes === 0;
    const isLong = row.ms >= this.#options.openAfterMs;
    const hasShare =
      account.lines < linesPerMinute.all && (!isEmpty || account.empty < linesPerMinute.empty);
    if (isLong || hasShare) {
      account.lines += 1;
      if (isEmpty) account.empty += 1;
      this.#options.add(row);
      return;
    }
    fold(account.folded, row);
    this.#pace.wake();
  }

  /** Records all folded lines. */
  stop(): void {
    this.#pace.stop();
    this.#finish();
    this.#leave(this.#leaving.length);
  }

  #beginMinute(): void {
    const minute = Math.floor(performance.now() / minuteMs);
    if (minute === this.#minute) return;
    this.#finish();
    this.#minute = minute;
  }

  #finish(): void {
    for (const { folded } of this.#accounts.values()) {
      for (const { row } of folded.values()) this.#leaving.push(row);
    }
    this.#accounts.clear();
  }

  /** Records what is due, and lets a portion leave; returns whether there is more to come. */
  #step(): boolean {
    this.#beginMinute();
    const now = performance.now();
    if (now - this.#recordedAt >= (this.#options.everyMs ?? defaultEveryMs)) {
      this.#recordedAt = now;
      this.#record();
    }
    this.#leave(portion);
    if (this.#leaving.length > 0) return true;
    return [...this.#accounts.values()].some(({ folded }) => folded.size > 0);
  }

  #leave(most: number): void {
    for (const row of this.#leaving.splice(0, most)) this.#options.add(row);
  }

  /** Records what grew as still open. */
  #record(): void {
    for (const { folded } of this.#accounts.values()) {
      for (const line of folded.values()) {
        if (line.grew) this.#leaving.push({ ...line.row, open: true });
        line.grew = false;
      }
    }
  }
}

function fold(folded: Map<string, FoldedLine>, row: RequestRow): void {
  const line = folded.get(keyOf(row, row.target));
  if (line !== undefined) return grow(line, row);
  if (folded.size < linesPerMinute.folded) {
    folded.set(keyOf(row, row.target), { row: { ...row, connections: 1 }, grew: true });
    return;
  }
  // Too many different targets: they share a line, and the trace finds it whatever target it seeks.
  const key = keyOf(row, foldedTarget);
  const shared = folded.get(key);
  if (shared !== undefined) return grow(shared, row);
  const { address: _, ...rest } = row;
  folded.set(key, { row: { ...rest, target: foldedTarget, connections: 1 }, grew: true });
}

/** Within a line: who used which exit for what, and how it ended. */
function keyOf(row: RequestRow, target: string): string {
  const { subAccountId, client, protocol, outcome, reason } = row;
  const { exitIp, upstream = "", session = "" } = row;
  const exit = exitIp ?? `${upstream} ${session}`;
  const address = target === foldedTarget ? "" : (row.address ?? "");
  return `${subAccountId} ${client} ${exit} ${protocol} ${outcome} ${reason} ${target} ${address}`;
}

function grow(line: FoldedLine, { at, ms, upBytes, downBytes }: RequestRow): void {
  const { row } = line;
  row.ms = Math.max(row.at + row.ms, at + ms) - row.at;
  row.upBytes += upBytes;
  row.downBytes += downBytes;
  row.connections = (row.connections ?? 1) + 1;
  line.grew = true;
}
