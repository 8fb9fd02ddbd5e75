/**
 * What gateway workers and unlimited plans did of late, second by second, in memory: 15 minutes of
 * each worker, and of each plan that carried something or had connections open.
 */
import type { LoadSample } from "@turnpike/contract/gateway-states.ts";
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import { isUuid } from "../../platform/db/uuid.ts";
import { inMemory } from "../../platform/in-memory.ts";
import { pointOf, type Share } from "./point.ts";
import { type Second, secondMs, Worker } from "./worker.ts";

const shownSeconds = 900;
/** `now` is of the last 5 s (spec/unlimited#monitor). */
const nowSeconds = 5;
/** A worker that has not told anything for so long is dead, or cut off: nobody knows how it does. */
const silentMs = 10_000;
/** A second's samples are in at the end of the one after it. */
const lateSeconds = 2;
/** Longer samples than gateways make, and other nonsense, are not taken. */
const mostSpanMs = 120_000;
const mostWorkers = 1_000;
const mostPlans = 10_000;

/** A plan, as it is looked at. */
export interface WatchedPlan {
  planId: string;
  /** Workers that its ports were opened by; others that carried bytes of it count too. */
  carriers: readonly string[];
  /** Nothing is shown of the time before. Milliseconds since 1970. */
  startedAt: number;
}

export class Monitor {
  readonly workers = new Map<string, Worker>();
  /** Resolves when nothing is being written; grows with each writing (`write.ts`). */
  writing: Promise<void> = Promise.resolve();
  writes = 0;

  /** Takes a worker's last second; `at` is the product's clock. */
  sample(gateway: string, sample: LoadSample, at: number): void {
    if (!isObject(sample) || !isSound(sample)) return;
    const plans = sample.plans
      .slice(0, mostPlans)
      .filter((plan) => isObject(plan) && isSoundPlan(plan));
    const worker = this.workers.get(gateway) ?? new Worker();
    if (this.workers.size >= mostWorkers && !this.workers.has(gateway)) return;
    this.workers.set(gateway, worker);
    worker.add({ ...sample, plans }, at);
  }

  /** The last 15 minutes, a point for each second that was seen, oldest first. */
  seconds(plan: WatchedPlan, now: number): MonitorPoint[] {
    const newest = newestSecond(now);
    return this.#points(plan, newest - shownSeconds + 1, newest);
  }

  /** The newest seconds that all samples are in of, after the one that was read last (or null). */
  newest(plan: WatchedPlan, now: number, after: number | null): MonitorPoint[] {
    const newest = newestSecond(now);
    const first = Math.max((after ?? newest - 1) + 1, newest - nowSeconds);
    return this.#points(plan, first, newest);
  }

  /** The last 5 s together; without any bytes the figures that the workers told last, if of late. */
  now(plan: WatchedPlan, now: number): MonitorPoint {
    const last = Math.floor(now / secondMs);
    const shares = this.carriers(plan).flatMap((worker): Share[] => {
      const seen: Second[] = [];
      for (let number = last - nowSeconds; number <= last; number += 1) {
        const second = worker.second(plan.planId, number);
        if (second) seen.push(second);
      }
      if (seen.length > 0) return [together(seen)];
      return Math.abs(now - worker.sampledAt) > silentMs ? [] : [lastOf(worker)];
    });
    return pointOf(now, shares);
  }

  /** Workers that carry a plan, or did of late. */
  carriers({ planId, carriers }: Pick<WatchedPlan, "planId" | "carriers">): Worker[] {
    const found: Worker[] = [];
    for (const [gateway, worker] of this.workers) {
      if (carriers.includes(gateway) || worker.carried(planId)) found.push(worker);
    }
    return found;
  }

  /** Forgets what nobody can look at any more, and workers that are long gone. */
  dropOld(now: number): void {
    for (const [gateway, worker] of this.workers) {
      if (!worker.dropOld(now)) this.workers.delete(gateway);
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

/** The last second that all samples are in of. */
function newestSecond(now: number): number {
  return Math.floor(now / secondMs) - lateSeconds;
}

function together(seen: readonly Second[]): Share {
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

function lastOf({ cpuPercent: cpu, memoryPercent: memory }: Worker): Share {
  return { spanMs: 1, cpu, memory, upBytes: 0, downBytes: 0, connections: 0 };
}

const isObject = (value: unknown) => typeof value === "object" && value !== null;

function isSound({ spanMs, cpuPercent, memoryPercent, plans }: LoadSample): boolean {
  const isPercent = (value: number) => value >= 0 && value <= 100;
  return (
    spanMs > 0 &&
    spanMs <= mostSpanMs &&
    isPercent(cpuPercent) &&
    isPercent(memoryPercent) &&
    Array.isArray(plans)
  );
}

function isSoundPlan({ planId, ...counts }: LoadSample["plans"][number]): boolean {
  const { upBytes, downBytes, connections } = counts;
  return (
    isUuid(planId) &&
    [upBytes, downBytes, connections].every((count) => Number.isSafeInteger(count) && count >= 0)
  );
}

/** What workers and plans did of late, as this process knows it. */
export const monitorOf = inMemory(() => new Monitor());
