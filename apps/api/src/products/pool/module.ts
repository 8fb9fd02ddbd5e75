import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import { defineModule } from "../../platform/module.ts";
import { searchOpenedIps } from "./store/search.ts";
import { waitForIpOpen, poolCalls } from "./calls.ts";
import { poolExportRoutes } from "./export-routes.ts";
import { openedIpIdsOf, openedIpResources, openedIpResourcesAfter } from "./resources.ts";
import { resetLoginPassword } from "./login.ts";
import { eraseOpenedIps } from "./erase.ts";
import { poolPlaceCalls } from "./place-calls.ts";
import { refundUnopened } from "./refund-unopened.ts";
import { poolChecks } from "./verify.ts";

export const poolModule = defineModule({
  calls: (services) => ({ ...poolCalls(services), ...poolPlaceCalls(services) }),
  hooks: (services) => ({
    inTurn: { ipOpen: inOpeningSlot },
    after: { ipOpen: (answer) => waitForIpOpen(services, answer) },
  }),
  routes: poolExportRoutes,
  resources: [
    {
      kind: "openedIp",
      after: openedIpResourcesAfter,
      byIds: openedIpResources,
      lookUp: async (_, { portIds }) => portIds,
      ofAccount: openedIpIdsOf,
    },
  ],
  refundUnopenedPorts: { kind: "openedIp", run: refundUnopened },
  erase: { clear: (services, tx, { accountIds }) => eraseOpenedIps(services, tx, accountIds) },
  recovery: { removeUnverified: resetLoginPassword },
  search: (query) => [searchOpenedIps(query)],
  verify: poolChecks,
});
