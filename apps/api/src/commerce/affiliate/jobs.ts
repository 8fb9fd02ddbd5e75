/** Scheduled jobs for profits. */
import { lockAccount } from "../../identity/account/account-lock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs.ts";
import type { Services } from "../../platform/services.ts";
import { unfreeze } from "./book.ts";
import { accountsToUnfreeze, lockProfitsToUnfreeze, setUnfrozen } from "./store/profits.ts";

const ACCOUNTS_AT_ONCE = 200;
const PROFITS_AT_ONCE = 200;
const ROUNDS = 50;

/** Makes profits available when their freeze ends; two concurrent schedulers free each one once. */
export async function unfreezeProfits(services: Services): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const now = new Date(services.world.now());
    const accounts = await accountsToUnfreeze(services.db, now, ACCOUNTS_AT_ONCE);
    let freed = 0;
    for (const accountId of accounts) {
      freed += await unfreezeProfitsOf(services, accountId, now).catch((err: unknown) => {
        services.log.error({ err, account: accountId }, "unfreezing an account's profits failed");
        return 0;
      });
    }
    // None freed: all accounts' profits are locked by another scheduler.
    if (freed === 0) return;
  }
}

/** Frees some of an account's profits and returns how many. */
function unfreezeProfitsOf(services: Services, accountId: string, now: Date): Promise<number> {
  return transaction(services.db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed) return 0;
    const profits = await lockProfitsToUnfreeze(tx, { accountId, now, limit: PROFITS_AT_ONCE });
    for (const { orderId, orderNo, earnedCents, deductedCents } of profits) {
      const key = `profitFreed:${orderId}`;
      const heading = { key, kind: "profitFreed", ref: orderNo, at: now.getTime() } as const;
      await unfreeze(tx, accountId, { heading, cents: earnedCents - deductedCents });
    }
    if (profits.length > 0) {
      const ids = profits.map(({ id }) => id);
      await setUnfrozen(tx, ids, now);
    }
    return profits.length;
  });
}

export const affiliateJobs: Job[] = [
  { name: "unfreeze-profits", everySeconds: 60, run: unfreezeProfits },
];
