import { defineModule } from "../../platform/module.ts";
import { trafficCalls } from "./calls.ts";
import { eraseDomains } from "./store/rollups.ts";
import { trafficChecks } from "./verify.ts";

export const trafficModule = defineModule({
  calls: trafficCalls,
  erase: { clear: (_services, tx, { accountIds }) => eraseDomains(tx, accountIds) },
  verify: trafficChecks,
});
