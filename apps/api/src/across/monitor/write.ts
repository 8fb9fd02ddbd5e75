/**
 * Stores minutes from memory in the database. If a write fails, its minutes are put back; readers
 * wait for writes, so that nothing is counted twice or missed.
 */
import { giveSplit } from "@turnpike/link/give-split.ts";
import { type Db, transaction } from "../../platform/db/database.ts";
import { isRefused } from "../../platform/db/unavailable.ts";
import { setJobItemsAside } from "../../platform/job-items.ts";
import type { Services } from "../../platform/services.ts";
import { type Monitor, monitorOf } from "./load.ts";
import { addPlanMinutes, addWorkerMinutes, type PlanMinute, type WorkerMinute } from "./store.ts";
import { addPlanSum, addWorker, minuteMs, type PlanSum, type WorkerSum } from "./worker.ts";

/** The last sample of a minute has arrived by then. */
const lateMs = 3_000;

/** What is not stored yet of one minute of a worker. */
export interface Unwritten {
  gateway: string;
  minute: number;
  sum: WorkerSum;
  plans: Map<string, PlanSum>;
}
/** What was taken out of memory to be stored. */
type Taken = Unwritten & { stored?: boolean };

/** Stores complete minutes; with `all`, at the end of the process, also the current one. */
export function writeMinutes(services: Services, all = false): Promise<void> {
  const { world } = services;
  const monitor = monitorOf(services);
  const work = monitor.writing.then(async () => {
    const before = all ? Number.POSITIVE_INFINITY : world.now() - lateMs - minuteMs;
    const taken = takeUnwritten(monitor, before);
    if (taken.length > 0) {
      monitor.writes += 1;
      await storeMinutes(services, taken).catch((error: unknown) => {
        restoreUnwritten(
          monitor,
          taken.filter((one) => !one.stored),
        );
        throw error;
      });
    }
    monitor.dropOld(world.now());
  });
  monitor.writing = work.catch(() => {});
  return work;
}

/** Returns what is not stored yet, of all plans or of one, without removing it. */
export function unwritten(workers: Monitor["workers"], planId: string | null = null): Unwritten[] {
  const found: Unwritten[] = [];
  for (const [gateway, { minutes }] of workers) {
    for (const [number, minute] of minutes) {
      const { unwritten: sum } = minute;
      if (sum.spanMs === 0) continue;
      const plans = new Map<string, PlanSum>();
      for (const id of planId === null ? minute.plans.keys() : [planId]) {
        const own = minute.plans.get(id)?.unwritten;
        if (own && own.upBytes + own.downBytes + own.connectionMs > 0) plans.set(id, { ...own });
      }
      found.push({ gateway, minute: number * minuteMs, sum: { ...sum }, plans });
    }
  }
  return found;
}

function takeUnwritten(monitor: Monitor, before: number): Taken[] {
  const taken: Taken[] = unwritten(monitor.workers).filter(({ minute }) => minute <= before);
  for (const { gateway, minute, plans } of taken) {
    const known = minuteOf(monitor, gateway, minute);
    if (known === undefined) continue;
    known.unwritten = { spanMs: 0, cpu: 0, memory: 0 };
    for (const planId of plans.keys()) {
      const plan = known.plans.get(planId);
      if (plan) plan.unwritten = { upBytes: 0, downBytes: 0, connectionMs: 0 };
    }
  }
  return taken;
}

function restoreUnwritten(monitor: Monitor, taken: Unwritten[]): void {
  for (const { gateway, minute, sum, plans } of taken) {
    const known = minuteOf(monitor, gateway, minute);
    if (known === undefined) continue;
    addWorker(known.unwritten, sum);
    for (const [planId, more] of plans) {
      const plan = known.plans.get(planId);
      if (plan) addPlanSum(plan.unwritten, more);
    }
  }
}

function minuteOf({ workers }: Monitor, gateway: string, minute: number) {
  return workers.get(gateway)?.minutes.get(minute / minuteMs);
}

/**
 * Stores minutes, and marks those that are. What is refused by itself, such as one plan's part of a
 * minute, is set aside: kept in memory, it would hold up the others every time.
 */
async function storeMinutes(services: Services, taken: Taken[]): Promise<void> {
  const { db } = services;
  const give = async (some: Taken[]) => {
    await insertMinutes(db, rowsOf(some));
    for (const one of some) one.stored = true;
  };
  for (const { item } of await giveSplit(taken, { give, isRefusal: isRefused })) {
    const { workers, plans } = rowsOf([item]);
    const parts: MinuteRows[] = [
      { workers, plans: [] },
      ...plans.map((plan) => ({ workers: [], plans: [plan] })),
    ];
    const refused = await giveSplit(parts, {
      give: (some) =>
        insertMinutes(db, {
          workers: some.flatMap((part) => part.workers),
          plans: some.flatMap((part) => part.plans),
        }),
      isRefusal: isRefused,
    });
    item.stored = true;
    const name = `${item.gateway}/${item.minute}`;
    const nameOf = ({ plans: [plan] }: MinuteRows) => (plan ? `${name}/${plan.planId}` : name);
    await setJobItemsAside(services, "monitorMinute", refused, nameOf);
  }
}

/** Rows of both tables. */
export interface MinuteRows {
  workers: WorkerMinute[];
  plans: PlanMinute[];
}

function rowsOf(taken: readonly Unwritten[]): MinuteRows {
  const workers = taken.map(({ gateway, minute, sum }) => ({
    gateway,
    minute,
    spanMs: Math.max(1, Math.round(sum.spanMs)),
    cpuPercent: sum.cpu / sum.spanMs,
    memoryPercent: sum.memory / sum.spanMs,
  }));
  const plans = taken.flatMap(({ gateway, minute, plans: own }) =>
    [...own].map(([planId, { connectionMs, ...bytes }]) => ({
      planId,
      minute,
      gateway,
      ...bytes,
      connectionMs: Math.round(connectionMs),
    })),
  );
  return { workers, plans };
}

/** Stores rows, all or none. */
export function insertMinutes(db: Db, { workers, plans }: MinuteRows): Promise<void> {
  return transaction(db, async (tx) => {
    await addWorkerMinutes(tx, workers);
    await addPlanMinutes(tx, plans);
  });
}
