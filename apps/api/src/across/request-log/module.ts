import { defineModule } from "../../platform/module.ts";
import { requestLogCalls } from "./calls.ts";
import { forgetRequestsOf } from "./forget.ts";
import { requestLogJobs } from "./jobs.ts";

export const requestLogModule = defineModule({
  calls: requestLogCalls,
  jobs: requestLogJobs,
  erase: { clear: (_services, tx, { accountIds }) => forgetRequestsOf(tx, accountIds) },
});
