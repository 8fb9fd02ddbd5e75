import { defineModule } from "../../platform/module.ts";
import { foundSubAccounts } from "./store/search.ts";
import { subAccountCalls } from "./calls.ts";
import { subAccountFacts, subAccountFactsAfter } from "./resources.ts";
import { liveSubAccounts } from "./find.ts";
import { forgetSubAccounts, holdSubAccounts } from "./erase.ts";
import { subAccountJobs } from "./jobs.ts";
import { allotmentRefund } from "./reclaim.ts";

export const subAccountModule = defineModule({
  calls: subAccountCalls,
  jobs: subAccountJobs,
  resources: [{ kind: "subAccount", after: subAccountFactsAfter, named: subAccountFacts }],
  erase: {
    count: async ({ db }, accountId) => ({ subAccounts: await liveSubAccounts(db, accountId) }),
    hold: (tx, { accountId }) => holdSubAccounts(tx, accountId),
    close: (services, tx, { accountId }) => forgetSubAccounts(services, tx, accountId),
  },
  refund: allotmentRefund,
  search: (sought) => [foundSubAccounts(sought)],
});
