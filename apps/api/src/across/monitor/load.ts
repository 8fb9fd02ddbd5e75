/**
 * The recent load of gateway workers and unlimited plans by the second, in memory: 15 minutes of
 * each worker, and of each plan with traffic or open connections. Workers of other API processes
 * are included while their plans are watched (`exchange.ts`); those processes store their minutes.
 */
import type { LoadSample } from "@turnpike/contract/gateway-states.ts";
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { inMemory } from "../../platform/in-memory.ts";
import { pointOf, type WorkerLoad } from "./point.ts";
import { type Second, secondMs, Worker } from "./worker.ts";

export const shownSeconds = 900;
/** `now` covers the last 5 s (spec/unlimited#monitor). */
const nowSeconds = 5;
/** A worker that has sent nothing for this long is dead or disconnected. */
const silentMs = 10_000;
/** All samples of a second have arrived by the end of the next second. */
const lateSeconds = 2;
/** Longer samples are invalid: gateways do not send them. */
const maxSpanMs = 120_000;
const maxWorkers = 1_000;
const maxPlans = 10_000;

/** The plan whose monitor is read. */
export interface WatchedPlan {
  planId: string;
  /** Workers that opened the plan's ports; other workers that carried its bytes count too. */
  carriers: readonly string[];
  /** Nothing before this instant is shown. Milliseconds since 1970. */
  startedAt: number;
}

export class Monitor {
  readonly workers = new Map<string, Worker>();
  /** Workers that are connected to other processes. */
  readonly workersElsewhere = new Map<string, Worker>();
  /** Called with each sample of a worker connected to this process. */
  onSample: (gateway: string, sample: LoadSample, at: number) => void = () => undefined;
  /** Resolves when no write is running; each write is chained to it (`write.ts`). */
  writing: Promise<void> = Promise.resolve();
  writes = 0;

  /** Adds a worker's sample that ended at `at`, by the product's clock. */
  sample(gateway: string, sample: LoadSample, at: number): void {
    if (addSample(this.workers, gateway, sample, at)) this.onSample(gateway, sample, at);
  }

  /** Adds a sample that another process forwarded. */
  sampleElsewhere(gateway: string, sample: LoadSample, at: number): void {
    addSample(this.workersElsewhere, gateway, sample, at);
  }

  /** The last 15 minutes, a point per second with samples, oldest first. */
  seconds(plan: WatchedPlan, now: number): MonitorPoint[] {
    const newest = newestSecond(now);
    return this.#points(plan, newest - shownSeconds + 1, newest);
  }

  /** The newest complete seconds after `after`, the last one read (or null). */
  newest(plan: WatchedPlan, now: number, after: number | null): MonitorPoint[] {
    const newest = newestSecond(now);
    const first = Math.max((after ?? newest - 1) + 1, newest - nowSeconds);
    return this.#points(plan, first, newest);
  }

  /** The last 5 s combined; without samples, the workers' last figures if they are recent. */
  now(plan: WatchedPlan, now: number): MonitorPoint {
    const last = Math.floor(now / secondMs);
    const loads = this.carriers(plan).flatMap((worker): WorkerLoad[] => {
      const seen: Second[] = [];
      for (let number = last - nowSeconds; number <= last; number += 1) {
        const second = worker.second(plan.planId, number);
        if (second) seen.push(second);
      }
      if (seen.length > 0) return [mergeSeconds(seen)];
      return Math.abs(now - worker.sampledAt) > silentMs ? [] : [idleLoad(worker)];
    });
    return pointOf(now, loads);
  }

  /** Workers that carry the plan or did recently. */
  carriers({ planId, carriers }: Pick<WatchedPlan, "planId" | "carriers">): Worker[] {
    const found: Worker[] = [];
    for (const workers of [this.workers, this.workersElsewhere]) {
      for (const [gateway, worker] of workers) {
        if (carriers.includes(gateway) || worker.hasPlan(planId)) found.push(worker);
      }
    }
    return found;
  }

  /** Drops minutes too old to be shown, and workers without any left. */
  dropOld(now: number): void {
    for (const workers of [this.workers, this.workersElsewhere]) {
      for (const [gateway, worker] of workers) {
        if (!worker.dropOld(now)) workers.delete(gateway);
      }
    }
  }

  #points(plan: WatchedPlan, first: number, last: number): MonitorPoint[] {
    const workers = this.carriers(plan);
    const points: MonitorPoint[] = [];
    const from = Math.max(first, Math.floor(plan.startedAt / secondMs));
    for (let number = from; number <= last; number += 1) {
      const seen: Second[] = [];
      for (const worker of workers) {
        const second = worker.second(plan.planId, number);
        if (second) seen.push(second);
      }
      if (seen.length > 0) points.push(pointOf(number * secondMs, seen));
    }
    return points;
  }
}

/** Adds a sample. Returns false if it is invalid or there are too many workers. */
function addSample(
  workers: Map<string, Worker>,
  gateway: string,
  sample: LoadSample,
  at: number,
): boolean {
  if (!isObject(sample) || !isValidSample(sample) || !Number.isFinite(at)) return false;
  const plans = sample.plans
    .slice(0, maxPlans)
    .filter((plan) => isObject(plan) && isValidPlanLoad(plan));
  const worker = workers.get(gateway) ?? new Worker();
  if (workers.size >= maxWorkers && !workers.has(gateway)) return false;
  workers.set(gateway, worker);
  worker.add({ ...sample, plans }, at);
  return true;
}

/** The last second for which all samples have arrived. */
function newestSecond(now: number): number {
  return Math.floor(now / secondMs) - lateSeconds;
}

function mergeSeconds(seen: readonly Second[]): WorkerLoad {
  const sum = { spanMs: 0, cpu: 0, memory: 0, upBytes: 0, downBytes: 0, connections: 0 };
  for (const each of seen) {
    sum.spanMs += each.spanMs;
    sum.cpu += each.cpu;
    sum.memory += each.memory;
    sum.upBytes += each.upBytes;
    sum.downBytes += each.downBytes;
  }
  return { ...sum, connections: seen.at(-1)?.connections ?? 0 };
}

function idleLoad({ cpuPercent: cpu, memoryPercent: memory }: Worker): WorkerLoad {
  return { spanMs: 1, cpu, memory, upBytes: 0, downBytes: 0, connections: 0 };
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

function isValidSample({ spanMs, cpuPercent, memoryPercent, plans }: LoadSample): boolean {
  const isPercent = (value: number) => value >= 0 && value <= 100;
  return (
    spanMs > 0 &&
    spanMs <= maxSpanMs &&
    isPercent(cpuPercent) &&
    isPercent(memoryPercent) &&
    Array.isArray(plans)
  );
}

function isValidPlanLoad({ planId, ...counts }: LoadSample["plans"][number]): boolean {
  const { upBytes, downBytes, connections } = counts;
  return (
    isUuid(planId) &&
    [upBytes, downBytes, connections].every((count) => Number.isSafeInteger(count) && count >= 0)
  );
}

/** The monitor of this process. */
export const monitorOf = inMemory(() => new Monitor());
