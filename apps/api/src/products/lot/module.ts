import { defineModule } from "../../platform/module.ts";
import { expireLots } from "./expire.ts";
import { lotNotices } from "./notices.ts";
import { lotChecks } from "./verify.ts";
import { warnOfLots } from "./warn.ts";

export const lotModule = defineModule({
  jobs: [
    { name: "expire-traffic", everySeconds: 60, run: expireLots },
    // Due from the beginning of a UTC day on: a run that failed is made up for by the next.
    { name: "warn-of-expiring-traffic", everySeconds: 3_600, run: warnOfLots },
  ],
  overview: {
    header: async (services, caller) => ({ notices: await lotNotices(services, caller) }),
  },
  verify: lotChecks,
});
