import { defineModule } from "../../platform/module.ts";
import { personalDataRoutes, personalDataTicket } from "./export.ts";
import { deleteExports } from "./store.ts";

export const personalDataModule = defineModule({
  routes: personalDataRoutes,
  tickets: { personalData: personalDataTicket },
  erase: { clear: (_services, tx, { accountIds }) => deleteExports(tx, accountIds) },
});
