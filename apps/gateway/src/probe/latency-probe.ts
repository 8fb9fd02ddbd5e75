/**
 * Measures the latency of pool exits, each by one worker: soon after the start, then periodically,
 * and sooner after a failure. Measurements are not traffic: they are neither metered nor logged.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { inconclusive } from "./probe-exit.ts";
import type { Log } from "../lib/log.ts";
import { ownsShard } from "../lib/owns-shard.ts";
import { AdaptiveInterval } from "../lib/adaptive-interval.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { Measure } from "./measure-latency.ts";
import { defaultBatchMs, LatencyReports, type LatencyReportsOptions } from "./latency-reports.ts";
import { defaultPace, type LatencyPace, LatencySchedule } from "./latency-schedule.ts";

/** The most measurements per second of all workers of a gateway together. */
const perSecond = 200;
const tickMs = 100;
/** The most concurrent measurements; failing exits, which take longest, get at most half. */
const maxAtOnce = 32;
/** Internal errors are logged at most this often. */
const logEveryMs = 60_000;

export interface LatencyProbeOptions extends LatencyReportsOptions {
  worker: number;
  workers: number;
  log: Log;
  snapshot: Pick<Snapshot, "exits" | "poolChanges">;
  measure: Measure;
  pace?: Partial<LatencyPace> | undefined;
  /** Whether descriptors are short and therefore left to customers. */
  isShort: () => boolean;
}

export class LatencyProbe {
  #options: LatencyProbeOptions;
  #schedule: LatencySchedule;
  #reports: LatencyReports;
  /** The exits that this worker measures. */
  #exits = new Map<string, ExitFact>();
  #running = 0;
  #runningFailing = 0;
  #refreshedAt = -1;
  #refresh: NodeJS.Timeout | undefined;
  #pace: AdaptiveInterval;
  #loggedAt = -Infinity;
  #stopped = false;

  /** Starts at once. */
  constructor(options: LatencyProbeOptions) {
    this.#options = options;
    this.#schedule = new LatencySchedule({ ...defaultPace, ...options.pace });
    this.#reports = new LatencyReports(options);
    this.#pace = new AdaptiveInterval(tickMs, () => {
      this.#tick();
      return this.#schedule.isBusy(performance.now());
    });
    this.#refreshNow();
  }

  /** Call after the resources changed. Changes that do not affect the pool are ignored. */
  changed(): void {
    if (this.#stopped || this.#options.snapshot.poolChanges === this.#refreshedAt) return;
    // Batches changes.
    const { batchMs = defaultBatchMs } = this.#options;
    this.#refresh ??= setTimeout(() => this.#refreshNow(), batchMs);
  }

  /** Call when a customer's connection failed at this exit, to measure it sooner. */
  suspect(exitId: string): void {
    this.#schedule.suspect(exitId, performance.now());
    this.#pace.wake();
  }

  /** The number of exits whose last measurement failed. */
  get failing(): number {
    return this.#schedule.failing;
  }

  stop(): void {
    this.#stopped = true;
    this.#pace.stop();
    clearTimeout(this.#refresh);
    this.#reports.stop();
  }

  #refreshNow(): void {
    const { snapshot } = this.#options;
    this.#refresh = undefined;
    this.#refreshedAt = snapshot.poolChanges;
    const { byId } = snapshot.exits;
    for (const id of this.#exits.keys()) if (!byId.has(id)) this.#forget(id);
    for (const { exit } of byId.values()) {
      // Measured by the node that owns it.
      if (exit.relayed) continue;
      const known = this.#exits.get(exit.id);
      if (known === exit || (known === undefined && !ownsShard(exit.id, this.#options))) continue;
      this.#exits.set(exit.id, exit);
      if (known === undefined || !sameWay(known, exit)) this.#schedule.add(exit.id);
    }
    this.#pace.wake();
  }

  #forget(id: string): void {
    this.#exits.delete(id);
    this.#schedule.remove(id);
    this.#reports.forget(id);
  }

  #tick(): void {
    const { workers, isShort } = this.#options;
    if (isShort()) return;
    const share = Math.max(1, Math.round((perSecond * tickMs) / 1_000 / workers));
    const most = Math.min(share, maxAtOnce - this.#running);
    const maxFailing = maxAtOnce / 2 - this.#runningFailing;
    if (most <= 0) return;
    for (const id of this.#schedule.take(performance.now(), { most, maxFailing })) {
      const exit = this.#exits.get(id);
      if (exit) void this.#measure(exit, this.#schedule.hasFailed(id));
    }
  }

  async #measure(exit: ExitFact, failing: boolean): Promise<void> {
    this.#running += 1;
    this.#runningFailing += Number(failing);
    const found = await this.#options
      .measure(exit)
      .catch<typeof inconclusive>((error: unknown) => this.#failed(error));
    this.#running -= 1;
    this.#runningFailing -= Number(failing);
    const now = this.#exits.get(exit.id);
    if (this.#stopped || now === undefined || !sameWay(now, exit)) return;
    if (found === inconclusive) this.#schedule.done(exit.id, "undecided", performance.now());
    else {
      const steady = found !== null && this.#schedule.hasWorked(exit.id);
      this.#schedule.done(exit.id, found === null ? "failed" : "well", performance.now());
      this.#reports.add(exit.id, found, steady);
    }
  }

  /** An internal error says nothing about the exit. */
  #failed(error: unknown): typeof inconclusive {
    if (performance.now() - this.#loggedAt < logEveryMs) return inconclusive;
    this.#loggedAt = performance.now();
    this.#options.log.error({ error: String(error) }, "latency measurement failed");
    return inconclusive;
  }
}

/** Whether two versions of an exit are reached in the same way. */
function sameWay(one: ExitFact, other: ExitFact): boolean {
  return one.how === other.how && one.host === other.host && one.port === other.port;
}
