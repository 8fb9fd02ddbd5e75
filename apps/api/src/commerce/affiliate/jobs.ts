/** Scheduled jobs for profits. */
import { lockAccount } from "../../identity/account/account-lock.ts";
import type { Tx } from "../../platform/db/database.ts";
import { workThrough } from "../../platform/job-items.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { unfreeze } from "./book.ts";
import { accountsToUnfreeze, lockProfitsToUnfreeze, setUnfrozen } from "./store/profits.ts";

const ACCOUNTS_AT_ONCE = 20;
const PROFITS_AT_ONCE = 200;
const ROUNDS = 500;

/** Makes profits available when their freeze ends; two concurrent schedulers free each one once. */
export function unfreezeProfits(services: Services): Promise<void> {
  const now = new Date(services.world.now());
  return workThrough(services, {
    kind: "profit",
    atOnce: ACCOUNTS_AT_ONCE,
    rounds: ROUNDS,
    list: (except, limit) => accountsToUnfreeze(services.db, { now, except, limit }),
    run: async (tx, accounts) => {
      for (const accountId of accounts.toSorted()) await unfreezeProfitsOf(tx, accountId, now);
    },
  });
}

/** Frees an account's profits whose freeze has ended. */
async function unfreezeProfitsOf(tx: Tx, accountId: string, now: Date): Promise<void> {
  const account = await lockAccount(tx, accountId);
  if (!account || account.closed) return;
  for (;;) {
    const profits = await lockProfitsToUnfreeze(tx, { accountId, now, limit: PROFITS_AT_ONCE });
    for (const { orderId, orderNo, earnedCents, deductedCents } of profits) {
      const key = `profitFreed:${orderId}`;
      const heading = { key, kind: "profitFreed", ref: orderNo, at: now.getTime() } as const;
      await unfreeze(tx, accountId, { heading, cents: earnedCents - deductedCents });
    }
    const ids = profits.map(({ id }) => id);
    if (ids.length > 0) await setUnfrozen(tx, ids, now);
    if (ids.length < PROFITS_AT_ONCE) return;
  }
}

export const affiliateJobs: Job[] = [
  { name: "unfreeze-profits", everySeconds: 60, run: unfreezeProfits },
];
