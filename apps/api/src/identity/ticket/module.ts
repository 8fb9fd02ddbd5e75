import { defineModule } from "../../platform/module.ts";
import { ticketCalls } from "./calls.ts";
import { forgetTickets } from "./forget.ts";
import { ticketJobs } from "./jobs.ts";

export const ticketModule = defineModule({
  calls: ticketCalls,
  jobs: ticketJobs,
  erase: { clear: (_services, tx, { accountIds }) => forgetTickets(tx, accountIds) },
});
