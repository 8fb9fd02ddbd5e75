/** Scheduled jobs of alerts. */
import { giveSplit } from "@turnpike/link/give-split.ts";
import { transaction } from "../../platform/db/database.ts";
import { isUnreadable } from "../../platform/db/unavailable.ts";
import { nilUuid } from "../../platform/db/uuid.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { accountsToNotify } from "./store.ts";
import { notifyAccounts } from "./notify.ts";

/** Accounts per transaction. */
const AT_ONCE = 100;
/** The most transactions per run; the next run continues. */
const STEPS = 1_000;

/** Notifies all accounts whose alerts changed; one statement over all settings finds them. */
async function notifyAll(services: Services): Promise<void> {
  const { db, world } = services;
  let after = nilUuid;
  for (let step = 0; step < STEPS; step++) {
    const now = new Date(world.now());
    const ids = await accountsToNotify(services, { now, after, limit: AT_ONCE });
    const last = ids.at(-1);
    if (last === undefined) return;
    const refused = await giveSplit(ids, {
      give: (some) => transaction(db, (tx) => notifyAccounts(services, tx, some)),
      isRefusal: isUnreadable,
    });
    for (const { item: account, why } of refused)
      services.log.error({ account, why }, "alerts of an account failed");
    after = last;
  }
}

export const alertJobs: Job[] = [{ name: "send-alerts", everySeconds: 60, run: notifyAll }];
