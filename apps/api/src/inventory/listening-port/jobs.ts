/** Scheduled jobs for customers' ports. */
import { dayMs } from "@turnpike/rules/statistics.ts";
import type { Tx } from "../../platform/db/database.ts";
import { recordChanges } from "../../platform/changes/changes.ts";
import { workThrough } from "../../platform/job-items.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { removeBadPorts } from "./store/numbers.ts";
import {
  expiredIds,
  leasedPortRange,
  lockExpired,
  neverOpened,
  removeOld,
  removeOldWhitelisted,
  setReleased,
} from "./store/leased-ports.ts";
import { retryUnopenable } from "./renumber.ts";

/** The chart of opened ports covers 30 days. */
const retentionMs = 31 * dayMs;
const PORTS_AT_ONCE = 500;
const OLD_AT_ONCE = 5_000;
/** The most batches of one run; the next run continues. */
const ROUNDS = 200;

/**
 * Closes expired ports, whose tunnels gateways have ended on their own. Refunds the ports that were
 * never open.
 */
export function releaseExpiredPorts(services: Services): Promise<void> {
  const now = new Date(services.world.now());
  return workThrough(services, {
    kind: "expiredPort",
    atOnce: PORTS_AT_ONCE,
    rounds: ROUNDS,
    list: (except, limit) => expiredIds(services.db, { now, except, limit }),
    run: async (tx, ids) => release(services, tx, await lockExpired(tx, ids, now)),
  });
}

async function release(services: Services, tx: Tx, ids: string[]): Promise<void> {
  const released = await setReleased(tx, ids, new Date(services.world.now()));
  await recordChanges(tx, released);
  for (const { kind, run } of services.modules.refundUnopenedPorts) {
    const ofKind = released.filter((port) => port.kind === kind).map(({ id }) => id);
    await run(services, tx, await neverOpened(tx, ofKind));
  }
}

async function removeOldRows({ db, world }: Services): Promise<void> {
  const now = world.now();
  await removeBadPorts(db, leasedPortRange, new Date(now));
  // Closed whitelisted ports are shown nowhere and had no price.
  for (let round = 0; round < ROUNDS; round++) {
    const removed = await removeOldWhitelisted(db, new Date(now - dayMs), OLD_AT_ONCE);
    if (removed < OLD_AT_ONCE) break;
  }
  for (let round = 0; round < ROUNDS; round++) {
    const gone = await removeOld(db, new Date(now - retentionMs), OLD_AT_ONCE);
    if (gone < OLD_AT_ONCE) return;
  }
}

export const leasedPortJobs: Job[] = [
  { name: "release-expired-ports", everySeconds: 60, run: releaseExpiredPorts },
  {
    name: "retry-leased-ports",
    everySeconds: 60,
    run: (services) => retryUnopenable(services, leasedPortRange),
  },
  { name: "delete-old-leased-ports", everySeconds: 3_600, run: removeOldRows },
];
