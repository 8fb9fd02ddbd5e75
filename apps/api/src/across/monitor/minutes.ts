/** A plan's monitor by the minute, from the database and from samples still in memory. */
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import type { Services } from "../../platform/services.ts";
import { monitorOf, type WatchedPlan } from "./load.ts";
import { pointOf, type WorkerLoad } from "./point.ts";
import { minutesOf } from "./store.ts";
import { unwritten } from "./write.ts";
import { addWorker, minuteMs } from "./worker.ts";

const maxTries = 3;
/** `share.connections` is in connection-milliseconds until `points` divides it. */
type MinuteLoads = Map<number, Map<string, { share: WorkerLoad; carried: boolean }>>;

/** The last minutes including the current one, a point per minute with samples, oldest first. */
export async function minutePoints(
  services: Pick<Services, "db" | "memory" | "world">,
  plan: WatchedPlan,
  minutes: number,
): Promise<MonitorPoint[]> {
  const { db, world } = services;
  const monitor = monitorOf(services);
  for (let tries = 1; ; tries += 1) {
    await monitor.writing;
    const { writes } = monitor;
    const running = Math.floor(world.now() / minuteMs) * minuteMs;
    const started = Math.floor(plan.startedAt / minuteMs) * minuteMs;
    const from = Math.max(started, running - (minutes - 1) * minuteMs);
    const stored = await minutesOf(db, { ...plan, from });
    // Minutes written in the meantime may be counted twice or not at all: read again.
    if (monitor.writes !== writes && tries < maxTries) continue;
    const seen: MinuteLoads = new Map();
    addStored(seen, stored);
    const unwrittenHere = unwritten(monitor.workers, plan.planId).filter(
      ({ minute }) => minute >= from,
    );
    addUnwritten(seen, plan, unwrittenHere);
    // For workers of other processes only the current minute, as those processes store the others.
    const elsewhere = unwritten(monitor.workersElsewhere, plan.planId);
    addUnwritten(
      seen,
      plan,
      elsewhere.filter(({ minute }) => minute === running),
    );
    return points(seen, plan.carriers);
  }
}

function addStored(
  seen: MinuteLoads,
  { workers, plans }: Awaited<ReturnType<typeof minutesOf>>,
): void {
  for (const { gateway, minute, spanMs, cpuPercent, memoryPercent } of workers) {
    const { share } = entry(seen, minute, gateway);
    addWorker(share, { spanMs, cpu: cpuPercent * spanMs, memory: memoryPercent * spanMs });
  }
  for (const { gateway, minute, ...sum } of plans) addPlanLoad(seen, { minute, gateway }, sum);
}

function addUnwritten(
  seen: MinuteLoads,
  { planId }: WatchedPlan,
  found: ReturnType<typeof unwritten>,
): void {
  for (const { gateway, minute, sum, plans } of found) {
    addWorker(entry(seen, minute, gateway).share, sum);
    const plan = plans.get(planId);
    if (plan) addPlanLoad(seen, { minute, gateway }, plan);
  }
}

function addPlanLoad(
  seen: MinuteLoads,
  { minute, gateway }: { minute: number; gateway: string },
  sum: { upBytes: number; downBytes: number; connectionMs: number },
): void {
  const found = entry(seen, minute, gateway);
  found.carried = true;
  found.share.upBytes += sum.upBytes;
  found.share.downBytes += sum.downBytes;
  found.share.connections += sum.connectionMs;
}

function entry(seen: MinuteLoads, minute: number, gateway: string) {
  const workers = seen.get(minute) ?? new Map<string, { share: WorkerLoad; carried: boolean }>();
  seen.set(minute, workers);
  const none = { spanMs: 0, cpu: 0, memory: 0, upBytes: 0, downBytes: 0, connections: 0 };
  const found = workers.get(gateway) ?? { share: none, carried: false };
  workers.set(gateway, found);
  return found;
}

/** Workers of the plan's ports count in every minute, others only in those they carried it in. */
function points(seen: MinuteLoads, carriers: readonly string[]): MonitorPoint[] {
  const own = new Set(carriers);
  if (own.size === 0) {
    for (const workers of seen.values())
      for (const [gateway, { carried }] of workers) if (carried) own.add(gateway);
  }
  const found: MonitorPoint[] = [];
  for (const [minute, workers] of [...seen].toSorted(([one], [other]) => one - other)) {
    const loads = [...workers]
      .filter(([gateway, { share, carried }]) => share.spanMs > 0 && (carried || own.has(gateway)))
      .map(([, { share }]) => ({ ...share, connections: share.connections / share.spanMs }));
    if (loads.length > 0) found.push(pointOf(minute, loads));
  }
  return found;
}
