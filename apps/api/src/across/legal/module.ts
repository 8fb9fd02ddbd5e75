import { defineModule } from "../../platform/module.ts";
import { legalCalls } from "./calls.ts";
import { legalLinks } from "./links.ts";
import { legalRoutes } from "./routes.ts";

export const legalPagesModule = defineModule({
  calls: legalCalls,
  routes: legalRoutes,
  brandLinks: legalLinks,
});
