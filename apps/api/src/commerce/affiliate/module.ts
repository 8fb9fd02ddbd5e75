import { defineModule } from "../../platform/module.ts";
import { affiliateCalls } from "./calls.ts";
import { endWithdrawals } from "./erase.ts";
import { affiliateJobs } from "./jobs.ts";
import { withdrawalSums } from "./store/withdrawals.ts";
import { affiliateChecks } from "./verify.ts";

export const affiliateModule = defineModule({
  calls: affiliateCalls,
  jobs: affiliateJobs,
  erase: {
    count: async ({ db }, accountId) => ({
      pendingWithdrawals: (await withdrawalSums(db, accountId)).pending,
    }),
    close: (services, tx, { accountId }) => endWithdrawals(services, tx, accountId),
  },
  verify: affiliateChecks,
});
