import { dayMs } from "@turnpike/rules/statistics.ts";
import { defineModule } from "../../platform/module.ts";
import { searchPlans, searchPorts } from "./store/search.ts";
import { eraseUnlimited } from "./end.ts";
import { countLiveOf, livePortIdsOf } from "./store/end.ts";
import { endingPlans, planNames, dashboardPathOf } from "./store/ending.ts";
import { unlimitedExportRoutes } from "./export-routes.ts";
import { unlimitedResources, unlimitedResourcesAfter } from "./resources.ts";
import { unlimitedJobs } from "./jobs.ts";
import { fulfilPlan } from "./fulfil.ts";
import { resetPortAccess } from "./reset-access.ts";
import { planRefund } from "./refund.ts";
import { waitForPlan } from "./wait-open.ts";
import { unlimitedChecks } from "./verify.ts";
import { buyCalls } from "./buy-calls.ts";
import { editCalls } from "./edit-calls.ts";
import { readCalls } from "./read-calls.ts";

const ending = (kind: "port" | "bandwidth") => ({
  rows: endingPlans(kind),
  names: planNames,
  to: dashboardPathOf[kind],
  bounded: true as const,
});

export const unlimitedModule = defineModule({
  calls: (services) => ({ ...buyCalls(services), ...readCalls(services), ...editCalls(services) }),
  hooks: (services) => ({ after: { orderUnlimit: (answer) => waitForPlan(services, answer) } }),
  routes: unlimitedExportRoutes,
  jobs: unlimitedJobs,
  partitions: [
    {
      table: "unlimited_usage_day",
      column: "day",
      type: "day",
      step: "month",
      // The product shows the last 30 days only.
      keptMs: 93 * dayMs,
    },
  ],
  resources: [
    {
      kind: "unlimitedPort",
      after: unlimitedResourcesAfter,
      byIds: unlimitedResources,
      lookUp: async (_, { portIds }) => portIds,
      ofAccount: livePortIdsOf,
    },
  ],
  erase: {
    count: async ({ db }, accountId) => ({ unlimitedPlans: await countLiveOf(db, accountId) }),
    close: (services, tx, { accountId }) => eraseUnlimited(services, tx, [accountId]),
    clear: (services, tx, { accountIds }) => eraseUnlimited(services, tx, accountIds),
  },
  recovery: { removeUnverified: resetPortAccess },
  search: (query) => [searchPlans(query), searchPorts(query)],
  fulfil: fulfilPlan,
  refund: planRefund,
  expiries: { port: ending("port"), bandwidth: ending("bandwidth") },
  verify: unlimitedChecks,
});
