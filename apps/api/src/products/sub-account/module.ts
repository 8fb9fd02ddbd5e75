import { defineModule } from "../../platform/module.ts";
import { searchSubAccounts } from "./store/search.ts";
import { subAccountCalls } from "./calls.ts";
import { subAccountResources, subAccountResourcesAfter } from "./resources.ts";
import { liveSubAccounts } from "./find.ts";
import { eraseSubAccounts, holdSubAccounts } from "./erase.ts";
import { subAccountJobs } from "./jobs.ts";

export const subAccountModule = defineModule({
  calls: subAccountCalls,
  jobs: subAccountJobs,
  resources: [{ kind: "subAccount", after: subAccountResourcesAfter, named: subAccountResources }],
  erase: {
    count: async ({ db }, accountId) => ({ subAccounts: await liveSubAccounts(db, accountId) }),
    hold: (tx, { accountId }) => holdSubAccounts(tx, accountId),
    close: (services, tx, { accountId }) => eraseSubAccounts(services, tx, accountId),
  },
  search: (sought) => [searchSubAccounts(sought)],
});
