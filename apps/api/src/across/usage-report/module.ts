import { defineModule } from "../../platform/module.ts";
import { usageCalls, usageTicket } from "./calls.ts";
import { usageExportRoutes } from "./export-routes.ts";

export const usageReportModule = defineModule({
  calls: usageCalls,
  routes: usageExportRoutes,
  tickets: { usage: usageTicket },
});
