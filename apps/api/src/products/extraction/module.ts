import { defineModule } from "../../platform/module.ts";
import { foundLinks } from "./store.ts";
import { extractionCalls } from "./calls.ts";
import { forgetLinks } from "./erase.ts";
import { extractionRoutes } from "./routes.ts";

export const extractionModule = defineModule({
  calls: extractionCalls,
  routes: extractionRoutes,
  erase: { clear: (_services, tx, { accountIds }) => forgetLinks(tx, accountIds) },
  search: (sought) => [foundLinks(sought)],
});
