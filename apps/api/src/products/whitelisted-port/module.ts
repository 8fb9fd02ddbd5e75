import { inOpeningSlot } from "../../inventory/listening-port/opening-slots.ts";
import { defineModule } from "../../platform/module.ts";
import { foundWhitePorts } from "./store.ts";
import { whitePortCalls } from "./calls.ts";
import { whitePortExportRoutes } from "./export-routes.ts";
import { whitePortFacts, whitePortFactsAfter } from "./resources.ts";
import { forgetWhitePorts } from "./erase.ts";
import { openedWhitePorts } from "./wait-open.ts";

export const whitelistedPortModule = defineModule({
  calls: whitePortCalls,
  hooks: (services) => ({
    inTurn: { whitePortAdd: inOpeningSlot },
    after: { whitePortAdd: (answer) => openedWhitePorts(services, answer) },
  }),
  routes: whitePortExportRoutes,
  resources: [{ kind: "whitePort", after: whitePortFactsAfter, named: whitePortFacts }],
  erase: { clear: (services, tx, { accountIds }) => forgetWhitePorts(services, tx, accountIds) },
  search: (sought) => [foundWhitePorts(sought)],
});
