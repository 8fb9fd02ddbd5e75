import { leaseGraceMs } from "@turnpike/rules/lease.ts";
import { dayMs } from "@turnpike/rules/statistics.ts";
import { defineModule } from "../../platform/module.ts";
import { settleLeases } from "./leases.ts";
import { postUsage } from "./post-usage.ts";
import { outstandingLeases, overdueLeases, removeSettled } from "./store.ts";

export const leaseModule = defineModule({
  jobs: [
    {
      name: "settle-overdue-leases",
      everySeconds: 30,
      run: async (services) => {
        const before = new Date(services.world.now() - leaseGraceMs);
        await settleLeases(services, await overdueLeases(services.db, before), null);
      },
    },
    { name: "post-usage", everySeconds: 60, run: postUsage },
    {
      name: "delete-settled-leases",
      everySeconds: 600,
      run: ({ db, world }) => removeSettled(db, new Date(world.now() - dayMs)),
    },
  ],
  watch: ({ db, metrics }) => {
    metrics.watch("leases_out", "Leases that gateways hold", async () => {
      return (await outstandingLeases(db)).count;
    });
    metrics.watch("leased_bytes", "Bytes on lease that were not billed yet", async () => {
      return (await outstandingLeases(db)).bytes;
    });
  },
});
