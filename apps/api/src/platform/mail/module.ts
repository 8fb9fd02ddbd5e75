import { defineModule } from "../module.ts";
import { mailJobs } from "./jobs.ts";
import { deleteMailsTo } from "./store.ts";

export const mailModule = defineModule({
  jobs: mailJobs,
  // What was to be mailed to the account is not sent any more.
  erase: { hold: (tx, { addresses }) => deleteMailsTo(tx, addresses) },
});
