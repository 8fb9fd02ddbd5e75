/**
 * Reports latencies to the hub in batches, only the latest of each exit: changes within a second,
 * unchanged ones within thirty.
 */
import type { ExitLatency } from "@turnpike/contract/gateway-states.ts";
import type { GatewayLink } from "@turnpike/link/link.ts";
import type { Log } from "../lib/log.ts";
import { HubQueue } from "../report/hub-queue.ts";
import { probeBy, SplitSender } from "../report/split-sender.ts";

const maxAtOnce = 500;
export const defaultBatchMs = 1_000;
/** Batches of unchanged latencies may wait this many times longer. */
const steadyBatches = 30;
const askTimeoutMs = 10_000;

export interface LatencyReportsOptions {
  gateway: string;
  epoch: string;
  link: Pick<GatewayLink, "ask" | "onConnection">;
  log: Log;
  batchMs?: number | undefined;
}

export class LatencyReports {
  #options: LatencyReportsOptions;
  #waiting = new Map<string, number | null>();
  #queue: HubQueue;
  #dueAt = 0;
  #stopped = false;
  /** A refused measurement is not kept: the exit is measured again. */
  #sender: SplitSender<ExitLatency>;

  constructor(options: LatencyReportsOptions) {
    this.#options = options;
    const { link, log } = options;
    const nameOf = ({ exitId }: ExitLatency) => exitId;
    this.#queue = new HubQueue({
      log,
      failed: "latency report failed, retrying",
      send: () => this.#send(),
      again: () => {
        const inMs = this.#againInMs(1);
        this.#dueAt = performance.now() + (inMs ?? 0);
        return inMs;
      },
    });
    this.#sender = new SplitSender({ kind: "latency", link, log, nameOf, probe: probeBy(link) });
    options.link.onConnection((up) => {
      if (up) this.#schedule();
    });
  }

  /** Queues a measurement; null for a failure. `steady` means that the exit worked before, too. */
  add(exitId: string, ms: number | null, steady = false): void {
    this.#waiting.set(exitId, ms);
    this.#schedule(steady ? steadyBatches : 1);
  }

  /** The exit was deleted: drops its pending report. */
  forget(exitId: string): void {
    this.#waiting.delete(exitId);
  }

  stop(): void {
    this.#stopped = true;
    this.#queue.stop();
  }

  /** Schedules a report after at most this many batch intervals. */
  #schedule(batches = 1): void {
    const inMs = this.#againInMs(batches);
    if (inMs === null || this.#queue.isSending) return;
    const dueAt = performance.now() + inMs;
    if (this.#queue.isScheduled && this.#dueAt <= dueAt) return;
    this.#queue.unschedule();
    this.#dueAt = dueAt;
    this.#queue.schedule(inMs);
  }

  #againInMs(batches: number): number | null {
    if (this.#waiting.size === 0) return null;
    return (this.#options.batchMs ?? defaultBatchMs) * batches;
  }

  async #send(): Promise<void> {
    const { gateway, epoch, link } = this.#options;
    const give = (some: ExitLatency[]) =>
      link.ask("latencies", { gateway, epoch, exits: some }, askTimeoutMs);
    let exits: ExitLatency[] = [];
    try {
      for (exits = this.#next(); exits.length > 0; exits = this.#next()) {
        await this.#sender.send(exits, give);
      }
    } catch (error) {
      this.#requeue(exits);
      throw error;
    }
  }

  #next(): ExitLatency[] {
    const exits: ExitLatency[] = [];
    for (const [exitId, ms] of this.#waiting) {
      if (this.#stopped || exits.length === maxAtOnce) break;
      this.#waiting.delete(exitId);
      exits.push({ exitId, ms });
    }
    return exits;
  }

  /**
   * Keeps unsent measurements, but not failures: the hub may have received the report and would
   * count a failure twice. Failing exits are measured again soon anyway.
   */
  #requeue(exits: ExitLatency[]): void {
    for (const { exitId, ms } of exits) {
      if (ms !== null && !this.#waiting.has(exitId)) this.#waiting.set(exitId, ms);
    }
  }
}
