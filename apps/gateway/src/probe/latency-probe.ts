/**
 * Measures the exits of the pool, each by one worker: soon after the start, then now and then, those
 * that fail sooner. It is no traffic: nothing is counted, no line is written.
 */
import type { ExitFact } from "@turnpike/contract/data-plane.ts";
import { undecided } from "./probe-exit.ts";
import type { Log } from "../lib/log.ts";
import { isOurs } from "../lib/owns-shard.ts";
import type { Snapshot } from "../link/snapshot.ts";
import type { Measure } from "./measure-latency.ts";
import { LatencyReports, type LatencyReportsOptions } from "./latency-reports.ts";
import { defaultPace, type Pace, Turns } from "./latency-schedule.ts";

/** Measures that all workers of a gateway begin in a second at most. */
const aSecond = 200;
const tickMs = 100;
/** Under way at one time; those of failing exits, which take the longest, get half of them. */
const mostAtOnce = 32;
/** News of exits that come together are looked at together. */
const refreshMs = 1_000;
/** Faults of our own are told so often. */
const tellMs = 60_000;

export interface PulseOptions extends LatencyReportsOptions {
  worker: number;
  workers: number;
  log: Log;
  snapshot: Pick<Snapshot, "exits" | "poolChanges">;
  measure: Measure;
  pace?: Partial<Pace> | undefined;
  /** Customers need what is left of the descriptors. */
  isShort: () => boolean;
}

export class Pulse {
  #options: PulseOptions;
  #turns: Turns;
  #reports: LatencyReports;
  /** As they were measured, or will be. */
  #facts = new Map<string, ExitFact>();
  #running = 0;
  #runningFailing = 0;
  #lookedAt = -1;
  #refresh: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout;
  #toldAt = -Infinity;
  #stopped = false;

  /** Begins at once. */
  constructor(options: PulseOptions) {
    this.#options = options;
    this.#turns = new Turns({ ...defaultPace, ...options.pace });
    this.#reports = new LatencyReports(options);
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#look();
  }

  /** The facts changed; most of them are nothing to the pool. */
  changed(): void {
    if (this.#stopped || this.#options.snapshot.poolChanges === this.#lookedAt) return;
    this.#refresh ??= setTimeout(() => this.#look(), refreshMs);
  }

  /** A customer's connection found this exit dead: it is looked at sooner. */
  suspect(exitId: string): void {
    this.#turns.suspect(exitId, performance.now());
  }

  /** Exits that failed when they were measured last. */
  get failing(): number {
    return this.#turns.failing;
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    clearTimeout(this.#refresh);
    this.#reports.stop();
  }

  #look(): void {
    const { snapshot } = this.#options;
    this.#refresh = undefined;
    this.#lookedAt = snapshot.poolChanges;
    const { byId } = snapshot.exits;
    for (const id of this.#facts.keys()) if (!byId.has(id)) this.#forget(id);
    for (const { exit } of byId.values()) {
      const known = this.#facts.get(exit.id);
      if (known === exit || (known === undefined && !isOurs(exit.id, this.#options))) continue;
      this.#facts.set(exit.id, exit);
      if (known === undefined || !sameWay(known, exit)) this.#turns.add(exit.id);
    }
  }

  #forget(id: string): void {
    this.#facts.delete(id);
    this.#turns.remove(id);
    this.#reports.forget(id);
  }

  #tick(): void {
    const { workers, isShort } = this.#options;
    if (isShort()) return;
    const share = Math.max(1, Math.round((aSecond * tickMs) / 1_000 / workers));
    const most = Math.min(share, mostAtOnce - this.#running);
    const mostFailing = mostAtOnce / 2 - this.#runningFailing;
    if (most <= 0) return;
    for (const id of this.#turns.take(performance.now(), { most, mostFailing })) {
      const exit = this.#facts.get(id);
      if (exit) void this.#measure(exit, this.#turns.hasFailed(id));
    }
  }

  async #measure(exit: ExitFact, failing: boolean): Promise<void> {
    this.#running += 1;
    this.#runningFailing += Number(failing);
    const found = await this.#options
      .measure(exit)
      .catch<typeof undecided>((error: unknown) => this.#wrong(error));
    this.#running -= 1;
    this.#runningFailing -= Number(failing);
    const now = this.#facts.get(exit.id);
    if (this.#stopped || now === undefined || !sameWay(now, exit)) return;
    if (found === undecided) this.#turns.done(exit.id, "undecided", performance.now());
    else {
      this.#turns.done(exit.id, found === null ? "failed" : "well", performance.now());
      this.#reports.note(exit.id, found);
    }
  }

  /** Our own fault says nothing of the exit. */
  #wrong(error: unknown): typeof undecided {
    if (performance.now() - this.#toldAt < tellMs) return undecided;
    this.#toldAt = performance.now();
    this.#options.log.error({ error: String(error) }, "an exit could not be measured");
    return undecided;
  }
}

/** Whether two facts of an exit lead the same way. */
function sameWay(one: ExitFact, other: ExitFact): boolean {
  return one.how === other.how && one.host === other.host && one.port === other.port;
}
