import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import { defineModule } from "../../platform/module.ts";
import { searchWhitelistedPorts } from "./store.ts";
import { whitelistedPortCalls } from "./calls.ts";
import { whitelistedPortExportRoutes } from "./export-routes.ts";
import { whitelistedPortResources, whitelistedPortResourcesAfter } from "./resources.ts";
import { eraseWhitelistedPorts } from "./erase.ts";
import { waitForWhitelistedPorts } from "./wait-open.ts";

export const whitelistedPortModule = defineModule({
  calls: whitelistedPortCalls,
  hooks: (services) => ({
    inTurn: { whitePortAdd: inOpeningSlot },
    after: { whitePortAdd: (answer) => waitForWhitelistedPorts(services, answer) },
  }),
  routes: whitelistedPortExportRoutes,
  resources: [
    {
      kind: "whitePort",
      after: whitelistedPortResourcesAfter,
      byIds: whitelistedPortResources,
      lookUp: async (_, { portIds }) => portIds,
    },
  ],
  erase: {
    clear: (services, tx, { accountIds }) => eraseWhitelistedPorts(services, tx, accountIds),
  },
  recovery: {
    removeUnverified: (services, tx, accountId) => eraseWhitelistedPorts(services, tx, [accountId]),
  },
  search: (query) => [searchWhitelistedPorts(query)],
});
