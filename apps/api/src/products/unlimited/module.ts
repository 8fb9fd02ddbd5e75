import { defineModule } from "../../platform/module.ts";
import { foundPlans, foundPorts } from "./store/search.ts";
import { unlimitedCalls } from "./calls.ts";
import { forgetUnlimited } from "./end.ts";
import { countLiveOf } from "./store/end.ts";
import { endingPlans, planNames, screenOf } from "./store/ending.ts";
import { unlimitedExportRoutes } from "./export-routes.ts";
import { unlimitedFacts, unlimitedFactsAfter } from "./resources.ts";
import { unlimitedJobs } from "./jobs.ts";
import { fulfilPlan } from "./fulfil.ts";
import { planRefund } from "./refund.ts";
import { waitForPlan } from "./wait-open.ts";
import { unlimitedChecks } from "./verify.ts";

const ending = (kind: "port" | "bandwidth") => ({
  rows: endingPlans(kind),
  names: planNames,
  to: screenOf[kind],
  bounded: true as const,
});

export const unlimitedModule = defineModule({
  calls: unlimitedCalls,
  hooks: (services) => ({ after: { orderUnlimit: (answer) => waitForPlan(services, answer) } }),
  routes: unlimitedExportRoutes,
  jobs: unlimitedJobs,
  resources: [{ kind: "unlimitedPort", after: unlimitedFactsAfter, named: unlimitedFacts }],
  erase: {
    count: async ({ db }, accountId) => ({ unlimitedPlans: await countLiveOf(db, accountId) }),
    close: (services, tx, { accountId }) => forgetUnlimited(services, tx, [accountId]),
    clear: (services, tx, { accountIds }) => forgetUnlimited(services, tx, accountIds),
  },
  search: (sought) => [foundPlans(sought), foundPorts(sought)],
  fulfil: fulfilPlan,
  refund: planRefund,
  endings: { port: ending("port"), bandwidth: ending("bandwidth") },
  verify: unlimitedChecks,
});
