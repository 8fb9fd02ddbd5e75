import { bonusTiers } from "@turnpike/rules/recharge-bonus.ts";
import { defineModule } from "../../platform/module.ts";
import { paymentMethods } from "../payment-method/registry.ts";
import { paymentEnv, paymentKeysSetting } from "../payment-method/stored-keys.ts";
import { runningPromotions } from "../promotion/running.ts";
import { findPayers } from "../payment/store/pages.ts";
import { countPending } from "../payment/store/payments.ts";
import { checkoutCalls } from "./calls.ts";
import { endPayments } from "./erase.ts";
import { pollJob } from "./poll.ts";
import { checkoutRoutes } from "./routes.ts";
import { expireJob } from "./settle.ts";

export const checkoutModule = defineModule({
  calls: checkoutCalls,
  routes: checkoutRoutes,
  jobs: [pollJob, expireJob],
  settings: [paymentKeysSetting],
  personKeys: async (tx, accountId) =>
    (await findPayers(tx, accountId)).map((payer) => `card ${payer}`),
  overview: {
    header: async (services) => ({ paymentMethods: paymentMethods(paymentEnv(services)) }),
    async home({ db, world }, { lang }) {
      const promotions = await runningPromotions(db, lang, world.now());
      return { promotions, bonusTiers: bonusTiers(promotions) };
    },
  },
  erase: {
    count: async ({ db }, accountId) => ({ pendingPayments: await countPending(db, accountId) }),
    close: (_services, tx, { accountId }) => endPayments(tx, accountId),
  },
});
