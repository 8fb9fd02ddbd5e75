import { defineModule } from "../../platform/module.ts";
import { removeLinksOf, searchLinks } from "./store.ts";
import { extractionCalls } from "./calls.ts";
import { extractionRoutes } from "./routes.ts";

export const extractionModule = defineModule({
  calls: extractionCalls,
  routes: extractionRoutes,
  erase: { clear: (_services, tx, { accountIds }) => removeLinksOf(tx, accountIds) },
  recovery: { removeUnverified: (_services, tx, accountId) => removeLinksOf(tx, [accountId]) },
  search: (query) => [searchLinks(query)],
});
