import { defineModule } from "../../platform/module.ts";
import { invoiceRoutes } from "./routes.ts";
import { invoiceTicket } from "./ticket.ts";

export const invoiceModule = defineModule({
  routes: invoiceRoutes,
  tickets: { invoice: invoiceTicket },
});
