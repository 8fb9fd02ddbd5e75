import { defineModule } from "../../platform/module.ts";
import { trafficCalls } from "./calls.ts";
import { eraseDomains } from "./store/rollups.ts";
import { trafficChecks } from "./verify.ts";

export const trafficModule = defineModule({
  calls: trafficCalls,
  partitions: [
    { table: "usage_hour", column: "hour", type: "instant", step: "month" },
    { table: "usage_domain_day", column: "day", type: "day", step: "month" },
    { table: "usage_place_day", column: "day", type: "day", step: "month" },
  ],
  erase: { clear: (_services, tx, { accountIds }) => eraseDomains(tx, accountIds) },
  verify: trafficChecks,
});
