import { defineModule } from "../../platform/module.ts";
import { removeSlowVerifiers } from "../proxy-password/store.ts";
import { searchSubAccounts } from "./store/lists.ts";
import { subAccountCalls } from "./calls.ts";
import { subAccountResources, subAccountResourcesAfter } from "./resources.ts";
import { countLiveSubAccounts } from "./find.ts";
import { eraseSubAccounts, lockSubAccountsOf } from "./erase.ts";
import { resetSubAccountPasswords } from "./new-passwords.ts";
import { allotmentRefund } from "./reclaim.ts";
import { dayUseRetentionMs } from "./store/days.ts";
import { deleteEndedSlots } from "./store/connection-slots.ts";
import { idsByName, liveIdsOf } from "./store/sub-accounts.ts";

export const subAccountModule = defineModule({
  calls: subAccountCalls,
  jobs: [
    {
      name: "delete-ended-connection-slots",
      everySeconds: 600,
      run: ({ db }) => deleteEndedSlots(db),
    },
  ],
  partitions: ["sub_account_day", "sub_account_target_day"].map((table) => {
    return { table, column: "day", type: "day", step: "month", keptMs: dayUseRetentionMs } as const;
  }),
  resources: [
    {
      kind: "subAccount",
      after: subAccountResourcesAfter,
      byIds: subAccountResources,
      lookUp: ({ db }, { names }) => idsByName(db, names),
      ofAccount: liveIdsOf,
    },
  ],
  erase: {
    count: async ({ db }, accountId) => ({
      subAccounts: await countLiveSubAccounts(db, accountId),
    }),
    lock: (tx, { accountId }) => lockSubAccountsOf(tx, accountId),
    close: (services, tx, { accountId }) => eraseSubAccounts(services, tx, accountId),
    clear: (_services, tx, { accountIds }) => removeSlowVerifiers(tx, accountIds),
  },
  recovery: { removeUnverified: resetSubAccountPasswords },
  refund: allotmentRefund,
  search: (query) => [searchSubAccounts(query)],
});
