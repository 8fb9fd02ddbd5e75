import { defineModule } from "../../platform/module.ts";
import { statementRoutes } from "./routes.ts";
import { statementTicket } from "./ticket.ts";

export const statementModule = defineModule({
  routes: statementRoutes,
  tickets: { statement: statementTicket },
});
