import { defineModule } from "../../platform/module.ts";
import { topUpCalls } from "./calls.ts";
import { topUpJob } from "./job.ts";
import { deleteAutoTopUp } from "./store.ts";

export const topUpModule = defineModule({
  calls: topUpCalls,
  jobs: [topUpJob],
  erase: {
    close: (_services, tx, { accountId }) => deleteAutoTopUp(tx, [accountId]),
    clear: (_services, tx, { accountIds }) => deleteAutoTopUp(tx, accountIds),
  },
});
