import { defineModule } from "../../platform/module.ts";
import { alertCalls } from "./calls.ts";
import { alertJobs } from "./jobs.ts";
import { alertNotices } from "./notices.ts";
import { eraseAlerts } from "./store.ts";

export const alertModule = defineModule({
  calls: alertCalls,
  jobs: alertJobs,
  overview: {
    header: async (services, caller) => ({ notices: await alertNotices(services, caller) }),
  },
  erase: { clear: (_services, tx, { accountIds }) => eraseAlerts(tx, accountIds) },
});
