import { defineModule } from "../../platform/module.ts";
import { paymentCalls } from "./calls.ts";
import { endPayments, pendingPayments } from "./forget.ts";
import { paymentJobs } from "./jobs.ts";
import { runningPromotions, tiersNow } from "./promotions.ts";

export const paymentModule = defineModule({
  calls: paymentCalls,
  jobs: paymentJobs,
  overview: {
    async home({ db, world }, { lang }) {
      const promotions = await runningPromotions(db, lang, world.now());
      return { promotions, bonusTiers: tiersNow(promotions) };
    },
  },
  erase: {
    count: async ({ db }, accountId) => ({ pendingPayments: await pendingPayments(db, accountId) }),
    close: (_services, tx, { accountId }) => endPayments(tx, accountId),
  },
});
