import { defineModule } from "../../platform/module.ts";
import { deleteOldAlerts, deliverAlerts } from "../staff-alert/deliver.ts";
import { watch } from "./watch.ts";

export const staffWatchModule = defineModule({
  jobs: [
    {
      name: "tell-staff",
      everySeconds: 60,
      run: async (services) => {
        await watch(services);
        await deliverAlerts(services);
      },
    },
    { name: "delete-old-staff-alerts", everySeconds: 86_400, run: deleteOldAlerts },
  ],
});
