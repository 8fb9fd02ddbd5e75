/** A plan's monitor: its history, and a stream of the newest seconds (spec/unlimited#monitor). */
import { setTimeout as sleep } from "node:timers/promises";
import type { MonitorPoint } from "@turnpike/contract/monitor.ts";
import { Refusal } from "@turnpike/contract/refusals.ts";
import type { Handlers } from "../../platform/http/handler.ts";
import { spreadOverSecond, Streams } from "../../platform/http/streams.ts";
import { monitorOf } from "./load.ts";
import { monitorExchange } from "./exchange.ts";
import type { Services } from "../../platform/services.ts";
import { gatewaysOfPlan } from "../../products/unlimited/store/find.ts";
import { findPlan } from "../../products/unlimited/store/plans.ts";
import type { WatchedPlan } from "./load.ts";
import { minutePoints } from "./minutes.ts";

/** Up to this many minutes the resolution is a second, for longer spans a minute. */
const bySecondMinutes = 15;
/** After this many rounds a stream reads the plan's workers again, as its ports may have moved. */
const carriersEvery = 10;
const secondMs = 1_000;
/** Margin for timers that fire early. */
const lateMs = 20;

type Calls = Pick<Handlers, "monitor" | "monitorLive">;
export function monitorCalls(services: Services): Calls {
  const streams = new Streams();
  const exchange = monitorExchange(services);
  return {
    monitor: async ({ planId, minutes }, { accountId }) => {
      const plan = await findWatchedPlan(services, accountId, planId);
      const { world } = services;
      await exchange.watch(plan);
      const monitor = monitorOf(services);
      const series =
        minutes === bySecondMinutes
          ? monitor.seconds(plan, world.now())
          : await minutePoints(services, plan, minutes);
      return { series, now: monitor.now(plan, world.now()) };
    },
    monitorLive: async ({ planId }, { accountId }, signal) => {
      const plan = await findWatchedPlan(services, accountId, planId);
      const open = streams.enter(accountId, signal);
      await exchange.watch(plan);
      return watch(services, plan, open);
    },
  };
}

/** Finds a plan of the account. @throws Refusal planNotFound */
async function findWatchedPlan(
  { db }: Services,
  accountId: string,
  planId: string,
): Promise<WatchedPlan> {
  const plan = await findPlan(db, { accountId, planId });
  if (!plan) throw new Refusal("planNotFound", { field: "planId" });
  const carriers = await gatewaysOfPlan(db, planId);
  return { planId: plan.id, carriers, startedAt: plan.started_at.getTime() };
}

/** Yields points once they are complete; null if a second has none. */
async function* watch(services: Services, plan: WatchedPlan, until: AbortSignal) {
  const { db, world } = services;
  const monitor = monitorOf(services);
  let { carriers } = plan;
  let last: number | null = null;
  const spreadMs = spreadOverSecond();
  for (let round = 1; !until.aborted; round += 1) {
    const points: MonitorPoint[] = monitor.newest({ ...plan, carriers }, world.now(), last);
    if (points.length === 0) yield null;
    for (const point of points) {
      last = Date.parse(point.at) / secondMs;
      yield point;
    }
    const untilNext = secondMs - (world.now() % secondMs) + lateMs + spreadMs;
    await sleep(untilNext, null, { signal: until }).catch(() => null);
    if (!until.aborted) await monitorExchange(services).watch({ ...plan, carriers });
    if (round % carriersEvery === 0 && !until.aborted)
      carriers = await gatewaysOfPlan(db, plan.planId);
  }
}
