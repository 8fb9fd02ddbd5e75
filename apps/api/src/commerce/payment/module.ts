import { defineModule } from "../../platform/module.ts";
import { paymentCalls } from "./calls.ts";
import { endPayments, pendingPayments } from "./forget.ts";
import { paymentJobs } from "./jobs.ts";

export const paymentModule = defineModule({
  calls: paymentCalls,
  jobs: paymentJobs,
  erase: {
    count: async ({ db }, accountId) => ({ pendingPayments: await pendingPayments(db, accountId) }),
    close: (_services, tx, { accountId }) => endPayments(tx, accountId),
  },
});
