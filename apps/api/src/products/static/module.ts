import { defineModule } from "../../platform/module.ts";
import { searchStatics } from "./store/search.ts";
import { endingStatics, dashboardPathOf, staticNames } from "./ending.ts";
import { staticExportRoutes } from "./export-routes.ts";
import { staticResources, staticResourcesAfter } from "./resources.ts";
import { eraseStatics } from "./erase.ts";
import { staticJobs } from "./jobs.ts";
import { fulfilRenewal } from "./paid-renewal.ts";
import { renewingStatics } from "./store/renewing.ts";
import { countLiveOf, liveStaticIdsOf, staticsAtExits } from "./store/static-ips.ts";
import { staticChecks } from "./verify.ts";
import { resetStaticAccess } from "./edit.ts";
import { editCalls } from "./edit-calls.ts";
import { readCalls } from "./read-calls.ts";
import { renewCalls } from "./renew-calls.ts";
import { replaceCalls } from "./replace-calls.ts";
import { takeCalls } from "./take-calls.ts";

const ending = (term: "static" | "short") => ({
  rows: endingStatics(term),
  names: staticNames,
  to: dashboardPathOf[term],
  bounded: true as const,
  renewing: renewingStatics(term),
});

export const staticModule = defineModule({
  calls: (services) => ({
    ...readCalls(services),
    ...takeCalls(services),
    ...editCalls(services),
    ...renewCalls(services),
    ...replaceCalls(services),
  }),
  routes: staticExportRoutes,
  jobs: staticJobs,
  resources: [
    {
      kind: "staticIp",
      after: staticResourcesAfter,
      byIds: staticResources,
      lookUp: ({ db }, { exitIds }) => staticsAtExits(db, exitIds),
      ofAccount: liveStaticIdsOf,
    },
  ],
  erase: {
    count: async ({ db }, accountId) => ({ staticIps: await countLiveOf(db, accountId) }),
    close: (services, tx, { accountId }) => eraseStatics(services, tx, [accountId]),
    clear: (services, tx, { accountIds }) => eraseStatics(services, tx, accountIds),
  },
  recovery: { removeUnverified: resetStaticAccess },
  search: (query) => [searchStatics(query, "static"), searchStatics(query, "short")],
  fulfil: fulfilRenewal,
  expiries: { static: ending("static"), short: ending("short") },
  verify: staticChecks,
});
