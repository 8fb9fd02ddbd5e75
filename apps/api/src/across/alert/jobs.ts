/** What the clock starts for alerts. */
import { transaction } from "../../platform/db/database.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { accountsToNotify } from "./store.ts";
import { notifyAccounts } from "./notify.ts";

/** Accounts in one transaction. */
const AT_ONCE = 100;
/** So many transactions in one run at most; the next run goes on. */
const STEPS = 1_000;

/** One statement over all settings finds who has to be told; hardly anybody, each minute. */
async function notifyAll(services: Services): Promise<void> {
  const { db, world } = services;
  let after = nilUuid;
  for (let step = 0; step < STEPS; step++) {
    const now = new Date(world.now());
    const ids = await accountsToNotify(services, { now, after, limit: AT_ONCE });
    const last = ids.at(-1);
    if (last === undefined) return;
    await transaction(db, (tx) => notifyAccounts(services, tx, ids));
    after = last;
  }
}

export const alertJobs: Job[] = [{ name: "alerts", everySeconds: 60, run: notifyAll }];
