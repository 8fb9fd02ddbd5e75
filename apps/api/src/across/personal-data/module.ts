import { defineModule } from "../../platform/module.ts";
import { personalDataRoutes } from "./export.ts";
import { deleteExports } from "./store.ts";
import { personalDataTicket } from "./ticket.ts";

export const personalDataModule = defineModule({
  routes: personalDataRoutes,
  tickets: { personalData: personalDataTicket },
  erase: { clear: (_services, tx, { accountIds }) => deleteExports(tx, accountIds) },
});
