import { defineModule } from "../../platform/module.ts";
import { searchLinks } from "./store.ts";
import { extractionCalls } from "./calls.ts";
import { eraseLinks } from "./erase.ts";
import { extractionRoutes } from "./routes.ts";

export const extractionModule = defineModule({
  calls: extractionCalls,
  routes: extractionRoutes,
  erase: { clear: (_services, tx, { accountIds }) => eraseLinks(tx, accountIds) },
  search: (sought) => [searchLinks(sought)],
});
