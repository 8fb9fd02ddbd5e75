import { defineModule } from "../../platform/module.ts";
import { requestLogCalls } from "./calls.ts";
import { requestLogJobs } from "./jobs.ts";
import { eraseRequestsOf } from "./store.ts";

export const requestLogModule = defineModule({
  calls: requestLogCalls,
  jobs: requestLogJobs,
  erase: { clear: (_services, tx, { accountIds }) => eraseRequestsOf(tx, accountIds) },
});
