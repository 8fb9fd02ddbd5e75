/**
 * Sends due webhook deliveries: first attempts and retries (`attempt.ts` schedules retries). A run
 * claims more deliveries whenever there is capacity, and ends after a few seconds or when none are
 * due; slow attempts then continue alongside the next run.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "../../platform/services.ts";
import { anyWaiting, claimDue, type DueDelivery } from "./store/due.ts";
import { attemptDelivery } from "./attempt.ts";

/** Concurrent attempts in this process, in total and to failing webhooks. */
const AT_ONCE = 30;
const FAILING_AT_ONCE = 15;
/** Limits across all processes. */
const limits = { perAccount: 5, perWebhook: 2, perFailing: 1 };
/** Three times the timeout of an attempt. */
const LEASE_SECONDS = 30;
const RUN_MS = 5_000;
/** How often to look for more due deliveries while attempts are running. */
const POLL_MS = 250;

/** Running attempts, each with whether its webhook is failing; one map per API. */
type InFlight = Map<Promise<void>, boolean>;
const allInFlight = new WeakMap<Services, InFlight>();

export async function deliverWebhooks(services: Services): Promise<void> {
  const inFlight: InFlight = allInFlight.get(services) ?? new Map();
  allInFlight.set(services, inFlight);
  if (inFlight.size === 0 && !(await anyWaiting(services.db, nowOf(services)))) return;
  const until = performance.now() + RUN_MS;
  while (performance.now() < until) {
    for (const due of await claimDeliveries(services, inFlight))
      startDelivery(services, due, inFlight);
    if (inFlight.size === 0) return;
    const looks = new AbortController();
    const look = sleep(POLL_MS, null, { signal: looks.signal }).catch(() => null);
    await Promise.race([...inFlight.keys(), look]);
    looks.abort();
  }
}

const nowOf = ({ world }: Services) => new Date(world.now());

/** Claims as many deliveries as there is capacity for. */
async function claimDeliveries(services: Services, underWay: InFlight): Promise<DueDelivery[]> {
  const limit = AT_ONCE - underWay.size;
  if (limit <= 0) return [];
  const failing = [...underWay.values()].filter(Boolean).length;
  return claimDue(services.db, {
    now: nowOf(services),
    limit,
    failingLimit: FAILING_AT_ONCE - failing,
    leaseSeconds: LEASE_SECONDS,
    ...limits,
  });
}

/** Starts an attempt. After an unexpected error, the delivery is due again when its lease ends. */
function startDelivery(services: Services, due: DueDelivery, underWay: InFlight): void {
  const work: Promise<void> = attemptDelivery(services, due)
    .catch((err: unknown) => {
      services.log.error({ err, delivery: due.id }, "webhook delivery failed");
    })
    .finally(() => underWay.delete(work));
  underWay.set(work, due.failing);
}
