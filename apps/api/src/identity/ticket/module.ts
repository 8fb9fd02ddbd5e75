import { defineModule } from "../../platform/module.ts";
import { ticketCalls } from "./calls.ts";
import { ticketJobs } from "./jobs.ts";
import { deleteTicketsOf } from "./store.ts";

export const ticketModule = defineModule({
  calls: ticketCalls,
  jobs: ticketJobs,
  erase: { clear: (_services, tx, { accountIds }) => deleteTicketsOf(tx, accountIds) },
});
