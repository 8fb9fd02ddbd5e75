import { defineModule } from "../../platform/module.ts";
import { alertCalls } from "./calls.ts";
import { forgetAlerts } from "./forget.ts";
import { alertJobs } from "./jobs.ts";
import { alertNotices } from "./notices.ts";

export const alertModule = defineModule({
  calls: alertCalls,
  jobs: alertJobs,
  overview: {
    header: async (services, asker) => ({ notices: await alertNotices(services, asker) }),
  },
  erase: { clear: (_services, tx, { accountIds }) => forgetAlerts(tx, accountIds) },
});
