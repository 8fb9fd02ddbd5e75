/** What the clock starts for closed accounts. */
import { closedSince } from "../../identity/account/store/account.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs.ts";
import { forfeit, ownersWithFree } from "../../ledger/forfeit.ts";
import type { Services } from "../../platform/services.ts";
import { clear } from "./clear.ts";

/**
 * Leases come back within minutes; a gateway that was away replays its journal within days, as long
 * as reports are told apart (traffic/jobs.ts).
 */
const LATE_MS = 7 * 86_400_000;
const STEPS = 100;

/**
 * Removes what reached closed accounts late: leases that gateways returned, their last lines of log
 * and statistics, and what a call wrote that had begun before the closure.
 */
async function sweep(services: Services): Promise<void> {
  const { db, world } = services;
  const closed = await closedSince(db, new Date(world.now() - LATE_MS));
  if (closed.length === 0) return;
  for (const owner of await ownersWithFree(db, closed)) {
    const at = world.now();
    await transaction(db, (tx) => forfeit(tx, { owner, id: world.id(), at }));
  }
  for (let step = 0; step < STEPS; step++) {
    if (await transaction(db, (tx) => clear(services, tx, closed))) return;
  }
}

export const closureJobs: Job[] = [{ name: "closure-sweep", everySeconds: 60, run: sweep }];
