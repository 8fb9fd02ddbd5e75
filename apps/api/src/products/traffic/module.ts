import { defineModule } from "../../platform/module.ts";
import { trafficCalls } from "./calls.ts";
import { forgetDomains } from "./store/erase.ts";
import { trafficChecks } from "./verify.ts";

export const trafficModule = defineModule({
  calls: trafficCalls,
  erase: { clear: (_services, tx, { accountIds }) => forgetDomains(tx, accountIds) },
  verify: trafficChecks,
});
