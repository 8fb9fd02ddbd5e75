import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import { defineModule } from "../../platform/module.ts";
import { foundOpenedIps } from "./store/search.ts";
import { ipOpened, poolCalls } from "./calls.ts";
import { poolExportRoutes } from "./export-routes.ts";
import { openedIpFacts, openedIpFactsAfter } from "./resources.ts";
import { forgetOpened } from "./erase.ts";
import { poolPlaceCalls } from "./place-calls.ts";
import { returnIps } from "./refund-unopened.ts";
import { poolChecks } from "./verify.ts";

export const poolModule = defineModule({
  calls: (services) => ({ ...poolCalls(services), ...poolPlaceCalls(services) }),
  hooks: (services) => ({
    inTurn: { ipOpen: inOpeningSlot },
    after: { ipOpen: (answer) => ipOpened(services, answer) },
  }),
  routes: poolExportRoutes,
  resources: [{ kind: "openedIp", after: openedIpFactsAfter, named: openedIpFacts }],
  returnPorts: { kind: "openedIp", run: returnIps },
  erase: { clear: (services, tx, { accountIds }) => forgetOpened(services, tx, accountIds) },
  search: (sought) => [foundOpenedIps(sought)],
  verify: poolChecks,
});
