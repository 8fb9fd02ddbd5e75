import { defineModule } from "../../platform/module.ts";
import { alertCalls } from "./calls.ts";
import { forgetAlerts } from "./forget.ts";
import { alertJobs } from "./jobs.ts";

export const alertModule = defineModule({
  calls: alertCalls,
  jobs: alertJobs,
  erase: { clear: (_services, tx, { accountIds }) => forgetAlerts(tx, accountIds) },
});
