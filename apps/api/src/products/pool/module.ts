import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import { defineModule } from "../../platform/module.ts";
import { foundOpenedIps } from "./by-text.ts";
import { ipOpened, poolCalls } from "./calls.ts";
import { poolExportRoutes } from "./export-routes.ts";
import { openedIpFacts, openedIpFactsAfter } from "./facts.ts";
import { forgetOpened } from "./forget.ts";
import { poolChecks } from "./verify.ts";

export const poolModule = defineModule({
  calls: poolCalls,
  hooks: (services) => ({
    inTurn: { ipOpen: inOpeningSlot },
    after: { ipOpen: (answer) => ipOpened(services, answer) },
  }),
  routes: poolExportRoutes,
  resources: [{ kind: "openedIp", after: openedIpFactsAfter, named: openedIpFacts }],
  erase: { clear: (services, tx, { accountIds }) => forgetOpened(services, tx, accountIds) },
  search: (sought) => [foundOpenedIps(sought)],
  verify: poolChecks,
});
