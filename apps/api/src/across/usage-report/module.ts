import { defineModule } from "../../platform/module.ts";
import { cheapestPlanCalls } from "./cheapest-plan-calls.ts";
import { usageCalls, usageTicket } from "./calls.ts";
import { usageExportRoutes } from "./export-routes.ts";

export const usageReportModule = defineModule({
  calls: (services) => ({ ...usageCalls(services), ...cheapestPlanCalls(services) }),
  routes: usageExportRoutes,
  tickets: { usage: usageTicket },
});
